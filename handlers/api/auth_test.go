package api_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestLogin_Cookie(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	answer := app.Nobody(t).POST("/api/v1/auth/login", body{"email": " CAMILA@acolhe.test ", "password": dbtest.Password}).Want(200)
	cookie := answer.Header.Get("Set-Cookie")
	for _, part := range []string{"service_oss_session=", "Path=/", "Max-Age=", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("%s is missing in %s", part, cookie)
		}
	}
	var data struct{ User body }
	answer.Data(&data)
	if data.User["email"] != dbtest.Camila.Email || data.User["user_code"] != dbtest.Camila.UserCode || len(data.User) != 7 {
		t.Errorf("signed in as %v", data.User)
	}
	var me body
	app.As(t, dbtest.Camila).GET("/api/v1/auth/me").Want(200).Data(&me)
	if me["email"] != dbtest.Camila.Email || len(me) != 7 {
		t.Errorf("me is %v", me)
	}
	token := strings.TrimPrefix(strings.Split(cookie, ";")[0], "service_oss_session=")
	if strings.Contains(app.Log.String(), token) || strings.Contains(app.Log.String(), dbtest.Password) {
		t.Error("a secret is in the log")
	}
	if app.Count(t, "system_users", "encode(session_token, 'escape') like '%' || $1 || '%'", token) > 0 {
		t.Error("the session token is stored as it is")
	}
}

func TestLogin_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		body   body
		status int
		code   string
	}{
		"wrong password":        {body{"email": dbtest.Bruno.Email, "password": "errada"}, 401, "INVALID_CREDENTIALS"},
		"unknown e-mail":        {body{"email": "ninguem@acolhe.test", "password": "errada"}, 401, "INVALID_CREDENTIALS"},
		"pending":               {body{"email": dbtest.Paula.Email, "password": dbtest.Password}, 401, "INVALID_CREDENTIALS"},
		"inactive":              {body{"email": dbtest.Ivo.Email, "password": dbtest.Password}, 403, "USER_INACTIVE"},
		"inactive and wrong":    {body{"email": dbtest.Ivo.Email, "password": "errada"}, 401, "INVALID_CREDENTIALS"},
		"associate":             {body{"email": dbtest.Ana.Email, "password": dbtest.Password}, 401, "INVALID_CREDENTIALS"},
		"no e-mail":             {body{"password": "x"}, 400, "VALIDATION_ERROR"},
		"no password":           {body{"email": dbtest.Bruno.Email}, 400, "VALIDATION_ERROR"},
		"unknown field":         {body{"email": dbtest.Bruno.Email, "password": dbtest.Password, "remember": true}, 400, "VALIDATION_ERROR"},
		"longer than bcrypt is": {body{"email": dbtest.Bruno.Email, "password": strings.Repeat("x", 100)}, 401, "INVALID_CREDENTIALS"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := app.Nobody(t).POST("/api/v1/auth/login", c.body).WantCode(c.status, c.code)
			if len(answer.Cookies()) > 0 {
				t.Error("a cookie was set")
			}
		})
	}
}

func TestLogin_OnAnotherDevice(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	desk, phone := app.As(t, dbtest.Bruno), app.As(t, dbtest.Bruno)
	desk.GET("/api/v1/auth/me").Want(200)
	phone.POST("/api/v1/auth/logout", "").Want(200)
	phone.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	desk.GET("/api/v1/auth/me").Want(200)
}

// A second sign-in in the same browser ends its first session.
func TestLogin_InTheSameBrowser(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	before := app.As(t, dbtest.Camila)
	before.POST("/api/v1/auth/login", body{"email": dbtest.Bruno.Email, "password": dbtest.Password}).Want(200)
	before.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	if live := app.Count(t, "sessions", "ended_at is null"); live != 1 {
		t.Errorf("%d sessions are live", live)
	}
}

// The last use is stored at most once a minute.
func TestSession_LastUse(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for age, want := range map[string]int{"50 seconds": 0, "70 seconds": 1} {
		change(t, app, "update sessions set last_used_at = now() - $1::interval, device = ''", age)
		if answer := bruno.With("User-Agent", "curl/8.0").GET("/api/v1/auth/me").Want(200); len(answer.Cookies()) > 0 {
			t.Error("the cookie was written again")
		}
		if written := app.Count(t, "sessions",
			"last_used_at > now() - interval '10 seconds' and device = 'curl' and ip = '127.0.0.1'"); written != want {
			t.Errorf("after %s the use is written %d times, want %d", age, written, want)
		}
	}
}

func TestSession_OperatorDeactivated(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.GET("/api/v1/orders").Want(200)
	change(t, app, "update system_users set permissions = '[\"Financeiro\"]' where id = $1", dbtest.Bruno.ID)
	bruno.POST("/api/v1/orders", anOrder(nil)).WantCode(403, "FORBIDDEN")
	change(t, app, "update system_users set status = 'inactive' where id = $1", dbtest.Bruno.ID)
	bruno.GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
}

func TestSession_SlidesAndExpires(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if answer := bruno.GET("/api/v1/auth/me").Want(200); len(answer.Cookies()) > 0 {
		t.Error("a fresh session was written again")
	}
	change(t, app, "update sessions set expires_at = now() + interval '1 day' where operator_id = $1", dbtest.Bruno.ID)
	if answer := bruno.GET("/api/v1/auth/me").Want(200); len(answer.Cookies()) != 1 {
		t.Error("the cookie did not slide")
	}
	if app.Count(t, "system_users", "id = $1 and session_expires > $2", dbtest.Bruno.ID, time.Now().Add(167*time.Hour)) != 1 {
		t.Error("the session did not slide")
	}
	change(t, app, "update sessions set expires_at = now() - interval '1 second' where operator_id = $1", dbtest.Bruno.ID)
	bruno.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
}

func TestSession_OnlyHashesStored(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	script := app.WithToken(t, "*")
	script.GET("/api/v1/orders").Want(200)
	// A token has no operator's account.
	script.GET("/api/v1/auth/me").WantCode(403, "FORBIDDEN")
	change(t, app, "update users_api set expires_at = now() - interval '1 minute'")
	script.GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
	change(t, app, "update users_api set expires_at = null, revoked_at = now()")
	script.GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
}

func change(t *testing.T, app *handlertest.App, statement string, arguments ...any) {
	t.Helper()
	if _, err := app.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}
