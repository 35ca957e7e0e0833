package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A button confirms a copy by itself, by its words or else by its icon, and to screen readers. The menu of an item stays open for it.
func TestCopy_Confirmed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	takePix(t, app)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/2")
	page.Click(".snippet button")
	page.WaitForText(".snippet button", "Copiado")
	page.WaitForText("#anuncio", "Copiado")
	page.Visit("/painel/associados/1")
	page.Click("Copiar o telefone")
	page.WaitFor(`x-copiar[data-said="Telefone copiado"] use[href$="#check"]`)
	page.WaitForText("#anuncio", "Telefone copiado")
	page.Click("[popovertarget=mais]")
	page.Click("Copiar código (UUID)")
	page.WaitForText(".menu:popover-open x-copiar", "Código copiado")
	page.WaitForText(".menu:popover-open x-copiar", "Copiar código (UUID)")
}
