package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/secret"
)

const newPassword = "Recomeço!7"

// seedToken stores an invite or a reset link with this token, valid for an hour.
func seedToken(t *testing.T, app *handlertest.App, column, token string, id int64) {
	t.Helper()
	table, kind, _ := strings.Cut(column, ".")
	change(t, app, "update "+table+" set "+kind+"_token = $1, "+kind+"_expires = $2 where id = $3", secret.Hash(token),
		time.Now().Add(time.Hour), id)
}

func TestInvite_PreviewAndAccept(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedToken(t, app, "system_users.invite", "convite-da-Paula", dbtest.Paula.ID)
	nobody := app.Nobody(t)
	var preview body
	nobody.GET("/api/v1/auth/system-invite/preview?token=convite-da-Paula").Want(200).Data(&preview)
	if preview["name"] != dbtest.Paula.Name || preview["email"] != dbtest.Paula.Email || preview["expires_at"] == nil || len(preview) != 3 {
		t.Errorf("the preview is %v", preview)
	}
	weak := nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "convite-da-Paula", "password": "curta"}).
		WantCode(400, "VALIDATION_ERROR")
	if len(weak.Messages()) != 3 || !strings.HasPrefix(weak.Messages()[0], "password: ") {
		t.Errorf("refused with %v", weak.Messages())
	}
	answer := nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "convite-da-Paula", "password": newPassword}).Want(200)
	var data struct{ User body }
	answer.Data(&data)
	if data.User["email"] != dbtest.Paula.Email || len(data.User) != 7 || len(answer.Cookies()) > 0 {
		t.Errorf("accepted as %v with %v", data.User, answer.Cookies())
	}
	nobody.POST("/api/v1/auth/login", body{"email": dbtest.Paula.Email, "password": newPassword}).Want(200)
	nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "convite-da-Paula", "password": newPassword}).WantCode(400, "TOKEN_INVALID")
	nobody.GET("/api/v1/auth/system-invite/preview?token=convite-da-Paula").WantCode(400, "TOKEN_INVALID")
	nobody.GET("/api/v1/auth/system-invite/preview").WantCode(400, "TOKEN_INVALID")
	nobody.GET("/api/v1/auth/system-invite/preview?tokn=x").WantCode(400, "VALIDATION_ERROR")
	nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "x", "password": newPassword, "status": "active"}).
		WantCode(400, "VALIDATION_ERROR")
}

// Thirty people of one office start behind one address; who guesses goes no further.
func TestInvite_Limit(t *testing.T) {
	t.Parallel()
	nobody := handlertest.New(t).Nobody(t)
	for range 30 {
		nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "x", "password": newPassword}).WantCode(400, "TOKEN_INVALID")
	}
	nobody.POST("/api/v1/auth/system-invite/accept", body{"token": "x", "password": newPassword}).WantCode(429, "RATE_LIMITED")
}

// Known and unknown addresses are answered with the same bytes.
func TestForgotPassword_SameAnswerForAll(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for path, ask := range map[string]func(address string) body{
		"/api/v1/auth/forgot-password":           func(address string) body { return body{"email": address, "app": "doc-sign"} },
		"/api/v1/auth/associate/forgot-password": func(address string) body { return body{"email": address} },
	} {
		answers := map[string]bool{}
		for _, address := range []string{dbtest.Bruno.Email, dbtest.Ana.Email, "ninguem@acolhe.test"} {
			answers[app.Nobody(t).POST(path, ask(address)).Want(200).Body] = true
		}
		if len(answers) != 1 {
			t.Errorf("%s answers %v", path, answers)
		}
		app.Nobody(t).POST(path, ask("bruno")).WantCode(400, "VALIDATION_ERROR")
		app.Nobody(t).POST(path, body{}).WantCode(400, "VALIDATION_ERROR")
		app.Nobody(t).POST(path, ask(dbtest.Bruno.Email)).WantCode(429, "RATE_LIMITED")
	}
	if jobs := app.Count(t, "river_job", "kind = 'write_reset'"); jobs != 6 {
		t.Errorf("%d jobs for 6 requests", jobs)
	}
	app.Nobody(t).With("X-Forwarded-For", "203.0.113.1").
		POST("/api/v1/auth/forgot-password", body{"email": dbtest.Bruno.Email, "app": "intranet"}).WantCode(429, "RATE_LIMITED")
}

