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
