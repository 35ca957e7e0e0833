package api_test

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const associateLogin = "/api/v1/auth/associate/login"

func TestAssociateLogin_OwnCookie(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	answer := app.Nobody(t).POST(associateLogin, body{"email": " ANA@exemplo.org.br ", "password": dbtest.Password}).Want(200)
	cookie := answer.Header.Get("Set-Cookie")
	for _, part := range []string{"associate_session=", "Path=/", "Max-Age=604", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("%s is missing in %s", part, cookie)
		}
	}
	var data struct{ User body }
	answer.Data(&data)
	if data.User["user_code"] != dbtest.Ana.UserCode || data.User["email_account"] != dbtest.Ana.Email ||
		data.User["associate_status"] != 5.0 {
		t.Errorf("signed in as %v", data.User)
	}
	if app.Count(t, "users", "id = $1 and length(session_token) = 32 and session_expires > now() + interval '167 hours'", dbtest.Ana.ID) != 1 {
		t.Error("no session stands in the row")
	}
	token := answer.Cookies()[0].Value
	if app.Count(t, "users", "strpos(to_jsonb(users)::text, $1) > 0", token) > 0 {
		t.Error("the session token is stored as it is")
	}
}

func TestAssociateMe_WithPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	change(t, app, `update users set invalid_fields = '["cep"]', associate_status = 'assinatura_termo' where id = $1`, dbtest.Ana.ID)
	var me struct {
		ID              int64
		AssociateStatus any      `json:"associate_status"`
		InvalidFields   []string `json:"invalid_fields"`
		Patients        []body
	}
	answer := ana.GET("/api/v1/auth/associate/me").Want(200).Data(&me)
	if me.ID != dbtest.Ana.ID || me.AssociateStatus != "assinatura_termo" || !slices.Equal(me.InvalidFields, []string{"cep"}) {
		t.Errorf("me is %+v", me)
	}
	if len(me.Patients) != 1 || me.Patients[0]["user_code"] != dbtest.Miguel.UserCode || me.Patients[0]["name"] != "Miguel" {
		t.Errorf("patients are %v", me.Patients)
	}
	for _, hidden := range []string{"password", "session", "token", "$2a$"} {
		if strings.Contains(answer.Body, hidden) {
			t.Errorf("%s is in %s", hidden, answer.Body)
		}
	}
	publishTerms(t, app)
	contract := createContract(t, app.As(t, dbtest.Bruno), dbtest.Ana.UserCode)
	change(t, app, `update users set adhesion_term = $1, tags = '["nota da equipe"]' where id = $2`, contract.ID, dbtest.Ana.ID)
	var own body
	if answer := ana.GET("/api/v1/auth/associate/me").Want(200).Data(&own); own["adhesion_term"] != contract.ID || own["cep"] == nil ||
		strings.Contains(answer.Body, "nota da equipe") {
		t.Errorf("the own row is %v", own)
	}
	var carla body
	app.AsAssociate(t, dbtest.Carla).GET("/api/v1/auth/associate/me").Want(200).Data(&carla)
	if carla["associate_status"] != 2.0 || len(carla["patients"].([]any)) != 0 {
		t.Errorf("Carla sees %v", carla)
	}
}

