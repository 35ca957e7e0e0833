package browser_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// By keyboard alone: the second step is turned on, asked for at the sign-in, and again where a password changes.
func TestSecondStep_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Renata)
	page.Visit("/conta/segunda-etapa")
	page.WaitForFocus("Código do aplicativo")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("second step")
	secret := strings.ReplaceAll(browsertest.Read[string](page, `() => document.querySelector(".set-up-key").textContent`), " ", "")
	page.Type(codeOf(t, app, secret))
	page.WaitForText("h1", "Guarde os códigos de reserva")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("recovery codes")
	code := page.Text(".codes li code")
	page.Phone()
	page.CheckLayout()
	page.Desktop()
	page.Visit("/conta")
	page.WaitForText("main", "ainda valem")
	page.Screenshot("account")

	other := browsertest.Open(t, app)
	other.Visit("/entrar")
	other.WaitForFocus("E-mail")
	other.Type(dbtest.Renata.Email)
	other.Press("Tab")
	other.Type(dbtest.Password)
	other.Press("Enter")
	other.WaitForText("h1", "Código de 6 números")
	other.WaitForFocus("Código do aplicativo")
	other.CheckAccessibility()
	other.Phone()
	other.Screenshot("code")
	other.CheckLayout()
	other.Type(codeOf(t, app, secret))
	other.WaitForPath("/portal")
	other.Desktop()

	app.Exec(t, "update sessions set confirmed_at = now() - interval '1 hour'")
	other.Visit("/conta")
	other.Fill("Senha atual", dbtest.Password)
	other.Fill("Nova senha", chosenPassword)
	other.Expect(http.StatusUnauthorized)
	other.Press("Enter")
	other.WaitForText("h1", "Confirme que é você")
	other.WaitForFocus("Código do aplicativo")
	other.CheckAccessibility()
	other.CheckLayout()
	other.Screenshot("confirm")
	other.Click("Usar um código de reserva")
	other.Fill("Código de reserva", code)
	other.Press("Enter")
	other.WaitForPath("/conta")
	other.WaitForText(".toast", "Senha trocada.")
}

// codeOf returns the current code, and lets it be used again.
func codeOf(t *testing.T, app *handlertest.App, secret string) string {
	t.Helper()
	app.Exec(t, "update authenticators set last_step = 0")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}
