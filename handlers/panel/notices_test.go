package panel_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// noteTo writes a note in the reception that names Bruno.
func noteTo(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "insert into reception_notes (item_id, text, author_code, author_name, date_created) values (1, 'Veja isto, @Bruno', $1, 'Camila Torres', $2)", dbtest.Camila.UserCode, dbtest.Today)
	app.Exec(t, "update notices set date_created = $1", dbtest.Today)
}

// The bell counts what is unread; opening a notice reads it and leads to its record, as does the record's own page.
func TestNotices_Bell(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	if unread := bruno.GET("/painel/avisos").Want(200).HTML().Find(".bell-count").AttrOr("data-unread", ""); unread != "0" {
		t.Errorf("%q are unread before anything happened", unread)
	}
	if words := bruno.GET("/painel/avisos").Words(); !strings.Contains(words, "Nenhum aviso novo.") {
		t.Error("the empty page does not say so")
	}
	noteTo(t, app)
	page := bruno.GET("/painel/avisos").Want(200).HTML()
	if unread := page.Find(".bell-count").AttrOr("data-unread", ""); unread != "1" {
		t.Errorf("%q are unread", unread)
	}
	link := page.Find(".notices a[data-row]")
	if !strings.Contains(link.Text(), "Camila citou você em Ana Beatriz") {
		t.Errorf("the notice says %s", link.Text())
	}
	app.As(t, dbtest.Camila).GET(link.AttrOr("href", "")).Want(404)
	if to := bruno.GET(link.AttrOr("href", "")).Want(303).Location(); to != "/painel/recepcao/1" {
		t.Errorf("leads to %s", to)
	}
	if got := strings.TrimSpace(bruno.GET("/painel/avisos/quantos").Want(200).Words()); got != "0" {
		t.Errorf("%s are unread after opening", got)
	}
	app.Exec(t, "delete from notices")
	noteTo(t, app)
	if unread := bruno.GET("/painel/recepcao/1").Want(200).HTML().Find(".bell-count").AttrOr("data-unread", ""); unread != "0" {
		t.Errorf("%q are unread on the record's own page", unread)
	}
}

func TestNotices_ReadAllAndChoose(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	noteTo(t, app)
	bruno.Form("/painel/avisos/lidos", bruno.GET("/painel/avisos").Fields()).Want(303)
	if app.Count(t, "notice_reads", "operator_id = "+strconv.FormatInt(dbtest.Bruno.ID, 10)) != 1 {
		t.Error("the notice is not read")
	}
	bruno.Form("/painel/avisos/escolher", url.Values{"mention": {"off"}, "webhook": {"off"}}).Want(303)
	if app.Count(t, "notice_choices", "kind = 'mention' and delivery = 'off'") != 1 || app.Count(t, "notice_choices", "true") != 1 {
		t.Error("the choice is not stored, or one for a kind that does not concern them")
	}
	app.As(t, dbtest.Renata).GET("/painel/avisos").Want(403)
}