func TestAssociateLogin_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	change(t, app, "update users set account_password = null where id = $1", dbtest.Carla.ID)
	change(t, app, `update users set email_account = 'miguel@exemplo.org.br',
		account_password = (select account_password from users where id = $2) where id = $1`, dbtest.Miguel.ID, dbtest.Ana.ID)
	for name, c := range map[string]struct {
		body   body
		status int
		code   string
	}{
		"wrong password":     {body{"email": dbtest.Joao.Email, "password": "errada"}, 401, "INVALID_CREDENTIALS"},
		"unknown e-mail":     {body{"email": "ninguem@exemplo.org.br", "password": "errada"}, 401, "INVALID_CREDENTIALS"},
		"without a password": {body{"email": dbtest.Carla.Email, "password": dbtest.Password}, 401, "INVALID_CREDENTIALS"},
		"patient":            {body{"email": "miguel@exemplo.org.br", "password": dbtest.Password}, 401, "INVALID_CREDENTIALS"},
		"operator":           {body{"email": dbtest.Bruno.Email, "password": dbtest.Password}, 401, "INVALID_CREDENTIALS"},
		"longer than bcrypt": {body{"email": dbtest.Ana.Email, "password": dbtest.Password + strings.Repeat("x", 100)}, 401,
			"INVALID_CREDENTIALS"},
		"no e-mail":            {body{"password": "x"}, 400, "VALIDATION_ERROR"},
		"no password":          {body{"email": dbtest.Ana.Email}, 400, "VALIDATION_ERROR"},
		"unknown field":        {body{"email": dbtest.Ana.Email, "password": dbtest.Password, "status": "Associado"}, 400, "VALIDATION_ERROR"},
		"a list":               {body{"email": []string{dbtest.Ana.Email}, "password": dbtest.Password}, 400, "VALIDATION_ERROR"},
		"characters of no use": {body{"email": "a\x00@b", "password": "x"}, 400, "VALIDATION_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := app.Nobody(t).POST(associateLogin, c.body).WantCode(c.status, c.code)
			if len(answer.Cookies()) > 0 {
				t.Error("a cookie was set")
			}
		})
	}
	if app.Count(t, "users", "session_token is not null") > 0 {
		t.Error("somebody has a session")
	}
}

func TestAssociateSession_OfAPatient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	joao.GET("/api/v1/auth/associate/me").Want(200)
	change(t, app, "update users set status = 'patient', associate_status = null, responsible_code = $2 where id = $1", dbtest.Joao.ID,
		dbtest.Ana.UserCode)
	joao.GET("/api/v1/auth/associate/me").WantCode(401, "UNAUTHORIZED")
}

func TestAssociateRoutes_OtherCallers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, path := range []string{"/api/v1/auth/associate/me", "/api/v1/auth/associate/logout"} {
		method := map[bool]string{true: "GET", false: "POST"}[strings.HasSuffix(path, "me")]
		app.Nobody(t).JSON(method, path, "").WantCode(401, "UNAUTHORIZED")
		app.As(t, dbtest.Camila).JSON(method, path, "").WantCode(401, "UNAUTHORIZED")
		app.WithToken(t, "*").JSON(method, path, "").WantCode(403, "FORBIDDEN")
	}
	ana := app.AsAssociate(t, dbtest.Ana)
	ana.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	ana.GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
	ana.GET("/painel").Want(303)
}

func TestAssociateLogout(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	first := app.AsAssociate(t, dbtest.Ana)
	second := app.AsAssociate(t, dbtest.Ana)
	first.GET("/api/v1/auth/associate/me").Want(200)
	answer := second.POST("/api/v1/auth/associate/logout", "").Want(200)
	if cookie := answer.Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "associate_session=;") || !strings.Contains(cookie, "Max-Age=0") {
		t.Errorf("the cookie becomes %s", cookie)
	}
	second.GET("/api/v1/auth/associate/me").WantCode(401, "UNAUTHORIZED")
	first.GET("/api/v1/auth/associate/me").Want(200)
	if app.Count(t, "users", "session_token = sha256($1::text::bytea)", first.Cookie(associateCookie)) != 1 {
		t.Error("the row does not hold the session that is left")
	}
	first.POST("/api/v1/auth/associate/logout", "").Want(200)
	if app.Count(t, "users", "session_token is not null or session_expires is not null") > 0 {
		t.Error("the session is still there")
	}
	if !strings.Contains(app.Log.String(), `"route":"/api/v1/auth/associate/logout","caller":"associate","caller_id":1`) {
		t.Error("the log does not name the associate as caller")
	}
	for kind, want := range map[string]int{"login.succeeded": 2, "login.ended": 2} {
		got := app.Count(t, "security_events", "kind = $1 and actor_kind = 'associate' and actor_code = $2 and ip = '127.0.0.1'", kind,
			dbtest.Ana.UserCode)
		if got != want {
			t.Errorf("%d events %s, want %d", got, kind, want)
		}
	}
}

