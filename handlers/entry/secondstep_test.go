package entry_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// person is Bruno with a second step, signed in.
type person struct {
	*handlertest.Client
	app    *handlertest.App
	secret string
	codes  []string
}

// withStep turns Bruno's second step on by its pages, without scripts.
func withStep(t *testing.T, app *handlertest.App) person {
	t.Helper()
	return turnOnAs(t, app, dbtest.Bruno)
}

func turnOnAs(t *testing.T, app *handlertest.App, who dbtest.Operator) person {
	t.Helper()
	p := person{Client: app.As(t, who), app: app}
	form := p.GET("/conta/segunda-etapa").Want(200)
	p.secret = strings.ReplaceAll(form.HTML().Find(".set-up-key").Text(), " ", "")
	fields := form.Form("ligar")
	fields.Set("code", "123")
	if refused := p.Form("/conta/segunda-etapa", fields).Want(422); !strings.Contains(refused.Words(), "Código errado. Digite os 6 números que o aplicativo mostra agora.") ||
		refused.Form("ligar").Get("setup") != fields.Get("setup") {
		t.Errorf("a wrong code shows %s", refused.Words())
	}
	fields.Set("code", p.code(t))
	page := p.Form("/conta/segunda-etapa", fields).Want(200)
	for _, code := range page.HTML().Find(".codes code").EachIter() {
		p.codes = append(p.codes, code.Text())
	}
	if len(p.codes) != 10 {
		t.Fatalf("%d recovery codes on %s", len(p.codes), page.Words())
	}
	p.forget(t)
	return p
}

// code returns the current code.
func (p person) code(t *testing.T) string {
	t.Helper()
	code, err := totp.GenerateCode(p.secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// forget makes the last code acceptable again, so that a test does not wait for the next one.
func (p person) forget(t *testing.T) {
	t.Helper()
	p.app.Exec(t, "update authenticators set last_step = 0")
	p.app.Exec(t, "delete from rate_limits")
}

// grow ages the confirmations of all sessions.
func (p person) grow(t *testing.T, age string) {
	t.Helper()
	p.app.Exec(t, "update sessions set confirmed_at = now() - $1::interval", age)
}

func loginAs(who dbtest.Operator, password string) url.Values {
	return url.Values{"email": {who.Email}, "password": {password}, "volta": {"/painel/pedidos"}}
}

// The code page comes after the right password only, and opens the requested page.
func TestLogin_SecondStep(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	nobody := app.Nobody(t)
	asked := nobody.Form("/entrar", loginAs(dbtest.Bruno, dbtest.Password)).Want(200)
	if len(asked.Cookies()) != 0 || !strings.Contains(asked.Words(), "Código de 6 números") ||
		asked.HTML().Find("[autocomplete=one-time-code]").Length() != 1 {
		t.Fatalf("asked by %s", asked.Words())
	}
	fields := asked.Form("codigo")
	fields.Set("code", "000000")
	refused := nobody.Form("/entrar/codigo", fields).Want(422)
	if !strings.Contains(refused.Words(), "Código errado ou já usado.") || len(refused.Cookies()) != 0 {
		t.Errorf("refused by %s", refused.Words())
	}
	fields = refused.Form("codigo")
	fields.Set("code", bruno.code(t))
	if in := nobody.Form("/entrar/codigo", fields).Want(303); in.Location() != "/painel/pedidos" || len(in.Cookies()) != 1 {
		t.Errorf("leads to %s with %v", in.Location(), in.Cookies())
	}
	if again := app.Nobody(t).Form("/entrar/codigo", fields).Want(422); !strings.Contains(again.Words(), "já usado") {
		t.Errorf("a replayed code: %s", again.Words())
	}
	fields = asked.Form("reserva")
	fields.Set("recovery", "aaaa-bbbb")
	wrong := app.Nobody(t).Form("/entrar/codigo", fields).Want(422)
	wantRefusedRecovery(t, wrong, "recovery")
	fields = wrong.Form("reserva")
	fields.Set("recovery", bruno.codes[0])
	in := app.Nobody(t).Form("/entrar/codigo", fields).Want(303)
	if notice := in.Notice().Text; !strings.Contains(notice, "9\u00a0códigos restam") {
		t.Errorf("the notice is %q", notice)
	}
	if app.Count(t, "security_events", "kind = 'login.succeeded'") != 3 {
		t.Error("a sign-in is not recorded")
	}
}

// wantRefusedRecovery checks that the field of recovery codes, and no other, shows why its code was refused.
func wantRefusedRecovery(t *testing.T, page *handlertest.Answer, name string) {
	t.Helper()
	html := page.HTML()
	field := html.Find(`details[open] input[name="` + name + `"]`)
	if field.AttrOr("value", "") != "aaaa-bbbb" || field.AttrOr("aria-invalid", "") != "true" {
		t.Errorf("a refused recovery code is shown by %s", page.Words())
	}
	if html.Find("[autocomplete=one-time-code][aria-invalid=true]").Length() > 0 {
		t.Error("a refused recovery code is shown at the code of the app")
	}
}

// Until the right password, an account with a second step answers as one without it.
func TestLogin_SecondStepNotTold(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	withStep(t, app)
	with := app.Nobody(t).Form("/entrar", loginAs(dbtest.Bruno, "errada")).Want(422)
	without := app.Nobody(t).Form("/entrar", loginAs(dbtest.Camila, "errada")).Want(422)
	if strings.ReplaceAll(with.Words(), dbtest.Bruno.Email, dbtest.Camila.Email) != without.Words() {
		t.Errorf("told apart: %s and %s", with.Words(), without.Words())
	}
	for _, who := range []dbtest.Operator{dbtest.Bruno, dbtest.Camila} {
		app.Nobody(t).POST("/api/v1/auth/login", map[string]string{"email": who.Email, "password": "errada", "code": "123456"}).
			WantCode(401, "INVALID_CREDENTIALS")
	}
}

// The token between password and code is that of the person, and a new password ends it.
func TestLogin_SecondStepToken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	fields := app.Nobody(t).Form("/entrar", loginAs(dbtest.Bruno, dbtest.Password)).Want(200).Form("codigo")
	fields.Set("code", bruno.code(t))
	for _, token := range []string{"", "x", fields.Get("waiting")[:20]} {
		altered := url.Values{"waiting": {token}, "code": fields["code"]}
		if answer := app.Nobody(t).Form("/entrar/codigo", altered).Want(422); !strings.Contains(answer.Words(), "Comece de novo") {
			t.Errorf("%q: %s", token, answer.Words())
		}
	}
	app.Exec(t, "update system_users set password = password || 'x' where id = $1", dbtest.Bruno.ID)
	if answer := app.Nobody(t).Form("/entrar/codigo", fields).Want(422); !strings.Contains(answer.Words(), "Comece de novo") {
		t.Errorf("after a new password: %s", answer.Words())
	}
}

// JSON takes the code with the password; tokens are not affected.
func TestLogin_SecondStepJSON(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	script := app.WithToken(t, "*")
	bruno := withStep(t, app)
	body := map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}
	asked := app.Nobody(t).POST("/api/v1/auth/login", body).WantCode(401, "SECOND_FACTOR_REQUIRED")
	if len(asked.Cookies()) != 0 {
		t.Error("a cookie was set")
	}
	body["code"] = "000000"
	app.Nobody(t).POST("/api/v1/auth/login", body).WantCode(401, "INVALID_CREDENTIALS")
	body["code"] = bruno.code(t)
	if in := app.Nobody(t).POST("/api/v1/auth/login", body).Want(200); len(in.Cookies()) != 1 {
		t.Error("no cookie was set")
	}
	app.Nobody(t).POST("/api/v1/auth/login", body).WantCode(401, "INVALID_CREDENTIALS")
	script.GET("/api/v1/orders").Want(200)
}

