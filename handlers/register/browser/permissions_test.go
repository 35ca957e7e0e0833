package browser_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The own permissions: seen, withdrawn after what changes was read, and given again; and the page about privacy.
func TestPermissions_Own(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/permissoes")
	look(page, "permissions-own")
	page.Click("Retirar: Avisos pelo WhatsApp")
	page.WaitForPath("/cadastro/permissoes/whatsapp/retirar")
	look(page, "permissions-withdraw")
	page.Click("Retirar a permissão")
	page.WaitForPath("/cadastro/permissoes")
	page.Click("Permitir: Avisos pelo WhatsApp")
	page.WaitForPath("/cadastro/permissoes/whatsapp")
	look(page, "permissions-give")
	page.Click("Permitir")
	page.WaitForPath("/cadastro/permissoes")
	page.Visit("/cadastro/permissoes/historico")
	look(page, "permissions-history")
	page.Visit("/cadastro/privacidade")
	look(page, "privacy")
}

// The start page and the documents while the staff checks, and after a refusal.
func TestDocuments_States(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	for _, kind := range [][2]string{{"receita", "prescription"}, {"laudo", "report"}} {
		ana.With("Sec-Fetch-Site", "same-origin").
			Upload("/cadastro/meus-documentos/enviar/arquivo?tipo="+kind[0]+"&para=eu", "papel.jpg", mediatest.JPEG(t, 1200, 900),
				map[string]string{"doc_kind": kind[1]}).Want(303)
	}
	app.Exec(t, "update document_checks set state = 'refused', reason = 'Falta a página 2.' where id = (select min(id) from document_checks)")
	app.Exec(t, `update users set prescription = '{"expires": "2026-12-01"}' where id = 1`)
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/meus-documentos")
	page.WaitForText("main", "Falta a página 2.")
	look(page, "documents-states")
	page.Visit("/cadastro")
	page.WaitForText(".h-next", "Envie outra foto do documento")
	look(page, "home-states")
}