func TestAssociateSession_SlidesAndExpires(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	if answer := ana.GET("/api/v1/auth/associate/me").Want(200); len(answer.Cookies()) > 0 {
		t.Error("a fresh session was written again")
	}
	change(t, app, "update sessions set expires_at = now() + interval '166 hours 59 minutes' where associate_id = $1", dbtest.Ana.ID)
	if answer := ana.GET("/api/v1/auth/associate/me").Want(200); len(answer.Cookies()) != 1 {
		t.Error("the cookie did not slide")
	}
	if app.Count(t, "users", "id = $1 and session_expires > $2", dbtest.Ana.ID, time.Now().Add(167*time.Hour)) != 1 {
		t.Error("the session did not slide")
	}
	change(t, app, "update sessions set expires_at = now() - interval '1 second' where associate_id = $1", dbtest.Ana.ID)
	ana.GET("/api/v1/auth/associate/me").WantCode(401, "UNAUTHORIZED")
}

func TestAssociateLogin_RateLimit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for range 5 {
		app.Nobody(t).POST(associateLogin, body{"email": dbtest.Ana.Email, "password": "errada"}).WantCode(401, "INVALID_CREDENTIALS")
	}
	answer := app.Nobody(t).POST(associateLogin, body{"email": dbtest.Ana.Email, "password": dbtest.Password}).WantCode(429, "RATE_LIMITED")
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 300 {
		t.Errorf("Retry-After is %q", answer.Header.Get("Retry-After"))
	}
	for range 10 {
		app.AsAssociate(t, dbtest.Joao)
	}
	for kind, want := range map[string]int{"login.failed": 5, "login.limited": 1} {
		if got := app.Count(t, "security_events", "kind = $1 and subject = $2 and actor_kind = 'nobody'", kind, dbtest.Ana.Email); got != want {
			t.Errorf("%d events %s, want %d", got, kind, want)
		}
	}
}

// Only a trusted proxy may set the client address; otherwise each attempt could claim a new one.
func TestAssociateLogin_ForwardedAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trusted []string
		sixth   int
	}{
		"nobody is trusted":   {nil, 429},
		"others are trusted":  {[]string{"10.0.0.0/8"}, 429},
		"the peer is trusted": {[]string{"127.0.0.1/32"}, 401},
	} {
		app := handlertest.New(t, func(config *handlers.Config) { config.TrustedProxies = c.trusted })
		for i, want := range []int{401, 401, 401, 401, 401, c.sixth} {
			answer := app.Nobody(t).With("X-Forwarded-For", "198.51.100."+strconv.Itoa(i)).With("X-Real-IP", "198.51.100."+strconv.Itoa(i)).
				POST(associateLogin, body{"email": dbtest.Ana.Email, "password": "errada"})
			if answer.StatusCode != want {
				t.Errorf("%s: try %d is %d, want %d", name, i, answer.StatusCode, want)
			}
		}
	}
}

// A hundred concurrent attempts check no more passwords than consecutive ones.
func TestAssociateLogin_ParallelFailures(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	client := app.Nobody(t)
	var trying sync.WaitGroup
	for range 100 {
		trying.Go(func() { client.POST(associateLogin, body{"email": dbtest.Ana.Email, "password": "errada"}) })
	}
	trying.Wait()
	if checked := app.Count(t, "security_events", "kind = 'login.failed'"); checked != 5 {
		t.Errorf("%d passwords were checked, want 5", checked)
	}
	if recorded := app.Count(t, "security_events", "kind = 'login.limited'"); recorded != 10 {
		t.Errorf("a flood is recorded %d times, want 10", recorded)
	}
}
