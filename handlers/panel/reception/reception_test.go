package reception_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/recepcao"

func at(visit dbtest.Visit, action string) string {
	return path + "/" + strconv.FormatInt(visit.ID, 10) + action
}

// from returns the client as if it pressed a button of the board.
func from(app *handlertest.App, client *handlertest.Client) *handlertest.Client {
	return client.With("Referer", app.URL+path+"?de=minhas")
}

func TestBoard_Lanes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set completed_at = now(), status = 'done' where id = 3")
	app.Exec(t, "update reception set date_created = now() - case id when 1 then interval '40 minutes' else interval '5 minutes' end where id < 3")
	page := app.As(t, dbtest.Bruno).GET(path).Want(200).HTML()
	for lane, want := range map[string]string{"waiting": dbtest.AnaWaits.Name + dbtest.StrangerWaits.Name, "in_progress": "",
		"done": dbtest.JoaoWasHere.Name} {
		if got := strings.ReplaceAll(page.Find("#situacao-"+lane+" .ticket-name").Text(), "  ", ""); strings.ReplaceAll(got, " ",
			"") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s holds %q, not %q", lane, got, want)
		}
	}
	if got := page.Find("#situacao-waiting .ticket[data-tone=warn]").Length(); got != 1 {
		t.Errorf("%d items have waited long", got)
	}
}

func TestBoard_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set attendant = $1 where id = 1", dbtest.Bruno.UserCode)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{"?de=minhas": dbtest.AnaWaits.Name, "?de=sem-atendente": dbtest.StrangerWaits.Name,
		"?q=quintana": dbtest.StrangerWaits.Name} {
		if got := strings.TrimSpace(bruno.GET(path + query).Want(200).HTML().Find("#situacao-waiting .ticket-name").Text()); got != want {
			t.Errorf("%s shows %q, not %q", query, got, want)
		}
	}
	if said := strings.TrimSpace(bruno.GET(path + "?q=zzz").Want(200).HTML().Find(".queue-empty").
		Text()); said != "Ninguém na fila com “zzz”." {
		t.Errorf("an empty search says %q", said)
	}
}

// The open contact says its place in its lane, and when it came instead of twice for how long.
func TestDock_Place(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set date_created = now() - interval '400 days' where id = 1")
	dock := strings.Join(strings.Fields(app.As(t, dbtest.Bruno).GET(path+"/1").Want(200).HTML().Find(".dock-head").Text()), " ")
	for _, want := range []string{"1 de 2 · Aguardando", "400 dias"} {
		if !strings.Contains(dock, want) || strings.Contains(dock, "Chegou há") {
			t.Errorf("%q is missing in %q", want, dock)
		}
	}
}

// Every action returns to the page with the button, and the message offers to undo it.
func TestItem_ActsAndUndone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := from(app, app.As(t, dbtest.Bruno))
	stored := func() string {
		return strconv.Itoa(app.Count(t, "reception",
			"id = 2 and status = 'waiting' and attendant is null and associate_code is null and completed_at is null"))
	}
	for _, c := range []struct {
		action string
		fields url.Values
		says   string
		back   string
	}{
		{"/atender", nil, "Você está atendendo " + dbtest.StrangerWaits.Name + ".", at(dbtest.StrangerWaits, "") + "?de=minhas"},
		{"/mover", url.Values{"status": {"in_progress"}}, dbtest.StrangerWaits.Name + " · Em atendimento.", path + "?de=minhas"},
		{"/mover?status=in_progress", nil, dbtest.StrangerWaits.Name + " · Em atendimento.", path + "?de=minhas"},
		{"/atendente", url.Values{"attendant": {dbtest.Camila.UserCode}}, dbtest.StrangerWaits.Name + " agora com " + dbtest.Camila.Name + ".",
			path + "?de=minhas"},
		{"/atendente?attendant=" + dbtest.Bruno.UserCode, nil, "Você está atendendo " + dbtest.StrangerWaits.Name + ".", path + "?de=minhas"},
		{"/vincular", url.Values{"associate_code": {dbtest.Joao.UserCode}}, "Vinculado a " + dbtest.Joao.FullName() + ".", path + "?de=minhas"},
		{"/concluir", url.Values{"completion_reason": {"Serviço"}}, "Atendimento de " + dbtest.StrangerWaits.Name + " concluído.",
			path + "?de=minhas"},
	} {
		answer := bruno.Form(at(dbtest.StrangerWaits, c.action), c.fields).Want(303)
		notice := answer.Notice()
		if answer.Header.Get("Location") != c.back || notice.Text != c.says {
			t.Errorf("%s leads to %s and says %q", c.action, answer.Header.Get("Location"), notice.Text)
		}
		if stored() != "0" {
			t.Errorf("%s changed nothing", c.action)
		}
		bruno.Form(notice.Undo, nil).Want(303)
		if stored() != "1" {
			t.Fatalf("%s is not undone", c.action)
		}
	}
}

