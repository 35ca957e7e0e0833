package entry_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/secret"
	"acolhe/web"
)

const newPassword = "Recomeço!7"

func TestInvite_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedToken(t, app, "invite", dbtest.Paula)
	nobody := app.Nobody(t)
	page := nobody.GET("/convite?token=invite").Want(200)
	for _, want := range []string{"Boas-vindas, Paula", dbtest.Paula.Email, "Convite válido até"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	hidesAddress(t, page)
	form := page.Fields()
	if form.Get("token") != "invite" {
		t.Fatalf("the form holds %v", form)
	}
	form.Set("password", "curta")
	refused := nobody.Form("/convite", form).Want(422)
	if !strings.Contains(refused.Body, "<title>Erro: ") || refused.Fields().Get("token") != "invite" ||
		strings.Contains(refused.Body, "curta\"") {
		t.Errorf("shown again as %s", refused.Words())
	}
	form.Set("password", newPassword)
	accepted := nobody.Form("/convite", form).Want(303)
	if accepted.Location() != "/painel" {
		t.Errorf("sent to %s", accepted.Location())
	}
	paula := nobody.With("Cookie", "service_oss_session="+cookie(accepted, "service_oss_session"))
	if page := paula.GET("/painel").Want(200).Words(); !strings.Contains(page, "Paula Peixoto") {
		t.Errorf("signed in as %s", page)
	}
	if app.Count(t, "security_events", "kind = 'login.succeeded' and subject = $1", dbtest.Paula.Email) != 1 ||
		app.Count(t, "system_users", "id = $1 and last_login_at is not null", dbtest.Paula.ID) != 1 {
		t.Error("that Paula came in is not noted")
	}
	for _, path := range []string{"/convite?token=invite", "/convite?token=x"} {
		if page := nobody.GET(path).Want(422); !strings.Contains(page.Words(), "Este convite não é mais válido") {
			t.Errorf("%s says %s", path, page.Words())
		}
	}
	if page := nobody.GET("/convite").Want(200); !strings.Contains(page.Words(), "Abra o link inteiro") {
		t.Errorf("without a token: %s", page.Words())
	}
}

func TestPasswordReset_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	if page := nobody.GET("/entrar").Want(200); !strings.Contains(page.Body, `href="/nova-senha"`) {
		t.Error("the login page leads to no new password")
	}
	nobody.Form("/nova-senha/pedido", url.Values{"email": {"bruno"}}).Want(422)
	// Known and unknown addresses get the same answer.
	var first string
	for _, address := range []string{dbtest.Bruno.Email, "ninguem@acolhe.test"} {
		answer := nobody.Form("/nova-senha/pedido", url.Values{"email": {address}}).Want(303)
		page := nobody.GET(answer.Location()).Want(200)
		if first == "" {
			first = page.Body
		}
		if page.Body != first || strings.Contains(page.Body, address) {
			t.Errorf("%s reads %s", address, page.Words())
		}
	}
	seedToken(t, app, "password_reset", dbtest.Bruno)
	before := app.As(t, dbtest.Bruno)
	page := nobody.GET("/nova-senha?token=password_reset").Want(200)
	hidesAddress(t, page)
	if strings.Contains(page.Body, "Bruno") || strings.Contains(page.Body, dbtest.Bruno.Email) {
		t.Error("the page says whose password it is")
	}
	form := page.Fields()
	form.Set("password", "curta")
	if refused := nobody.Form("/nova-senha", form).Want(422); refused.Fields().Get("token") != "password_reset" {
		t.Errorf("shown again as %s", refused.Words())
	}
	form.Set("password", newPassword)
	done := nobody.Form("/nova-senha", form).Want(303)
	if done.Location() != "/entrar" {
		t.Errorf("sent to %s", done.Location())
	}
	notice := nobody.With("Cookie", web.NoticeCookie+"="+cookie(done, web.NoticeCookie)).GET("/entrar").Want(200)
	if !strings.Contains(notice.Words(), "Senha salva. Entre com ela.") {
		t.Errorf("the login page says %s", notice.Words())
	}
	before.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	nobody.POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": newPassword}).Want(200)
	for _, answer := range []*handlertest.Answer{nobody.GET("/nova-senha?token=password_reset"), nobody.Form("/nova-senha", form)} {
		page := answer.Want(422).Words()
		if !strings.Contains(page, "Este link não é mais válido") || !strings.Contains(page, "Enviar link") {
			t.Errorf("a used link says %s", page)
		}
	}
}

