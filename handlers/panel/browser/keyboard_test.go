package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/models/platform/dbtest"
)

func TestShortcuts_Rows(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Press("j")
	page.WaitForFocus(dbtest.Joao.FullName())
	page.Press("j")
	page.WaitForFocus(dbtest.Ana.FullName())
	page.Press("j", "k")
	page.WaitForFocus(dbtest.Joao.FullName())
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos/2")
}

func TestShortcuts_Navigation(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	page.Press("g", "p")
	page.WaitForPath("/painel/pedidos")
	page.Press("g", "i")
	page.WaitForPath("/painel")
	page.Press("g", "x")
	page.Press("?")
	page.WaitFor("#teclas")
	// Behind the dialog, shortcuts do nothing.
	page.Press("n")
	page.Press("Escape")
	page.WaitGone("#teclas")
	page.Press("N")
	page.WaitForPath("/painel/pedidos/novo")
}

// In a field every key types; with Ctrl it belongs to the browser.
func TestShortcuts_OffInFields(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Press("/")
	page.WaitUntil("the search has the focus", `() => document.activeElement.name === "q"`)
	page.Type("n?gpjk/")
	if typed := page.Value("[name=q]"); typed != "n?gpjk/" {
		t.Errorf("typed was %q", typed)
	}
	page.WaitGone("#teclas")
	page.WaitForPath("/painel/pedidos?q=n%3Fgpjk%2F")
	page.Press("Control+k")
	page.WaitFor("#paleta")
}

// WCAG 2.1.4: single-key shortcuts can be turned off, for people who dictate or mistype.
func TestShortcuts_TurnedOff(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	page.Press("?")
	page.WaitFor("#teclas")
	page.Click("Usar atalhos de uma tecla só")
	page.Press("Escape")
	page.WaitGone("#teclas")
	page.Reload()
	page.Press("n", "?")
	// Shortcuts with Ctrl still work; the palette opens on this page, so that neither key left the page or opened the
	// help.
	page.Press("Control+k")
	page.WaitForFocus("Buscar em tudo")
	page.WaitGone("#teclas")
	if path := page.Path(); path != "/painel" {
		t.Errorf("a single key still leads to %s", path)
	}
}

// A menu is one stop of the Tab key: arrow keys move in it, Escape returns the focus.
func TestAccountMenu_ByKeyboard(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	browsertest.Read[any](page, `() => { document.querySelector(".nav-account").focus() }`)
	page.Press("Enter")
	page.WaitForFocus("Minha conta")
	page.Press("ArrowDown")
	page.WaitForFocus("Tarefas")
	page.Press("ArrowDown")
	page.WaitForFocus("Ajuda")
	page.Press("ArrowDown")
	page.WaitForFocus("Listas compactas")
	page.Press("End")
	page.WaitForFocus("Sair")
	page.Press("ArrowDown")
	page.WaitForFocus("Minha conta")
	page.Press("Escape")
	page.WaitGone("#conta")
	page.WaitUntil("the focus returns", `() => document.activeElement.matches(".nav-account")`)
}