func TestForgotPassword_UnknownApp(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	refused := app.Nobody(t).POST("/api/v1/auth/forgot-password", body{"email": dbtest.Bruno.Email, "app": "intranet"}).
		WantCode(400, "VALIDATION_ERROR")
	if !strings.HasPrefix(refused.Messages()[0], "app: ") || app.Count(t, "river_job", "kind = 'write_reset'") > 0 {
		t.Errorf("refused with %v", refused.Messages())
	}
}

func TestResetPassword_EndsTheSession(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	operator, associate := app.As(t, dbtest.Bruno), app.AsAssociate(t, dbtest.Ana)
	seedToken(t, app, "system_users.password_reset", "link-do-Bruno", dbtest.Bruno.ID)
	seedToken(t, app, "users.password_reset", "link-da-Ana", dbtest.Ana.ID)
	for _, c := range []struct {
		name, path, login, me, token, address, plain, weak string
		before                                             *handlertest.Client
	}{
		{"operator", "/api/v1/auth/reset-password", "/api/v1/auth/login", "/api/v1/auth/me", "link-do-Bruno", dbtest.Bruno.Email, newPassword,
			"sem-maiuscula", operator},
		{"associate", "/api/v1/auth/associate/reset-password", "/api/v1/auth/associate/login", "/api/v1/auth/associate/me", "link-da-Ana",
			dbtest.Ana.Email, "oito8888", "sete777", associate},
	} {
		t.Run(c.name, func(t *testing.T) {
			nobody := app.Nobody(t)
			nobody.POST(c.path, body{"token": c.token, "password": c.weak}).WantCode(400, "VALIDATION_ERROR")
			nobody.POST(c.path, body{"token": "x", "password": c.plain}).WantCode(400, "TOKEN_INVALID")
			c.before.GET(c.me).Want(200)
			nobody.POST(c.path, body{"token": c.token, "password": c.plain}).Want(200)
			c.before.GET(c.me).WantCode(401, "UNAUTHORIZED")
			nobody.POST(c.login, body{"email": c.address, "password": dbtest.Password}).WantCode(401, "INVALID_CREDENTIALS")
			nobody.POST(c.login, body{"email": c.address, "password": c.plain}).Want(200)
			nobody.POST(c.path, body{"token": c.token, "password": c.plain}).WantCode(400, "TOKEN_INVALID")
			// Every failed attempt counts: the sixth is refused unchecked.
			nobody.POST(c.path, body{"token": "x", "password": c.plain}).WantCode(400, "TOKEN_INVALID")
			limited := nobody.POST(c.path, body{"token": "x", "password": c.plain}).WantCode(429, "RATE_LIMITED")
			if limited.Header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
		})
	}
	if letters := app.Letters(t); len(letters) != 2 || letters[0].To != dbtest.Bruno.Email || letters[1].To != dbtest.Ana.Email {
		t.Errorf("the mails are %+v", letters)
	}
}

func TestLogin_RateLimit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	wrong := body{"email": dbtest.Bruno.Email, "password": "errada"}
	for range 5 {
		app.Nobody(t).POST("/api/v1/auth/login", wrong).WantCode(401, "INVALID_CREDENTIALS")
	}
	limited := app.Nobody(t).POST("/api/v1/auth/login", body{"email": dbtest.Bruno.Email, "password": dbtest.Password}).
		WantCode(429, "RATE_LIMITED")
	if limited.Header.Get("Retry-After") == "" || len(limited.Cookies()) > 0 {
		t.Errorf("refused with %v", limited.Header)
	}
	if app.Count(t, "security_events", "kind = 'login.limited' and subject = $1 and ip = '127.0.0.1'", dbtest.Bruno.Email) != 1 {
		t.Error("the refusal is not recorded")
	}
}

func TestLogout_Recorded(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if answer := bruno.POST("/api/v1/auth/logout", "").Want(http.StatusOK); len(answer.Cookies()) != 1 || answer.Cookies()[0].MaxAge >= 0 {
		t.Errorf("the cookie is %v", answer.Cookies())
	}
	if app.Count(t, "security_events", "kind = 'login.ended' and actor_code = $1", dbtest.Bruno.UserCode) != 1 {
		t.Error("leaving is not recorded")
	}
}
