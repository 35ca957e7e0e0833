package browser_test

import (
	"testing"

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
	page.GoOffline()
	page.Click("Salvar")
	page.WaitForText(".f-held", "Sem internet. Enviamos quando voltar.")
	look(page, "offline-held")
	page.GoOnline()
	page.WaitForPath("/cadastro/perfil")
	page.WaitForText(".f-held", "Enviado às ")
	page.Visit("/sem-internet")
	look(page, "offline-page")
}
