package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The staff finds orders and appointments by who made them and when, collaborators among the professionals, and all
// services of a professional.
func TestFilters_CreatorDayAndCollaborator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set service_user = (select user_code::text from system_users where id = $1), date_created = '2026-11-10T12:00:00-03:00' where id = 1", dbtest.Camila.ID)
	app.Exec(t, "update orders set service_user = (select user_code::text from system_users where id = $1) where id <> 1", dbtest.Bruno.ID)
	app.Exec(t, "update services set created_by_user_code = (select user_code from system_users where id = $1)", dbtest.Bruno.ID)
	app.Exec(t, "update professionals set is_collaborator = id = 2")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos")
	page.Click("Mais filtros")
	page.Fill("Criado por", "camila")
	page.WaitForPath("/painel/pedidos?criado_por=camila")
	page.WaitForText(".chips", "camila")
	page.WaitForText(".chips", "1 pedido")
	page.Visit("/painel/pedidos?criado_por=camila&de=2026-11-11")
	page.WaitForText("main", "Nenhum pedido com estes filtros")
	page.Visit("/painel/agenda/lista?quando=todas")
	page.Click("Mais filtros")
	page.Fill("Criado por", "camila")
	page.WaitForText("main", "Nenhum agendamento com estes filtros")
	page.Visit("/painel/profissionais")
	browsertest.Read[any](page, `() => {
		const select = document.querySelector("select[name=colabora]");
		select.value = "sim";
		for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true }));
	}`)
	page.WaitForText(".chips", "1 profissional")
	page.CheckAccessibility()
	page.Visit("/painel/profissionais/2")
	page.Click("Ver todos")
	page.WaitForText("h1", "Agendamentos")
	page.WaitForText(".chips", "Profissional")
	page.CheckLayout()
}
