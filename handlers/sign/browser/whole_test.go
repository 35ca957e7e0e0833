package browser_test

import (
	"os"
	"path/filepath"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const editor = "x-modelo[data-ready] .ProseMirror"

// From the template to the proof: an administrator writes and publishes the term, the staff sends it, the associate signs
// with a finger and becomes Associado, and the staff verifies it, before and after a byte of the stored PDF has changed.
func TestSign_FromTemplateToProof(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '4', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	publishText(browsertest.Open(t, app), "Combinado com a diretoria em reunião.")
	staff := browsertest.Open(t, app)
	staff.SignIn(dbtest.Bruno)
	staff.Visit("/painel/assinaturas/novo?associado=" + dbtest.Carla.UserCode)
	staff.Click("Enviar termo")
	staff.WaitForText("h1", dbtest.Carla.FullName())

	phone := browsertest.Open(t, app)
	signInOnPhone(phone)
	link := linkOf(phone)
	phone.Click("Ler e assinar agora")
	phone.WaitForPath(link)
	phone.WaitForText("main", "Combinado com a diretoria em reunião.")
	phone.Click("Assinar")
	phone.WaitFor(pad)
	phone.Stroke(pad, first...)
	phone.BeginStroke(pad, second...)
	phone.PhoneOnSide()
	phone.WaitUntil("the drawing is wide", `() => document.querySelector(".s-pad").clientWidth > 500`)
	phone.EndStroke()
	phone.Click("Usar esta assinatura")
	phone.WaitForPath(link + "/concluir")
	phone.Click(".s-consent")
	phone.Click("Assinar o termo")
	phone.WaitForPath(link + "/pronto")
	phone.WaitForText("main", "páginas")
	phone.Phone()
	completeFunnel(phone)
	phone.WaitForText("main", "páginas")
	if app.Count(t, "users", "id = $1 and status = 'Associado' and adhesion_term is not null", dbtest.Carla.ID) != 1 {
		t.Error("she is no Associado")
	}

	verify := func(verdict string) {
		t.Helper()
		staff.Visit("/painel/assinaturas")
		staff.Click("Conferir termo de " + dbtest.Carla.FullName())
		staff.WaitForText("dialog[open]", verdict)
	}
	verify("Confere com o que foi assinado")
	staff.WaitForText("dialog[open]", "Desenhada")
	staff.WaitUntil("the signature is shown", `() => document.querySelector("dialog .signature img").naturalWidth > 0`)
	staff.CheckAccessibility()
	staff.Screenshot(t.Name() + "-verified")
	flipByte(t, app, "signed_pdf_file_id")
	browsertest.Read[any](staff, `() => { window.loaded = true }`)
	staff.Click("Conferir de novo")
	staff.WaitForText("dialog[open]", "Termo assinado: arquivo alterado")
	if !browsertest.Read[bool](staff, `() => window.loaded === true`) {
		t.Error("the page was loaded again")
	}
	verify("Termo assinado: arquivo alterado")
	staff.Screenshot(t.Name() + "-changed")
}

// publishText adds a line to the term of associates who sign for themselves, and publishes it.
func publishText(page *browsertest.Page, line string) {
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/modelos")
	page.Click("Associado ou animal")
	page.WaitFor(editor)
	page.Click(editor + " > :last-child")
	page.WaitUntil("the tools show the last line", `() => document.querySelector("[data-command=align]").value === "right"`)
	page.Press("End", "Enter")
	page.Type(line)
	page.WaitForText("[data-saved]", "Rascunho salvo às")
	page.Click("Publicar versão 1")
	page.Fill("O que mudou", "Primeira versão")
	page.Click("Publicar versão 1")
	page.WaitForText(".toast", "Versão publicada.")
}

// completeFunnel goes from the signed term to the end of the registration.
func completeFunnel(page *browsertest.Page) {
	page.Click("Continuar cadastro")
	page.WaitForPath("/cadastro/receita")
	page.WaitUntil("the prescription is chosen", choose)
	page.WaitForText("#campo-prescription", "receita.jpg")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/concluir")
	page.Click("Concluir cadastro")
	page.WaitForPath("/cadastro/completo")
}

// flipByte changes one bit in the middle of the stored document of the only contract.
func flipByte(t *testing.T, app *handlertest.App, column string) {
	t.Helper()
	var key string
	row := app.Pool.QueryRow(t.Context(), "select storage_key from files join contracts on files.id = contracts."+column)
	if err := row.Scan(&key); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(app.Storage.Folder, key[:2], key)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
