package reception_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A tag is put and removed on the item; it stands on its card, filters the board, and its removal can be undone.
func TestItem_Tags(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into tags (name, collection, color) values ('Retornar', 'reception', '#b45309')")
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(at(dbtest.AnaWaits, "")).Want(200).HTML()
	if offered := page.Find("#menu-etiqueta button[value=Retornar]").Length(); offered != 1 {
		t.Errorf("the tag is offered %d times", offered)
	}
	from(app, bruno).Form(at(dbtest.AnaWaits, "/etiquetas"), url.Values{"tag": {"Retornar"}}).Want(303)
	if cards := strings.Join(strings.Fields(bruno.GET(path).Want(200).HTML().Find(".ticket-tag").Text()), " "); cards != "Retornar" {
		t.Errorf("the cards show %q", cards)
	}
	filtered := bruno.GET(path + "?etiqueta=Retornar").Want(200).HTML()
	if found := filtered.Find("#situacao-waiting .ticket").Length(); found != 1 {
		t.Errorf("the filter finds %d", found)
	}
	if said := strings.TrimSpace(bruno.GET(path + "?etiqueta=Outra").Want(200).HTML().Find(".queue-empty").
		Text()); said != "Ninguém na fila com a etiqueta “Outra”." {
		t.Errorf("an empty filter says %q", said)
	}
	notice := from(app, bruno).Form(at(dbtest.AnaWaits, "/etiquetas/tirar"), url.Values{"tag": {"Retornar"}}).Want(303).Notice()
	if notice.Text != "Etiqueta “Retornar” retirada." || app.Count(t, "reception", "id = 1 and labels = '[]'") != 1 {
		t.Errorf("the removal says %q", notice.Text)
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "reception", `id = 1 and labels = '["Retornar"]'`) != 1 {
		t.Error("the removal is not undone")
	}
}

// A colleague sees on the card and in the open item who is writing.
func TestItem_Writing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	bruno.Form(at(dbtest.AnaWaits, "/escrevendo"), nil).Want(204)
	page := camila.GET(at(dbtest.AnaWaits, "")).Want(200).HTML()
	for _, place := range []string{"#situacao-waiting .ticket-writing", ".dock-writing"} {
		if said := strings.TrimSpace(page.Find(place).Text()); said != "Bruno está escrevendo" {
			t.Errorf("%s says %q", place, said)
		}
	}
	if said := bruno.GET(path).Want(200).HTML().Find(".ticket-writing").Text(); said != "" {
		t.Errorf("the writer reads %q", said)
	}
	app.Exec(t, "insert into reception_writers values (1, $1, now() + interval '1 hour')", dbtest.Paula.UserCode)
	if said := strings.TrimSpace(camila.GET(path).Want(200).HTML().Find(".ticket-writing").Text()); said != "Bruno e Paula estão escrevendo" {
		t.Errorf("of two says %q", said)
	}
}

// Only roles that may change the queue report writing or put tags.
func TestItem_NotesWrongRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, action := range []string{"/escrevendo", "/etiquetas", "/etiquetas/tirar"} {
		app.As(t, dbtest.Priscila).Form(at(dbtest.AnaWaits, action), url.Values{"tag": {"X"}}).Want(403)
		app.As(t, dbtest.Bruno).Form(path+"/9999"+action, url.Values{"tag": {"X"}}).Want(404)
	}
}

// The menu counts the items that nobody attends to.
func TestBoard_MenuCount(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set attendant = $1 where id = 1", dbtest.Bruno.UserCode)
	count := func() string {
		entry := app.As(t, dbtest.Bruno).GET("/painel/associados").Want(200).HTML().Find(`.nav-item[href="` + path + `"] .count`)
		return strings.Join(strings.Fields(entry.Text()), " ")
	}
	if said := count(); said != "1 sem atendente" {
		t.Errorf("the menu says %q", said)
	}
	app.Exec(t, "update reception set attendant = $1", dbtest.Bruno.UserCode)
	if said := count(); said != "" {
		t.Errorf("with nobody waiting the menu says %q", said)
	}
	app.Exec(t, "insert into reception (name, status) select 'Contato', 'waiting' from generate_series(1, 1000)")
	if said := count(); said != "999+ sem atendente" {
		t.Errorf("of 1,000 items the menu says %q", said)
	}
}
