package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator adds a status by keyboard and buttons, and saves with Ctrl+S.
func TestConfiguration_Journey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/configuracoes/triage")
	page.Screenshot("configuration")
	page.Click("Adicionar situação")
	page.WaitForText(".form-foot-sticky", "1 mudança não salva: Situações da fila")
	page.Type("Retorno")
	page.Click("Mover linha 4 para cima")
	page.WaitForFocus("Mover Retorno para cima")
	page.Screenshot("configuration with a new status")
	page.Press("Control+s")
	page.WaitForText(".toast", "Configurações salvas.")
	page.Phone()
	page.Visit("/admin/configuracoes/triage")
	page.Screenshot("configuration on a phone")
}
