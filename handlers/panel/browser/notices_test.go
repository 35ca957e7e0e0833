package browser_test

import (
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// The bell counts what happens while the page is open, opens the notices over the page, and closes with Escape.
func TestNotices_Bell(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	happen := func() {
		app.Exec(t, "insert into reception_notes (item_id, text, author_code, author_name, date_created) values (1, 'Pode liberar o desconto, @Bruno?', $1, 'Camila Torres', now())", dbtest.Camila.UserCode)
	}
	happen()
	page.WaitForText(".bell-count:not([hidden])", "1")
	page.Click("Avisos: 1 não lidos")
	page.WaitFor(".notices-over:popover-open .notices li[data-unread]")
	page.CheckAccessibility()
	page.Press("Escape")
	page.WaitGone(".notices-over:popover-open")
	page.Click("Avisos: 1 não lidos")
	page.WaitFor(".notices-over:popover-open .notices li[data-unread]")
	page.Click("Marcar tudo como lido")
	page.WaitForText(".notices-over .card-empty", "Nenhum aviso novo.")
	page.WaitGone(".bell-count:not([hidden])")
	happen()
	page.WaitForText(".bell-count:not([hidden])", "1")
	look(t, page, "/painel", t.Name(), func() {
		page.Click("Avisos: 1 não lidos")
		page.WaitFor(".notices-over:popover-open .notices li")
	})
	look(t, page, "/painel/avisos", t.Name()+"-page", nil)
	look(t, page, "/painel/avisos/escolher", t.Name()+"-choose", nil)
}

// Cards move by their buttons and by the keyboard; Escape gives it up, "Concluir" keeps it.
func TestHome_Arrange(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 60, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	first := func() string { return page.Attribute("[data-on] > li", "data-card") }
	page.Visit("/painel/organizar")
	page.Click("Mover Agenda de hoje para cima")
	if got := first(); got != "agenda" {
		t.Errorf("the first card is %s", got)
	}
	page.Press("Escape")
	page.WaitForPath("/painel")
	page.Visit("/painel/organizar")
	if got := first(); got != "fila" {
		t.Errorf("after Escape the first card is %s", got)
	}
	page.Click("Mover Agenda de hoje para baixo")
	page.Press("Alt+ArrowUp", "Alt+ArrowUp")
	page.Click("Tirar Cadastros parados da página")
	page.Press("Escape")
	page.WaitForPath("/painel")
	look(t, page, "/painel/organizar", t.Name(), nil)
	page.Size(1440, 900)
	page.Visit("/painel/organizar")
	page.Click("Mover Fila da recepção para baixo")
	page.Click("Tirar Cadastros parados da página")
	page.Click("Concluir")
	page.WaitForPath("/painel")
	if got := page.Text(".card-row[data-shape=grid] > :first-child h2"); got != "Agenda de hoje" {
		t.Errorf("the page begins with %s", got)
	}
	look(t, page, "/painel", t.Name()+"-day", nil)
}

// The pages that ask before something is done with many, the result of a month, and why orders changed.
func TestLooks_Groups(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 200, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	app.Exec(t, "insert into cash_entries (kind, category, value, day, note, author_name) values ('cost', 'Aluguel', 2800, current_date, 'Sala 2', 'Fernando Faria'), ('income', 'Doação', 500, current_date, null, 'Fernando Faria')")
	app.Exec(t, "insert into reception_notes (item_id, text, author_code, author_name, date_created) values (1, 'Veja isto, @Camila', $1, 'Bruno Acioli', now())", dbtest.Bruno.UserCode)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	look(t, page, "/painel/associados/editar-selecionados?ids=1&ids=3", t.Name()+"-field", nil)
	look(t, page, "/painel/associados/escrever-selecionados?ids=1&ids=3", t.Name()+"-write", nil)
	look(t, page, "/painel/resultado", t.Name()+"-result", nil)
	look(t, page, "/painel/analises/pedidos", t.Name()+"-orders", nil)
	look(t, page, "/admin/dados-de-exemplo", t.Name()+"-samples", nil)
}