// An action is not undone if the item has changed since.
func TestItem_UndoneTooLate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := from(app, app.As(t, dbtest.Bruno))
	notice := bruno.Form(at(dbtest.StrangerWaits, "/mover"), url.Values{"status": {"in_progress"}}).Want(303).Notice()
	from(app, app.As(t, dbtest.Camila)).Form(at(dbtest.StrangerWaits, "/atender"), nil).Want(303)
	if said := bruno.Form(notice.Undo, nil).Want(303).Notice().Text; said != "Este atendimento mudou de novo. Abra para ver." {
		t.Errorf("the undo says %q", said)
	}
	if app.Count(t, "reception", "id = 2 and status = 'in_progress' and attendant is not null") != 1 {
		t.Error("the change of the colleague is lost")
	}
}

// Of two people one attends; the other is told who was faster.
func TestItem_AlreadyClaimed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	from(app, app.As(t, dbtest.Camila)).Form(at(dbtest.AnaWaits, "/atender"), nil).Want(303)
	said := from(app, app.As(t, dbtest.Bruno)).Form(at(dbtest.AnaWaits, "/atender"), nil).Want(303).Notice().Text
	if !strings.HasPrefix(said, dbtest.Camila.Name+" assumiu "+dbtest.AnaWaits.Name+" ") || !strings.HasSuffix(said, " antes de você.") {
		t.Errorf("the second person is told %q", said)
	}
}

// After an item is completed the next one opens: who waits longest with nobody, then the person's own, within the filter of
// the page. Who was slower is offered the next one too.
func TestItem_NextOpens(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "delete from reception where id > 3")
	app.Exec(t, `insert into reception (id, name, status, attendant, date_created) values
		(11, 'De Camila', 'in_progress', $1, now() - interval '9 hours'), (12, 'De Bruno', 'in_progress', $2, now() - interval '8 hours'),
		(13, 'De ninguém', 'waiting', null, now() - interval '7 hours'), (14, 'Outra de Bruno', 'in_progress', $2, now() - interval '6 hours')`,
		dbtest.Camila.UserCode, dbtest.Bruno.UserCode)
	app.Exec(t, "update reception set completed_at = now() where id < 10")
	bruno := app.As(t, dbtest.Bruno)
	all := bruno.With("Referer", app.URL+path)
	complete := func(client *handlertest.Client, id string) string {
		return client.Form(path+"/"+id+"/concluir", url.Values{"completion_reason": {"Pedido"}}).Want(303).Header.Get("Location")
	}
	notice := all.Form(path+"/11/atender", nil).Want(303).Notice()
	if notice.Path != path+"/13" || notice.Way != "Ver próximo" {
		t.Errorf("after a refused claim %s (%s) is offered", notice.Path, notice.Way)
	}
	if next := complete(from(app, bruno), "14"); next != path+"/12?de=minhas" {
		t.Errorf("after an own item of the own ones %s opens", next)
	}
	app.Exec(t, "update reception set completed_at = null where id = 14")
	if next := complete(all, "14"); next != path+"/13" {
		t.Errorf("after an own item %s opens", next)
	}
	if next := complete(all, "13"); next != path+"/12" {
		t.Errorf("with nobody without an attendant %s opens", next)
	}
	if next := complete(all, "12"); next != path {
		t.Errorf("after the last one %s opens", next)
	}
}

func TestItem_CompletionNeedsReason(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.As(t, dbtest.Bruno).Form(at(dbtest.AnaWaits, "/concluir"), nil).Want(422).HTML()
	if said := page.Find("[role=alert]").Text(); !strings.Contains(said, "escolha como o atendimento terminou") {
		t.Errorf("says %q", said)
	}
}

func TestNewItem(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(path + "/nova")
	form.Set("name", "Pessoa nova")
	form.Set("email", dbtest.Ana.Email)
	bruno.Form(path+"/nova", form).Want(303)
	if app.Count(t, "reception", "name = 'Pessoa nova' and associate_code = '"+dbtest.Ana.UserCode+"' and source = 'panel'") != 1 {
		t.Error("not in the queue, or not linked")
	}
	form = bruno.FormAt(path + "/nova")
	bruno.Form(path+"/nova", form).Want(422)
}

// Text that the database cannot store is refused.
func TestBoard_InvalidText(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for _, query := range []string{"?q=%FF%FE", "?q=%00"} {
		bruno.GET(path + query).Want(400)
	}
}

// Only roles with the queue see it; another role is refused.
func TestBoard_WrongRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, operator := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		client := app.As(t, operator)
		client.GET(path).Want(403)
		client.GET(path + "/ao-vivo").Want(403)
		client.Form(at(dbtest.AnaWaits, "/atender"), nil).Want(403)
	}
}
