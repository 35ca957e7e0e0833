package browser_test

import (
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// The day page with full cards fits on two screens of an administrator, and on less for the others.
func TestHome_Fits(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 120, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	for who, most := range map[dbtest.Operator]float64{dbtest.Camila: 1700, dbtest.Bruno: 1200, dbtest.Priscila: 1200, dbtest.Fernando: 1200} {
		app.As(t, who).Form("/ajuda/novidades/lidas", nil).Want(303)
		page := browsertest.Open(t, app)
		page.SignIn(who)
		page.Visit("/painel")
		if height := browsertest.Read[float64](page,
			"() => document.querySelector('#conteudo').getBoundingClientRect().bottom + scrollY"); height > most {
			t.Errorf("%s has %.0f px, want at most %.0f", who.Name, height, most)
		}
		page.CheckAccessibility()
		page.CheckLayout()
		page.Screenshot(t.Name() + "-" + who.Name)
	}
}

// On a phone the cards from the third on are lines that open, by finger and by keyboard; wider screens show them whole.
func TestHome_FoldedOnPhone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 120, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	app.As(t, dbtest.Camila).Form("/ajuda/novidades/lidas", nil).Want(303)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	folded := func() float64 {
		return browsertest.Read[float64](page, `() => [...document.querySelectorAll("x-dobras .box-card")]
			.filter((card) => [...card.children].every((part) => part.matches("header") || !part.checkVisibility())).length`)
	}
	page.Visit("/painel")
	if n := folded(); n != 0 {
		t.Errorf("a wide screen folds %.0f cards", n)
	}
	page.Phone()
	page.Visit("/painel")
	cards := browsertest.Read[float64](page, "() => document.querySelectorAll('x-dobras .box-card:has(> header)').length")
	if n := folded(); n != cards-2 {
		t.Errorf("%.0f of %.0f cards are folded, want all but two", n, cards)
	}
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot(t.Name())
	page.Click("Para assinar")
	page.WaitForFocus("Para assinar")
	if n := folded(); n != cards-3 {
		t.Errorf("%.0f of %.0f cards are folded after opening one", n, cards)
	}
	page.Press("Enter")
	if n := folded(); n != cards-2 {
		t.Errorf("%.0f of %.0f cards are folded after closing it", n, cards)
	}
	page.Press("Enter")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot(t.Name() + "-open")
	page.Theme("escuro")
	page.Visit("/painel")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-dark")
}

// An empty association begins with what to do.
func TestHome_Start(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, table := range []string{"order_changes", "orders", "services", "reception", "users"} {
		app.Exec(t, "delete from "+table)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel")
	page.WaitForText("h1", "Boas-vindas, Camila")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot(t.Name())
	page.Phone()
	page.CheckLayout()
	page.Screenshot(t.Name() + "-phone")
}

// The timeline shows a change with both values.
func TestRecord_Changes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	app.Exec(t, "update users set phone = '84988771020', city = 'Natal' where id = 1")
	page.Visit("/painel/associados/1")
	page.WaitForText("#historico", "mudou 2 dados do cadastro")
	page.Click("Mudanças")
	page.WaitForText("#historico", "(84) 98877-1020")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot(t.Name())
	page.Visit("/painel/associados/1?parte=documentos")
	page.Click("#arquivos summary")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-files")
	page.Phone()
	page.Visit("/painel/associados/1")
	page.CheckLayout()
	page.Screenshot(t.Name() + "-phone")
}
