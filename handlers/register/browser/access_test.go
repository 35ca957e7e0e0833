package browser_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The own devices: seen, one ended, and then the others.
func TestDevices_Own(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.AsAssociate(t, dbtest.Ana)
	app.AsAssociate(t, dbtest.Ana)
	app.Exec(t, "update sessions set device = case when id % 2 = 0 then 'Edge no Windows' else 'Chrome no Android' end, ip = '203.0.113.7'")
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/perfil")
	page.Click("Senha e aparelhos")
	page.WaitForPath("/cadastro/perfil/senha")
	look(page, "devices-own")
	page.Click("Sair de Edge no Windows")
	page.WaitForText("#avisos", "O aparelho saiu da sua conta.")
	page.Click("Sair de todos os outros")
	page.WaitForText("#avisos", "Os outros aparelhos saíram da sua conta.")
	if app.Count(t, "sessions", "associate_id = $1 and ended_at is null", dbtest.Ana.ID) != 1 {
		t.Error("another device is signed in")
	}
}
