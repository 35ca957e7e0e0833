package browser_test

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/associates"
	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
)

const chosenPassword = "Recomeço!7"

// An administrator invites, a mail arrives, and the invited person signs in by its link, by keyboard alone.
func TestInvite_Accepted(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Camila).POST("/api/v1/system-users", map[string]any{
		"name": "Nádia", "last_name": "Nogueira", "email": "nadia.eva@acolhe.test", "permissions": []string{"Acolhimento"},
	}).Want(http.StatusCreated)
	app.Deliver(t)
	page := browsertest.Open(t, app)
	page.Visit(linkFor(t, app, "nadia.eva@acolhe.test"))
	page.WaitForText("h1", "Boas-vindas, Nádia")
	page.WaitForFocus("Senha")
	for typed, open := range map[string]string{
		"recomeço": "Uma letra maiúscula,Um caractere especial, como ! ou #", "Nádia!123": "Sem seu nome, seu e-mail ou o nome da associação",
		"Acolhe!99": "Sem seu nome, seu e-mail ou o nome da associação", "E-v-a!2026": "Sem seu nome, seu e-mail ou o nome da associação", "Medieval!99": "", "Password!": "Fora da lista de senhas mais usadas", chosenPassword: "",
	} {
		page.Fill("Senha", typed)
		page.WaitUntil("the open rules of "+typed,
			`() => [...document.querySelectorAll(".rules > li:not(.met)")].map((rule) => rule.textContent).join() === "`+open+`"`)
	}
	page.Fill("Senha", chosenPassword)
	page.Press("Enter")
	page.WaitForPath("/painel")
	page.WaitForText(".toast", "Boas-vindas!")
	page.WaitForText(".nav-account", "Nádia Nogueira")
}

// A forgotten password: the real jobs send the mail; the earlier session has ended, and the new password works.
func TestForgottenPassword_Reset(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	workJobs(t, app)
	before := app.As(t, dbtest.Bruno)
	page := browsertest.Open(t, app)
	page.Visit("/entrar")
	page.WaitForFocus("E-mail")
	page.Click("Esqueci minha senha")
	page.WaitForPath("/nova-senha")
	page.WaitForFocus("E-mail")
	page.Type(dbtest.Bruno.Email)
	page.Press("Enter")
	page.WaitForPath("/nova-senha/pedido")
	page.WaitForText("h1", "Confira seu e-mail")
	awaitLetters(t, app, 1)
	app.Deliver(t)
	page.Visit(linkFor(t, app, dbtest.Bruno.Email))
	page.WaitForFocus("Nova senha")
	before.GET("/api/v1/auth/me").Want(http.StatusOK)
	page.Type(chosenPassword)
	page.Press("Enter")
	page.WaitForPath("/entrar")
	page.WaitForText(".toast", "Senha salva. Entre com ela.")
	before.GET("/api/v1/auth/me").WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	page.WaitForFocus("E-mail")
	page.Type(dbtest.Bruno.Email)
	page.Press("Tab")
	page.Type(chosenPassword)
	page.Press("Enter")
	page.WaitForPath("/painel")
}

// A changed password keeps this session and ends all others.
func TestAccount_PasswordChangedByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Renata)
	elsewhere := page.Script()
	page.Visit("/conta")
	page.Expect(http.StatusUnprocessableEntity)
	page.Fill("Senha atual", dbtest.Password)
	page.Press("Tab", "Tab")
	page.WaitForFocus("Nova senha")
	page.Type("curta")
	page.Press("Enter")
	page.WaitForSummary()
	page.Fill("Senha atual", dbtest.Password)
	page.Fill("Nova senha", chosenPassword)
	page.Press("Enter")
	page.WaitForText(".toast", "Senha trocada.")
	elsewhere.GET("/api/v1/auth/me").WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	page.Script().GET("/api/v1/auth/me").Want(http.StatusOK)
	page.Click("Sair")
	page.WaitForPath("/entrar")
}

func TestLogin_RateLimitedCountsDown(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	tireOut(t, app, dbtest.Priscila)
	page := browsertest.Open(t, app)
	page.Expect(http.StatusTooManyRequests)
	page.Visit("/entrar")
	loginLimited(page)
	page.WaitUntil("the message has the focus", `() => document.activeElement.matches("[role=alert]")`)
	// Pretend that the rest of the wait has passed.
	browsertest.Read[any](page, `() => { document.querySelector("x-espera").until = Date.now() }`)
	page.WaitForText("[role=alert]", "Já pode tentar de novo.")
}

func TestLogin_RefusedKeepsEmail(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.Expect(422)
	page.Visit("/entrar")
	loginRefused(page)
	page.WaitForSummary()
	if page.Value("[name=email]") != dbtest.Bruno.Email || page.Value("[name=password]") != "" {
		t.Error("the form holds something else than the address")
	}
	if title := page.Title(); title != "Erro: Entrar · Acolhe" {
		t.Errorf("the title is %q", title)
	}
}

// workJobs runs the jobs of password resets, as the program does.
func workJobs(t *testing.T, app *handlertest.App) {
	t.Helper()
	desk := passwordreset.Service{DB: app.DB, Now: time.Now,
		Passwords: []passwordreset.Passwords{operators.Passwords(app.Mail), associates.Passwords(app.Mail)}}
	runner, err := jobs.New(app.Pool, slog.New(slog.DiscardHandler), jobs.List{desk.Job()}, func(context.Context, jobs.Failure) {})
	if err != nil {
		t.Fatal(err)
	}
	lasting := context.WithoutCancel(t.Context())
	if err := runner.Start(lasting); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(lasting, 20*time.Second)
		defer cancel()
		if err := runner.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
}

// awaitLetters waits until this many mails are in the outbox.
func awaitLetters(t *testing.T, app *handlertest.App, count int) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for len(app.Letters(t)) < count {
		if time.Now().After(deadline) {
			t.Fatalf("there are not %d letters", count)
		}
	}
}

// linkFor returns the path of the link in the last mail to an address.
func linkFor(t *testing.T, app *handlertest.App, address string) string {
	t.Helper()
	var envelope mail.Entry
	if err := app.DB.WithContext(t.Context()).Where("recipient = ?", address).Order("id desc").First(&envelope).Error; err != nil {
		t.Fatal(err)
	}
	kept, err := app.Mail.Folder.Read(envelope.Reference)
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(regexp.QuoteMeta(app.URL) + `(\S+)`).FindStringSubmatch(kept.Text)
	if link == nil {
		t.Fatalf("no link in %s", kept.Text)
	}
	return strings.TrimSpace(link[1])
}
