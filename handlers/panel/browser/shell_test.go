package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func panelOf(t *testing.T, operator dbtest.Operator) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(operator)
	page.Visit("/painel")
	return page
}

func TestPalette_Navigation(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	openPalette(page)
	page.Type("PEDÍ")
	page.WaitUntil("what has to do with orders is offered", `() => [...document.querySelectorAll("#paleta [role=option]")]
		.filter((option) => option.checkVisibility()).map((option) => option.querySelector("span").textContent).join() .startsWith("Pedidos,Novo pedido")`)
	active := page.Attribute("#paleta input", "aria-activedescendant")
	if active == "" || page.Attribute("#"+active, "aria-selected") != "true" {
		t.Error("the selected option has no aria-selected for screen readers")
	}
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos")

	openPalette(page)
	page.Type("x1z")
	page.WaitForText("#paleta", "Nada encontrado")
	page.Press("Escape")
	page.WaitGone("#paleta")
}

// openPalette waits until the first entry is marked: only then does the palette handle keys.
func openPalette(page *browsertest.Page) {
	page.Press("Control+k")
	page.WaitForFocus("Buscar em tudo")
	page.WaitFor("#paleta [aria-selected=true]")
}

func TestTheme_Kept(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	for _, theme := range []struct{ name, class, next string }{
		{"automático", "auto", "claro"}, {"claro", "", "escuro"}, {"escuro", "dark", "automático"},
	} {
		page.WaitUntil("the theme is "+theme.name, `(theme) => document.documentElement.className === theme`, theme.class)
		page.Reload()
		// The class is part of the HTML: a script that sets it later would make the page flash.
		if served := servedClass(page); served != theme.class {
			t.Errorf("%s: the server writes the class %q", theme.name, served)
		}
		page.Click("Tema: " + theme.name + ". Trocar")
		page.WaitForFocus("Tema: " + theme.next + ". Trocar")
	}
}

// servedClass returns the class of <html> in the HTML from the server.
func servedClass(page *browsertest.Page) string {
	return browsertest.Read[string](page, `async () =>
		new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html").documentElement.className`)
}

func TestDensity_Kept(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	const height = `() => document.querySelector("tbody tr").getBoundingClientRect().height`
	compact := browsertest.Read[float64](page, height)
	page.Click(".nav-account")
	page.WaitForFocus("Minha conta")
	page.Press("ArrowDown")
	page.WaitForFocus("Tarefas")
	page.Press("ArrowDown")
	page.WaitForFocus("Ajuda")
	page.Press("ArrowDown")
	page.WaitForFocus("Listas compactas")
	page.Press("Enter")
	page.WaitUntil("the rows are higher", `(compact) => document.querySelector("tbody tr").getBoundingClientRect().height > compact`, compact)
	page.Reload()
	if high := browsertest.Read[float64](page, height); high <= compact {
		t.Errorf("after a reload the rows are %v high, as %v before", high, compact)
	}
}

func TestMenu_Phone(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.Phone()
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	page.WaitGone("#menu")
	page.Click("Abrir o menu")
	page.WaitFor("#menu")
	page.Press("Escape")
	page.WaitGone("#menu")
	page.Click("Abrir o menu")
	page.Click("Pedidos")
	page.WaitForPath("/painel/pedidos")
	page.WaitGone("#menu")
}

func TestMenu_Folded(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	const width = `() => document.querySelector("#menu").getBoundingClientRect().width`
	wide := browsertest.Read[float64](page, width)
	page.Click("Menu lateral")
	page.WaitUntil("the menu is narrower", `(wide) => document.querySelector("#menu").getBoundingClientRect().width < wide`, wide)
	page.Reload()
	if again := browsertest.Read[float64](page, width); again >= wide {
		t.Errorf("after a reload the menu is %v wide again", again)
	}
}

// The first stop of the Tab key skips the menu.
func TestSkipLink_LeadsToContent(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	page.Press("Tab")
	page.WaitForFocus("Pular para o conteúdo")
	page.CheckFocusIsSeen()
	page.Press("Enter")
	page.WaitUntil("the content has the focus", `() => document.activeElement.id === "conteudo"`)
	page.Press("Tab")
	page.WaitForFocus("Organizar")
}

func TestAccountMenu_SignOut(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	page.Click(".nav-account")
	page.Click("Sair")
	page.WaitForPath("/entrar")
	page.Visit("/painel")
	page.WaitForPath("/entrar?volta=%2Fpainel")
	if page.Cookie("service_oss_session") != "" {
		t.Error("the browser still holds the session")
	}
}
