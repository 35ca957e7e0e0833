package browser_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
)

// By keyboard alone, from the associate's request to the verified certificate: João asks, Camila checks who asks and what leaves and calls the
// second person, Bruno confirms with the second step, the certificate is downloaded, and its code is verified.
func TestErasure_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	joao := browsertest.Walk(browsertest.Open(t, app), keyboard)
	joao.Become(app.AsAssociate(t, dbtest.Joao))
	joao.Open("/cadastro/perfil/meus-dados")
	joao.Use("Apagar meus dados")
	joao.Arrive("/cadastro/perfil/meus-dados/apagar")
	joao.Write("Sua senha", dbtest.Password)
	joao.Press("Enter")
	joao.WaitForText("main", "Recebemos o seu pedido")

	camila := newStaff(t, app, dbtest.Camila)
	camila.Visit("/admin/privacidade")
	camila.Use("Continuar: pedido de João da Conceição")
	camila.WaitForPath("/admin/privacidade/pedidos/1")
	camila.checkDialog(t, "Pedir mais informação…")
	camila.Use("Ver a prévia")
	camila.WaitForPath("/admin/privacidade/apagar/3")
	camila.Expect(http.StatusUnauthorized)
	camila.Use("Pedir a segunda pessoa")
	camila.confirm(t)
	camila.WaitForText("main", "Precisa ser outra pessoa.")

	bruno := newStaff(t, app, dbtest.Bruno)
	bruno.Visit("/admin/privacidade/eliminacoes")
	bruno.Use("Cadastro 3")
	bruno.WaitForPath("/admin/privacidade/apagar/3")
	bruno.checkDialog(t, "Desistir…")
	bruno.Expect(http.StatusUnauthorized)
	bruno.Use("Confirmar e apagar")
	bruno.confirm(t)
	bruno.WaitForPath("/admin/privacidade/eliminacoes/1")
	bruno.WaitForText("main", "Apagando")
	if err := areas.NewErasures(app.Env()).Work(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	bruno.WaitForText("main", "Código da certidão")
	certificate := bruno.Save("Baixar certidão", func() { bruno.Use("Baixar certidão") })
	if !strings.HasPrefix(certificate, "%PDF-") {
		t.Error("the certificate is no PDF")
	}
	code := bruno.Text(".facts div:last-child dd")
	bruno.Use("Conferir a certidão")
	bruno.WaitForText("h1", "Certidão autêntica")

	nobody := browsertest.Walk(browsertest.Open(t, app), keyboard)
	nobody.Open("/verificar")
	nobody.Write("Código do documento", code)
	nobody.Press("Enter")
	nobody.WaitForText("h1", "Certidão autêntica")
	if strings.Contains(nobody.Text("main"), "João") {
		t.Error("the verification names the person")
	}
}

var keyboard = browsertest.Way{Name: "keyboard", Keyboard: true}

// staff is an administrator with a second step, which a session of an hour ago does not have.
type staff struct {
	browsertest.Walker
	app    *handlertest.App
	secret string
}

// newStaff signs an administrator in, and turns the second step on.
func newStaff(t *testing.T, app *handlertest.App, operator dbtest.Operator) staff {
	t.Helper()
	s := staff{browsertest.Walker{Page: browsertest.Open(t, app), Way: keyboard}, app, ""}
	s.SignIn(operator)
	s.Visit("/conta/segunda-etapa")
	s.WaitForFocus("Código do aplicativo")
	s.secret = strings.ReplaceAll(browsertest.Read[string](s.Page, `() => document.querySelector(".set-up-key").textContent`), " ", "")
	s.Type(s.code(t))
	s.WaitForText("h1", "Guarde os códigos de reserva")
	app.Exec(t, "update sessions set confirmed_at = now() - interval '1 hour'")
	return s
}

// code returns the current code of the app, and lets it be used again.
func (s staff) code(t *testing.T) string {
	t.Helper()
	s.app.Exec(t, "update authenticators set last_step = 0")
	code, err := totp.GenerateCode(s.secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// checkDialog opens a dialog with its button; Escape leads back to the button.
func (s staff) checkDialog(t *testing.T, button string) {
	t.Helper()
	s.Use(button)
	s.WaitFor("dialog[open]")
	s.WaitUntil("the focus is in the dialog", `() => document.querySelector("dialog[open]").contains(document.activeElement)`)
	s.Press("Escape")
	s.WaitUntil("the dialog is gone", `() => !document.querySelector("dialog[open]")`)
	s.WaitForFocus(button)
}

// By keyboard alone, a request that came by letter: the identity is checked in a dialog, after which the next
// step is six Tabs from the link over the menu at most.
func TestIdentity_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into privacy_requests (user_id, kind, channel, text, received_on, due_on, created_by, date_created)
		values (3, 'erase', 'letter', 'Quero sair.', current_date, current_date + 15, 'Camila Torres', now())`)
	camila := staff{browsertest.Walker{Page: browsertest.Open(t, app), Way: keyboard}, app, ""}
	camila.SignIn(dbtest.Camila)
	camila.Visit("/admin/privacidade/pedidos/1")
	camila.checkDialog(t, "Conferir quem pede…")
	camila.Press("Enter")
	camila.WaitFor("dialog[open]")
	camila.Use("Documento com foto")
	camila.Use("Conferido")
	camila.WaitUntil("the dialog is gone", `() => !document.querySelector("dialog[open]")`)
	camila.WaitForText("main", "Ver a prévia")
	camila.Press("Tab", "Enter") // over the menu
	for tabs := 1; camila.FocusedName() != "Ver a prévia"; tabs++ {
		if tabs > 6 {
			t.Fatalf("after %d Tabs the focus is on “%s”", tabs, camila.FocusedName())
		}
		camila.Press("Tab")
	}
	camila.Press("Enter")
	camila.WaitForPath("/admin/privacidade/apagar/3")
}

// confirm passes the second step, which comes before what was pressed happens.
func (s staff) confirm(t *testing.T) {
	t.Helper()
	s.WaitForText("h1, dialog[open] h2", "Confirme que é você")
	s.WaitForFocus("Código do aplicativo")
	s.CheckAccessibility()
	s.Type(s.code(t))
}