// A form that needs the second step again is held, and continues with the code.
func TestConfirm_HeldForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	bruno.grow(t, "16 minutes")
	change := url.Values{"current": {dbtest.Password}, "password": {"Outra-Senha-Longa-7"}}
	asked := bruno.Form("/conta", change).Want(401)
	if !strings.Contains(asked.Words(), "Confirme que é você") || strings.Contains(asked.Body, dbtest.Password) ||
		strings.Contains(asked.Body, "Outra-Senha") {
		t.Fatalf("asked by %s", asked.Words())
	}
	action, _ := asked.HTML().Find("#confirmar").Attr("action")
	fields := asked.Form("confirmar")
	fields.Set("code", "000000")
	refused := bruno.Form(action, fields).Want(422)
	if !strings.Contains(refused.Words(), "Código errado ou já usado.") {
		t.Errorf("refused by %s", refused.Words())
	}
	camila := app.As(t, dbtest.Camila)
	camila.Form(action, fields).Want(422)
	fields = refused.Form("confirmar")
	fields.Set("code", bruno.code(t))
	bruno.Form("/conta/aparelhos/sair?confirmada=1", fields).Want(400) // what was held is of its address alone
	if done := bruno.Form(action, fields).Want(303); done.Location() != "/conta" || done.Notice().Text != "Senha trocada." {
		t.Errorf("leads to %s with %q", done.Location(), done.Notice().Text)
	}
}

// In an open page the dialog asks, and the page repeats its request.
func TestConfirm_Scripted(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	bruno.grow(t, "16 minutes")
	page := bruno.With("HX-Request", "true")
	if dialog := page.Form("/conta/segunda-etapa/codigos", nil).Want(401); dialog.HTML().Find("dialog form#confirmar").Length() != 1 {
		t.Fatalf("asked by %s", dialog.Body)
	}
	page.Form("/conta/confirmar", url.Values{"code": {"000000"}}).Want(422)
	wantRefusedRecovery(t, page.Form("/conta/confirmar", url.Values{"recovery": {"aaaa-bbbb"}}).Want(422), "recovery")
	if done := page.Form("/conta/confirmar", url.Values{"code": {bruno.code(t)}}).Want(204); done.Header.Get("HX-Trigger") != "sessao-aberta" {
		t.Errorf("triggers %q", done.Header.Get("HX-Trigger"))
	}
	page.Form("/conta/segunda-etapa/codigos", nil).Want(200)
}

