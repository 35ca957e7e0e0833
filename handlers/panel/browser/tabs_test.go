package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// On a phone the current tab of a long row is in view when the page opens, and after a search that brought the row again.
// The page stays at its top.
func TestTabs_CurrentInView(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Phone()
	inView := func(path, label string) {
		t.Helper()
		page.WaitUntil(label+" is in view at "+path, `(label) => [...document.querySelectorAll(".views [aria-current]")].some((tab) => {
			const row = tab.closest("nav").getBoundingClientRect(), own = tab.getBoundingClientRect();
			return tab.textContent.includes(label) && own.left >= row.left && own.right <= row.right && scrollY === 0;
		})`, label)
	}
	for path, label := range map[string]string{
		"/painel/analises/evidencias":           "Evidências",
		"/painel/associados/1?parte=documentos": "Documentos",
		"/painel/pedidos?situacao=Entregue":     "Entregue",
	} {
		page.Visit(path)
		inView(path, label)
	}
	page.Visit("/painel/pedidos?situacao=Entregue")
	page.Fill("q", "zzz")
	page.WaitForPath("/painel/pedidos?situacao=Entregue&q=zzz")
	inView("the search", "Entregue")
}
