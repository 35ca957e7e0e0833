package panel_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
)

// picking are an order that Priscila moved to picking, and one that Camila moved.
var picking = []string{
	"update orders set status = 'Em separação'",
	`insert into order_changes (order_id, action, actor_kind, actor_code, changes, date_created) values
		(1, 'update', 'operator', '` + dbtest.Priscila.UserCode + `', '{"status": {"to": "Em separação"}}', '2026-11-20T14:00:00Z'),
		(2, 'update', 'operator', '` + dbtest.Camila.UserCode + `', '{"status": {"to": "Em separação"}}', '2026-11-20T14:00:00Z')`,
}

// The list sums up one's own orders; a mark is stored, and colleagues see it.
func TestHome_PickingList(t *testing.T) {
	t.Parallel()
	app := newApp(t, picking...)
	priscila := app.As(t, dbtest.Priscila)
	own := texts(priscila.GET("/painel").Want(200), "#separacao .line")
	if len(own) != 2 || !strings.Contains(own[1], "OLEO-30 · nº 1 1×") {
		t.Fatalf("Priscila's list is %q", own)
	}
	whole := texts(priscila.GET("/painel?separacao=toda").Want(200), "#separacao .line")
	if len(whole) != 2 || !strings.Contains(whole[1], "OLEO-30 · nº 1, 2 2×") {
		t.Errorf("the whole list is %q", whole)
	}
	if led := priscila.Form("/painel/separacao", url.Values{"code": {"OLEO-30"}, "picked": {"true"}}).Want(303).
		Location(); led != "/painel#separacao" {
		t.Errorf("marking leads to %s", led)
	}
	page := priscila.GET("/painel").Want(200)
	if marks := attributes(page, "#separacao .pick-tick", "aria-checked"); !slices.Equal(marks, []string{"false", "true"}) {
		t.Errorf("the marks are %q", marks)
	}
	if progress := texts(page, ".picking-progress"); !slices.Equal(progress, []string{"Produtos separados 1 de 2"}) {
		t.Errorf("the progress is %q", progress)
	}
	if seen := texts(priscila.GET("/painel?separacao=toda").Want(200), "#separacao .line"); !strings.Contains(seen[1],
		"1 já separado · OLEO-30") {
		t.Errorf("Priscila sees %q", seen)
	}
	priscila.Form("/painel/separacao", url.Values{"code": {"OLEO-30"}, "picked": {"false"}}).Want(303)
	if app.Count(t, "order_picks", "true") != 0 {
		t.Error("the mark is still there")
	}
}

func TestPick_WrongCaller(t *testing.T) {
	t.Parallel()
	app := newApp(t, picking...)
	mark := url.Values{"code": {"OLEO-30"}, "picked": {"true"}}
	app.As(t, dbtest.Priscila).Form("/painel/separacao", url.Values{"code": {"NADA"}, "picked": {"true"}}).Want(404)
	app.As(t, dbtest.Renata).Form("/painel/separacao", mark).Want(403)
	// Bruno has moved nothing, so the product is not in his list.
	app.As(t, dbtest.Bruno).Form("/painel/separacao", mark).Want(404)
	app.Nobody(t).Form("/painel/separacao", mark).Want(303)
	if app.Count(t, "order_picks", "true") != 0 {
		t.Error("a product is marked")
	}
}

// The oldest overdue orders get a prepared message each, whose opening stands on the timeline.
func TestHome_RemindPayments(t *testing.T) {
	t.Parallel()
	app := newApp(t, "update orders set date_created = '2026-11-14' where id = 2")
	fernando := app.As(t, dbtest.Fernando)
	if link := fernando.GET("/painel").Want(200).HTML().Find(`a[href="/painel/lembretes"]`).Text(); link != "Lembrar o mais antigo" {
		t.Errorf("the day page offers %q", link)
	}
	page := fernando.GET("/painel/lembretes").Want(200)
	chat := page.HTML().Find(`a[href^="https://wa.me/"]`)
	if href := chat.AttrOr("href", ""); !strings.Contains(href, "5511999990003") || !strings.Contains(href, "O+pedido+n%C2%BA%C2%A02") {
		t.Errorf("the message is %s", href)
	}
	dialog := fernando.With("HX-Request", "true").GET("/painel/lembretes").Want(200).HTML()
	if href := dialog.Find(`a[href^="https://wa.me/"]`).AttrOr("href", ""); href != chat.AttrOr("href", "") {
		t.Errorf("the message of the dialog is %s", href)
	}
	address, err := url.Parse(chat.AttrOr("data-records", ""))
	if err != nil {
		t.Fatal(err)
	}
	fernando.Form(address.Path, address.Query()).Want(204)
	event := texts(app.As(t, dbtest.Bruno).GET("/painel/associados/3?historico=mensagens").Want(200), ".timeline li")
	if len(event) != 1 || !strings.Contains(event[0], "Lembrete aberto: pagamento do pedido nº 2") ||
		!strings.Contains(event[0], dbtest.Fernando.FullName()) {
		t.Errorf("the timeline says %q", event)
	}
	fernando.Form("/painel/associados/999/lembretes", address.Query()).Want(404)
	fernando.Form("/painel/associados/3/lembretes", url.Values{"about": {"x"}}).Want(400)
	app.As(t, dbtest.Renata).Form(address.Path, address.Query()).Want(403)
	app.As(t, dbtest.Renata).GET("/painel/lembretes").Want(403)
	app.Exec(t, "update orders set date_created = '2026-11-20T14:00:00Z'")
	if words := fernando.GET("/painel/lembretes").Want(200).Words(); !strings.Contains(words, "Nenhum pagamento em atraso.") {
		t.Errorf("without debts it says %s", words)
	}
}
