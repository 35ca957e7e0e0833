package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A form that is sent without internet is held, and sent when the internet is back.
func TestOffline_HeldSubmit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	browsertest.Read[any](page, `() => { Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true }) }`)
	page.Click("Salvar")
	page.WaitForText(".f-held", "Sem internet. Enviamos quando voltar.")
	look(page, "offline-held")
	browsertest.Read[any](page, `() => { delete navigator.onLine; dispatchEvent(new Event("online")) }`)
	page.WaitForPath("/cadastro/perfil")
	page.WaitForText(".f-held", "Enviado às ")
	page.Visit("/sem-internet")
	look(page, "offline-page")
}