func TestPasswordReset_RateLimited(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for range 3 {
		app.Nobody(t).Form("/nova-senha/pedido", url.Values{"email": {dbtest.Bruno.Email}}).Want(303)
	}
	// The page and the JSON interface share the limit.
	for range 2 {
		app.Nobody(t).POST("/api/v1/auth/forgot-password", map[string]string{"email": dbtest.Bruno.Email, "app": "doc-sign"}).Want(200)
	}
	page := app.Nobody(t).Form("/nova-senha/pedido", url.Values{"email": {dbtest.Bruno.Email}}).Want(429)
	if !strings.Contains(page.Words(), "Muitas tentativas") || page.Header.Get("Retry-After") == "" {
		t.Errorf("refused with %s", page.Words())
	}
}

func TestAccount_Page(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for who, want := range map[dbtest.Operator]string{
		dbtest.Camila: `href="/admin/operadores/1"`, dbtest.Bruno: "Só a administração", dbtest.Renata: "Só a administração",
	} {
		page := app.As(t, who).GET("/conta").Want(200)
		if !strings.Contains(page.Body, want) || !strings.Contains(page.Words(), who.FullName()) ||
			!strings.Contains(page.Words(), string(who.Role)) {
			t.Errorf("%s reads %s", who.Name, page.Words())
		}
		// The page of a Profissional has no link that they may not open.
		if led := strings.Contains(page.Body, `href="/painel"`); led != (who != dbtest.Renata) {
			t.Errorf("%s is led to the panel: %v", who.Name, led)
		}
	}
	if got := app.Nobody(t).GET("/conta").Want(303).Location(); got != "/entrar?volta=%2Fconta" {
		t.Errorf("a stranger is sent to %s", got)
	}
	app.WithToken(t, "*").GET("/conta").Want(403)
	app.WithToken(t, "*").Form("/conta", nil).Want(403)
}

func TestAccount_ChangePassword(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	refused := bruno.Form("/conta", url.Values{"current": {"errada"}, "password": {newPassword}}).Want(422)
	if !strings.Contains(refused.Words(), "Senha atual: está incorreta") || strings.Contains(refused.Body, newPassword) {
		t.Errorf("shown again as %s", refused.Words())
	}
	changed := bruno.Form("/conta", url.Values{"current": {dbtest.Password}, "password": {newPassword}}).Want(303)
	if changed.Location() != "/conta" {
		t.Errorf("sent to %s", changed.Location())
	}
	// The earlier session has ended; this one was replaced by a new one.
	bruno.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	after := app.Nobody(t).With("Cookie", "service_oss_session="+cookie(changed, "service_oss_session"))
	if page := after.GET("/conta").Want(200).Words(); !strings.Contains(page, "Bruno Acioli") {
		t.Errorf("afterwards: %s", page)
	}
	if written := app.Letters(t); len(written) != 1 || written[0].Kind != mail.PasswordChanged.Kind {
		t.Errorf("the letters are %+v", written)
	}
	for range 4 {
		after.Form("/conta", url.Values{"current": {"errada"}, "password": {newPassword}}).Want(422)
	}
	limited := after.Form("/conta", url.Values{"current": {newPassword}, "password": {"Outra!senha"}}).Want(429)
	if !strings.Contains(limited.Words(), "Tente de novo em") {
		t.Errorf("refused with %s", limited.Words())
	}
}

// seedToken stores an invite or a reset link of an operator; its token is the kind.
func seedToken(t *testing.T, app *handlertest.App, kind string, who dbtest.Operator) {
	t.Helper()
	_, err := app.Pool.Exec(t.Context(), "update system_users set "+kind+"_token = $1, "+kind+"_expires = $2 where id = $3",
		secret.Hash(kind), time.Now().Add(time.Hour), who.ID)
	if err != nil {
		t.Fatal(err)
	}
}

// cookie returns the value of a cookie set by an answer.
func cookie(answer *handlertest.Answer, name string) string {
	for _, set := range answer.Cookies() {
		if set.Name == name {
			return set.Value
		}
	}
	return ""
}

// hidesAddress checks that the address, which holds a token, is not sent as referrer.
func hidesAddress(t *testing.T, page *handlertest.Answer) {
	t.Helper()
	if policy := page.Header.Get("Referrer-Policy"); policy != "strict-origin" {
		t.Errorf("Referrer-Policy is %q", policy)
	}
	for _, attribute := range []string{"src", "href", "action"} {
		for _, element := range page.HTML().Find("[" + attribute + "]").EachIter() {
			address := element.AttrOr(attribute, "")
			if !strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "#") || strings.Contains(address, "token") {
				t.Errorf("the page leads to %s", address)
			}
		}
	}
}
