package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
)

// An administrator invites a professional to the portal by keyboard alone, and finds the account in the list.
func TestOperator_InvitedByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores")
	page.Press("n")
	page.WaitForPath("/admin/operadores/novo")
	page.Fill("Nome", "Otávio")
	page.Press("Tab")
	page.Type("Linhares")
	page.Press("Tab")
	page.Type("otavio@acolhe.test")
	// Four roles of the staff, then the role of the portal.
	page.Press("Tab", "Tab", "Tab", "Tab", "Tab", " ", "Tab")
	page.WaitForFocus("Profissional")
	page.Type("otav")
	page.WaitForText("[role=option]", dbtest.DrOtavio.Name)
	page.Press("Enter", "Tab", "Enter")
	page.WaitForPath("/admin/operadores")
	page.WaitForText(".toast", "Convite para otavio@acolhe.test criado")
	page.WaitForText("tbody", "Otávio Linhares")
	if app.Count(t, "system_users", "email = 'otavio@acolhe.test' and internal_code = $1 and status = 'pending'", dbtest.DrOtavio.Code) != 1 {
		t.Error("the account is not stored as it was typed")
	}
}

// The role of the portal and those of the staff exclude each other, and the field of the professional appears
// with the first.
func TestOperatorForm_ProfessionalRoleAlone(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores/novo")
	off := func() string {
		return browsertest.Read[string](page, `() => [...document.querySelectorAll("[name=permissions]:disabled")].map((box) => box.value).join(" ")`)
	}
	shown := func() bool {
		return browsertest.Read[bool](page, `() => document.querySelector("[name=internal_code_texto]").checkVisibility()`)
	}
	if off() != "" || shown() {
		t.Errorf("at first %q are off", off())
	}
	page.Click("Profissional")
	if off() != "Administrador Acolhimento Produção Financeiro doc_sign.manage" || !shown() {
		t.Errorf("beside Profissional %q are off", off())
	}
	page.Click("[value=Profissional]")
	page.Click("Financeiro")
	if off() != "Profissional" || shown() {
		t.Errorf("beside Financeiro %q are off", off())
	}
}

// The link is copied from the only page that shows it.
func TestOperator_InviteLinkCopied(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t, withoutMail))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores/6")
	page.Click("Reenviar convite")
	page.WaitForText("h1", "Convite de Paula Peixoto")
	link := page.Text(".copy code")
	if !strings.Contains(link, "/convite?token=") || page.Attribute("x-copiar", "data-text") != link {
		t.Errorf("the link is %q", link)
	}
	page.CheckAccessibility()
	page.Click("Já entreguei")
	page.WaitForPath("/admin/operadores")
	page.WaitForText("tbody", "Convite vence em")
}

// Removing asks for confirmation, names the person, and keeps the account unless confirmed.
func TestOperator_RemovalConfirmed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores/2")
	page.Click("Excluir")
	page.WaitForText("#excluir", "Excluir a conta de Bruno Acioli?")
	page.WaitForFocus("Cancelar")
	page.Press("Escape")
	page.WaitForFocus("Excluir")
	if app.Count(t, "system_users", "id = 2") != 1 {
		t.Fatal("it was removed unasked")
	}
	page.Press("Enter")
	page.WaitFor("#excluir")
	page.Click("Excluir conta")
	page.WaitForPath("/admin/operadores")
	page.WaitForText(".toast", "Conta de Bruno Acioli excluída.")
	if app.Count(t, "system_users", "id = 2") != 0 {
		t.Error("it is still there")
	}
}

func TestOperatorsList_FilteredWhileTyping(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores")
	page.Press("/")
	page.Type("inacio")
	page.WaitForPath("/admin/operadores?q=inacio")
	page.WaitGone("tbody a[href='/admin/operadores/1']")
	page.WaitFor("tbody a[href='/admin/operadores/7']")
	// A tab keeps the search.
	page.Click("Ativos")
	page.WaitForPath("/admin/operadores?q=inacio&situacao=active")
	page.WaitForText("main", "Nenhum operador com estes filtros")
	page.Click("Limpar filtros")
	page.WaitForPath("/admin/operadores")
}

// Without scripts the form is one page, validated by the server.
func TestOperator_InvitedWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.WithoutScripts()
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores/novo")
	page.Fill("Nome", "Otávio")
	page.Fill("E-mail", "otavio@acolhe.test")
	page.Click("Profissional")
	page.Fill("internal_code_texto", "otavio-crmv")
	page.Click("Enviar convite")
	page.WaitForPath("/admin/operadores")
	if app.Count(t, "system_users", "internal_code = $1", dbtest.DrOtavio.Code) != 1 {
		t.Error("nobody was invited")
	}
}

func withoutMail(config *handlers.Config) { config.Mail = mail.Outbox{} }

// An administrator lets an operator manage the terms, beside the role; the operator finds them in the menu of the panel,
// changes one and publishes it.
func TestOperator_ManagesTerms(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	operator := browsertest.Open(t, app)
	operator.SignIn(dbtest.Priscila)
	operator.Visit("/painel")
	operator.WaitGone("nav a[href='/admin/modelos']")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/operadores/3")
	page.Click("[value='doc_sign.manage']")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Salvar")
	page.WaitForText(".toast", "salvas")

	operator.SignIn(dbtest.Priscila)
	operator.Visit("/painel")
	operator.Click("nav a[href='/admin/modelos']")
	operator.WaitForPath("/admin/modelos")
	operator.CheckAccessibility()
	operator.Visit("/admin/modelos/self/publicar")
	operator.Click("main form button[type=submit]")
	operator.WaitForText(".toast", "publicad")
	if app.Count(t, "sign_template_versions", "published_by = $1::uuid", dbtest.Priscila.UserCode) != 1 {
		t.Error("nothing is published")
	}
}