// JSON of a stale session is refused where credentials change, and goes on elsewhere; an account without a second step is
// never asked.
func TestConfirm_JSON(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := turnOnAs(t, app, dbtest.Camila)
	camila.grow(t, "16 minutes")
	issue := map[string]any{"name": "loja", "scopes": []string{"*"}}
	calls := map[string]func() *handlertest.Answer{
		"token": func() *handlertest.Answer { return camila.POST("/api/v1/auth/tokens", issue) },
		"operator": func() *handlertest.Answer {
			return camila.JSON("PATCH", "/api/v1/system-users/2", map[string]any{"name": "Bruno"})
		},
		"export": func() *handlertest.Answer { return camila.GET("/api/v1/items/users?export=csv") },
	}
	for name, call := range calls {
		t.Log(name)
		call().WantCode(401, "SECOND_FACTOR_REQUIRED")
	}
	camila.GET("/api/v1/orders").Want(200)
	camila.grow(t, "14 minutes")
	camila.POST("/api/v1/auth/tokens", issue).Want(201)
	app.Exec(t, "update system_users set second_step_at = null")
	camila.grow(t, "1 day")
	camila.GET("/api/v1/items/users?export=csv").Want(200)
}

// Where the role needs a second step, the account page counts the days; then only the set-up opens.
func TestSecondStep_Grace(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'second_step_roles', '{"acolhimento": true}')
		on conflict (system, key) do update set value = excluded.value`)
	if page := bruno.GET("/conta").Want(200); !strings.Contains(page.Words(), "14 dias restam") {
		t.Errorf("the account page says %s", page.Words())
	}
	if app.Count(t, "system_users", "second_step_due is not null") != 1 {
		t.Fatal("another operator is counted down")
	}
	app.Exec(t, "update system_users set second_step_due = now() - interval '1 minute' where id = $1", dbtest.Bruno.ID)
	for _, path := range []string{"/painel", "/conta", "/painel/pedidos"} {
		if leads := bruno.GET(path).Want(303).Location(); leads != "/conta/segunda-etapa" {
			t.Errorf("%s leads to %s", path, leads)
		}
	}
	bruno.GET("/api/v1/orders").WantCode(401, "SECOND_FACTOR_REQUIRED")
	form := bruno.GET("/conta/segunda-etapa").Want(200)
	if form.HTML().Find("nav a[href='/painel/pedidos']").Length() > 0 {
		t.Error("the menu leads to pages that do not open")
	}
	p := person{Client: bruno, app: app, secret: strings.ReplaceAll(form.HTML().Find(".set-up-key").Text(), " ", "")}
	fields := form.Form("ligar")
	fields.Set("code", p.code(t))
	bruno.Form("/conta/segunda-etapa", fields).Want(200)
	bruno.GET("/painel").Want(200)
	app.Exec(t, "update system_users set second_step_at = null, second_step_due = now() - interval '1 day' where id = $1", dbtest.Bruno.ID)
	app.Exec(t, "delete from system_configs where key = 'second_step_roles'")
	bruno.GET("/painel").Want(200)
	if app.Count(t, "system_users", "second_step_due is not null") != 0 {
		t.Error("a role that needs none is counted down")
	}
}

// An administrator removes the second step of a colleague, who is signed out; nobody else may.
func TestSecondStep_Reset(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	const path = "/admin/operadores/2/segunda-etapa"
	app.Nobody(t).Form(path, nil).Want(303)
	bruno.Form(path, nil).Want(403)
	camila := app.As(t, dbtest.Camila)
	if page := camila.GET("/admin/operadores/2").Want(200); !strings.Contains(page.Words(), "Apagar a segunda etapa") {
		t.Errorf("the account shows %s", page.Words())
	}
	camila.Form(path, nil).Want(303)
	bruno.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	if page := bruno.GET("/entrar").Want(200); !strings.Contains(page.Words(), "A administração apagou a sua segunda etapa") {
		t.Errorf("the sign-in says %s", page.Words())
	}
	app.As(t, dbtest.Bruno).GET("/painel").Want(200)
}

// The dialog over an open page asks for the code after the password.
func TestSignInOver_SecondStep(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	page := app.Nobody(t).With("HX-Request", "true")
	asked := page.Form("/entrar/continuar",
		url.Values{"sign_in.email": {dbtest.Bruno.Email}, "sign_in.password": {dbtest.Password}, "person": {dbtest.Bruno.UserCode}}).Want(200)
	fields := asked.Form("entrar")
	fields.Set("person", dbtest.Bruno.UserCode)
	fields.Set("sign_in_code.code", "000000")
	page.Form("/entrar/continuar", fields).Want(422)
	fields.Set("sign_in_code.recovery", "aaaa-bbbb")
	wantRefusedRecovery(t, page.Form("/entrar/continuar", fields).Want(422), "sign_in_code.recovery")
	fields.Del("sign_in_code.recovery")
	fields.Set("sign_in_code.code", bruno.code(t))
	if done := page.Form("/entrar/continuar", fields).Want(204); len(done.Cookies()) != 1 {
		t.Error("no session")
	}
}
