package reception_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The menu of the open item and the page of a ticket offer the operators who may attend, with their numbers of contacts.
func TestItem_Attendants(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set attendant = $1 where id = 1", dbtest.Camila.UserCode)
	app.Exec(t, "update system_users set status = 'inactive' where id = $1", dbtest.Paula.ID)
	bruno := app.As(t, dbtest.Bruno)
	menu := strings.Join(strings.Fields(bruno.GET(at(dbtest.AnaWaits, "")).Want(200).HTML().Find("#menu-atendente").Text()), " ")
	if menu != "Bruno Acioli (você) Tirar atendente" {
		t.Errorf("the menu offers %q", menu)
	}
	page := bruno.GET(at(dbtest.AnaWaits, "/atendente")).Want(200).HTML()
	page.Find("kbd").Remove()
	choices := strings.Join(strings.Fields(page.Find(".choices").Text()), " ")
	if choices != "Bruno Acioli (você) Camila Torres 1 contato Ninguém Tirar atendente" {
		t.Errorf("the page offers %q", choices)
	}
	from(app, bruno).Form(at(dbtest.AnaWaits, "/atendente"), url.Values{"attendant": {""}}).Want(303)
	if app.Count(t, "reception", "id = 1 and attendant is null") != 1 {
		t.Error("somebody still attends")
	}
	for _, wrong := range []url.Values{nil, {"attendant": {"x"}}, {"attendant": {dbtest.Ana.UserCode}}} {
		bruno.Form(at(dbtest.AnaWaits, "/atendente"), wrong).Want(422)
	}
}

// The name, telephone and e-mail are corrected in a form, and the correction can be undone.
func TestItem_Corrected(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := from(app, app.As(t, dbtest.Bruno))
	form := bruno.FormAt(at(dbtest.StrangerWaits, "/dados"))
	if form.Get("name") != dbtest.StrangerWaits.Name || form.Get("email") != dbtest.StrangerWaits.Email {
		t.Errorf("the form has %v", form)
	}
	form.Set("name", "Teresa Quintana")
	form.Set("phone", "(48) 99999-1234")
	form.Set("email", " Teresa@Exemplo.org.br")
	done := bruno.Form(at(dbtest.StrangerWaits, "/dados"), form).Want(303)
	if notice := done.Notice(); notice.Text != "Dados de Teresa Quintana corrigidos." ||
		done.Location() != at(dbtest.StrangerWaits, "?de=minhas") {
		t.Errorf("it says %q and leads to %s", notice.Text, done.Location())
	}
	const corrected = "id = 2 and name = 'Teresa Quintana' and phone = '48999991234' and email = 'teresa@exemplo.org.br'"
	if app.Count(t, "reception", corrected) != 1 {
		t.Error("not stored as typed")
	}
	form.Set("name", "T. Quintana")
	if said := bruno.Form(at(dbtest.StrangerWaits, "/dados"), form).Want(422).HTML().Find("[role=alert]").
		Text(); !strings.Contains(said, "Outra pessoa mudou este contato") {
		t.Errorf("an old form is answered %q", said)
	}
	bruno.Form(done.Notice().Undo, nil).Want(303)
	if app.Count(t, "reception", "id = 2 and name = $1 and phone is null and email = $2", dbtest.StrangerWaits.Name,
		dbtest.StrangerWaits.Email) != 1 {
		t.Error("the correction is not undone")
	}
	form = bruno.FormAt(at(dbtest.StrangerWaits, "/dados"))
	form.Set("email", "sem arroba")
	wrong := bruno.Form(at(dbtest.StrangerWaits, "/dados"), form).Want(422)
	if words := wrong.Words(); !strings.Contains(words, "informe um e-mail válido") || wrong.Fields().Get("email") != "sem arroba" {
		t.Errorf("a wrong e-mail is answered %s", words)
	}
}

// The name of a linked item is the associate's; a typed name of an unknown associate is replaced.
func TestItem_CorrectedNames(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set associate_name = 'Digitado' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	linked := bruno.GET(at(dbtest.AnaWaits, "/dados")).Want(200)
	if linked.HTML().Find("[name=name]").Length() != 0 || !strings.Contains(linked.Words(), "O nome vem do cadastro vinculado.") {
		t.Error("the name of a linked item can be typed")
	}
	form := bruno.FormAt(at(dbtest.AnaWaits, "/dados"))
	form.Set("name", "Outra")
	bruno.Form(at(dbtest.AnaWaits, "/dados"), form).Want(303)
	if name := strings.TrimSpace(bruno.GET(at(dbtest.AnaWaits, "")).HTML().Find("#ficha-nome").Text()); name != dbtest.Ana.FullName() {
		t.Errorf("the linked item is called %q", name)
	}
	form = bruno.FormAt(at(dbtest.StrangerWaits, "/dados"))
	if form.Get("name") != "Digitado" {
		t.Errorf("the form has the name %q", form.Get("name"))
	}
	form.Set("name", "Tereza")
	bruno.Form(at(dbtest.StrangerWaits, "/dados"), form).Want(303)
	if name := strings.TrimSpace(bruno.GET(at(dbtest.StrangerWaits, "")).HTML().Find("#ficha-nome").Text()); name != "Tereza" {
		t.Errorf("the item is called %q", name)
	}
}

// A removed contact comes back with its history.
func TestItem_Removed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := from(app, app.As(t, dbtest.Bruno))
	bruno.Form(at(dbtest.StrangerWaits, "/atender"), nil).Want(303)
	before := app.Count(t, "reception_changes", "item_id = 2")
	done := bruno.Form(at(dbtest.StrangerWaits, "/excluir"), nil).Want(303)
	if notice := done.Notice(); notice.Text != "Contato de "+dbtest.StrangerWaits.Name+" excluído." || done.Location() != path+"?de=minhas" {
		t.Errorf("it says %q and leads to %s", notice.Text, done.Location())
	}
	if app.Count(t, "reception", "id = 2") != 0 {
		t.Error("it is not removed")
	}
	bruno.GET(at(dbtest.StrangerWaits, "")).Want(404)
	if open := bruno.With("X-Known-Lanes", "x").GET(at(dbtest.StrangerWaits, "")).Want(200).HTML(); open.Find("x-fila").Length() != 1 ||
		open.Find(".dock").Length() != 0 {
		t.Error("an open board with the removed item does not get the board")
	}
	bruno.Form(at(dbtest.StrangerWaits, "/excluir"), nil).Want(404)
	bruno.Form(done.Notice().Undo, nil).Want(303)
	if app.Count(t, "reception", "id = 2 and attendant = $1 and email = $2 and status = 'in_progress'", dbtest.Bruno.UserCode,
		dbtest.StrangerWaits.Email) != 1 ||
		before == 0 || app.Count(t, "reception_changes", "item_id = 2") != before {
		t.Error("it is not back as it was")
	}
}

func TestItem_DetailsWrongRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, action := range []string{"/atendente", "/dados", "/excluir"} {
		app.As(t, dbtest.Priscila).Form(at(dbtest.AnaWaits, action), nil).Want(403)
		app.As(t, dbtest.Camila).Form(path+"/9999"+action, url.Values{"attendant": {""}}).Want(404)
		if to := app.Nobody(t).Form(at(dbtest.AnaWaits, action), nil).Want(303).Location(); !strings.HasPrefix(to, "/entrar") {
			t.Errorf("%s sends a stranger to %s", action, to)
		}
	}
}
