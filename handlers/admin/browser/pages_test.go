package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// special are the views that the route table does not name.
var special = []looks.View{
	{Name: "no operators found", Path: "/admin/operadores?q=ninguem", By: dbtest.Camila},
	{Name: "operator of the portal", Path: "/admin/operadores/5", By: dbtest.Camila},
	{Name: "invited operator", Path: "/admin/operadores/6", By: dbtest.Camila},
	{Name: "own account as an administrator", Path: "/admin/operadores/1", By: dbtest.Camila},
	{Name: "inviting refused", Path: "/admin/operadores/novo", By: dbtest.Camila, Reach: invitingRefused, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "removal", Path: "/admin/operadores/2", By: dbtest.Camila, Reach: looks.Opened("Excluir", "#excluir")},
	{Name: "last administrator", Path: "/admin/operadores/1", By: dbtest.Camila, Reach: looks.Opened("Desativar", "#desativar")},
	{Name: "mails that failed", Path: "/admin/correio?situacao=falhas", By: dbtest.Camila},
	{Name: "configuration of boxes", Path: "/admin/configuracoes/access", By: dbtest.Camila},
	{Name: "no mails found", Path: "/admin/correio?q=ninguem", By: dbtest.Camila},
	{Name: "all of the filter", Path: "/admin/pecas", By: dbtest.Camila, Reach: func(page *browsertest.Page) {
		browsertest.Read[any](page, `() => { document.querySelector("[data-pick-all]").click() }`)
		page.Click("Selecionar os 1.284")
		page.WaitForText("[data-count]", "1.284 selecionados")
	}},
	{Name: "expired tokens", Path: "/admin/tokens?situacao=expired", By: dbtest.Camila},
	{Name: "token of a partner", Path: "/admin/tokens/2", By: dbtest.Camila},
	{Name: "token for a partner", Path: newPartnerToken, By: dbtest.Camila},
	{Name: "token refused", Path: newPartnerToken, By: dbtest.Camila, Reach: tokenWithProblems, Unsaved: true,
		Refusal: http.StatusUnprocessableEntity},
	{Name: "token issued", Path: newPartnerToken, By: dbtest.Camila, Reach: issueForPartner},
	{Name: "no partner found", Path: "/admin/tokens/novo?profissional_texto=ninguem", By: dbtest.Camila},
	{Name: "no events found", Path: "/admin/seguranca?tipo=refusals&q=ninguem&de=2026-01-01", By: dbtest.Camila},
	{Name: "dialog", Path: "/admin/pecas", By: dbtest.Camila, Reach: looks.Opened("Abrir diálogo", "#peca-dialogo")},
	{Name: "drawer", Path: "/admin/pecas", By: dbtest.Camila, Reach: looks.Opened("Abrir gaveta", "#peca-gaveta")},
	{Name: "health examined", Path: "/admin/saude", By: dbtest.Camila, Reach: func(page *browsertest.Page) {
		page.Click("Examinar agora")
		page.WaitForText(".toaster", " exames: ")
	}},
	{Name: "menu", Path: "/admin/pecas", By: dbtest.Camila, Reach: looks.Opened("Mover para…", "#peca-menu")},
}

// Every page and special view of the surface: no axe violation, no sideways scroll, one h1, nothing in the
// console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.SeedSettings(t)
	looks.Check(t, app, append(looks.Views(t, app, "admin"), special...))
}

func invitingRefused(page *browsertest.Page) {
	page.Fill("E-mail", dbtest.Ivo.Email)
	page.Click("Profissional")
	page.Click("Enviar convite")
	page.WaitFor("[role=alert]")
}
