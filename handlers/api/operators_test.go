package api_test

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/secret"
)

type operator struct {
	ID           int64    `json:"id"`
	UserCode     string   `json:"user_code"`
	Name         string   `json:"name"`
	Email        string   `json:"email"`
	Status       string   `json:"status"`
	Permissions  []string `json:"permissions"`
	InternalCode *string  `json:"internal_code"`
}

type delivery struct {
	EmailSent   bool    `json:"email_sent"`
	EmailStatus string  `json:"email_status"`
	InviteURL   *string `json:"invite_url"`
	ExpiresAt   string  `json:"expires_at"`
}

// aColleague is a new operator without a password.
func aColleague(changes body) body {
	input := body{"name": "Nádia", "last_name": "Nogueira", "email": "nadia@acolhe.test", "permissions": []string{"Acolhimento"}}
	maps.Copy(input, changes)
	return input
}

func path(id int64) string { return "/api/v1/system-users/" + strconv.FormatInt(id, 10) }

func TestCreateOperator_Invite(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.Sends, func(config *handlers.Config) { config.Mail.Patience = time.Millisecond })
	camila := app.As(t, dbtest.Camila)
	var created operator
	var sent delivery
	answer := camila.POST("/api/v1/system-users", aColleague(body{"internal_code": nil, "password": nil})).Want(201).Data(&created).Meta(&sent)
	if created.Status != "pending" || created.Email != "nadia@acolhe.test" || created.UserCode == "" || sent.EmailStatus != "failed" ||
		sent.InviteURL != nil {
		t.Errorf("created %+v, sent %+v", created, sent)
	}
	letters := app.Letters(t)
	if len(letters) != 1 || letters[0].Kind != mail.Invite.Kind || letters[0].To != created.Email {
		t.Fatalf("the letters are %+v", letters)
	}
	token, _ := strings.CutPrefix(letters[0].Path, "/convite?token=")
	if strings.Contains(answer.Body, token) || strings.Contains(app.Log.String(), token) {
		t.Error("the token is sent to somebody else than its owner")
	}
	camila.POST(path(created.ID)+"/resend-invite", "").Want(200).Data(&created).Meta(&sent)
	again := app.Letters(t)
	if len(again) != 2 || again[1].Path == letters[0].Path || created.Status != "pending" {
		t.Errorf("the letters are %+v", again)
	}
	if app.Count(t, "system_users", "invite_token = $1", secret.Hash(token)) != 0 {
		t.Error("the first invite still serves")
	}
	camila.POST(path(dbtest.Bruno.ID)+"/resend-invite", "").WantCode(409, "CONFLICT")
	camila.POST(path(999)+"/resend-invite", "").WantCode(404, "NOT_FOUND")
}

func TestCreateOperator_NoMail(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Mail = mail.Outbox{} })
	var sent delivery
	app.As(t, dbtest.Camila).POST("/api/v1/system-users", aColleague(nil)).Want(201).Meta(&sent)
	if sent.EmailStatus != "module_not_configured" || sent.InviteURL == nil || !strings.HasPrefix(*sent.InviteURL, app.URL+"/convite?token=") {
		t.Errorf("sent %+v", sent)
	}
}

func TestCreateOperator_WithPassword(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	answer := camila.POST("/api/v1/system-users", aColleague(body{"password": "Segura!1", "status": "active"})).Want(201)
	if !strings.Contains(answer.Body, `"meta":null`) || strings.Contains(answer.Body, "Segura!1") {
		t.Errorf("answered %s", answer.Body)
	}
	var created operator
	answer.Data(&created)
	app.Nobody(t).POST("/api/v1/auth/login", body{"email": "nadia@acolhe.test", "password": "Segura!1"}).Want(200)
	camila.JSON("PATCH", path(created.ID), body{"password": "Outra!senha"}).Want(200)
	app.Nobody(t).POST("/api/v1/auth/login", body{"email": "nadia@acolhe.test", "password": "Segura!1"}).WantCode(401, "INVALID_CREDENTIALS")
	app.Nobody(t).POST("/api/v1/auth/login", body{"email": "nadia@acolhe.test", "password": "Outra!senha"}).Want(200)
}

func TestListOperators_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	for query, want := range map[string]int{
		"": 7, "?limit=2": 2, "?limit=5&offset=5": 2, "?status=pending": 1, "?q=inacio": 1, "?q=%25": 0,
		"?filter[internal_code]=RENATA-CRM": 1, "?filter[internal_code][_eq]=RENATA-CRM": 1, "?filter%5Binternal_code%5D=NADA": 0,
		"?filter[internal_code]=%27+or+1%3D1": 0,
	} {
		for name, client := range map[string]*handlertest.Client{"camila": camila, "bruno": bruno} {
			var found []operator
			if client.GET("/api/v1/system-users" + query).Want(200).Data(&found); len(found) != want {
				t.Errorf("%s finds %d by %q, want %d", name, len(found), query, want)
			}
		}
	}
	for query, want := range map[string][2]int{"?q=ivo@acolhe": {1, 0}, "?q=ivo": {1, 1}} {
		var full, limited []operator
		camila.GET("/api/v1/system-users" + query).Want(200).Data(&full)
		bruno.GET("/api/v1/system-users" + query).Want(200).Data(&limited)
		if len(full) != want[0] || len(limited) != want[1] {
			t.Errorf("%q finds %d and %d, want %v", query, len(full), len(limited), want)
		}
	}
	answer := bruno.GET("/api/v1/system-users?status=active&meta=*").Want(200)
	if !strings.Contains(answer.Body, `"meta":{"limit":100,"offset":0,"total_count":7,"filter_count":5}`) {
		t.Errorf("meta in %s", answer.Body)
	}
	for _, query := range []string{"?limit=1001", "?offset=-1", "?status=viva", "?filter[email]=ivo@acolhe.test", "?filter[password][_eq]=x",
		"?sort=email", "?fields=password", "?q=%00"} {
		bruno.GET("/api/v1/system-users"+query).WantCode(400, "VALIDATION_ERROR")
	}
}

func TestFindOperator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var ivo, limited body
	app.As(t, dbtest.Camila).GET(path(dbtest.Ivo.ID)).Want(200).Data(&ivo)
	app.As(t, dbtest.Bruno).GET(path(dbtest.Ivo.ID)).Want(200).Data(&limited)
	if ivo["email"] != dbtest.Ivo.Email || len(ivo) != 13 || len(limited) != 7 || limited["name"] != "Ivo" {
		t.Errorf("read %v and %v", ivo, limited)
	}
	app.WithToken(t, "items:system_users:read").GET(path(dbtest.Ivo.ID)).Want(200).Data(&limited)
	if limited["email"] != nil {
		t.Errorf("a restricted token reads %v", limited)
	}
	for _, id := range []string{"999", "abc", "-1", "99999999999999999999"} {
		app.As(t, dbtest.Camila).GET("/api/v1/system-users/"+id).WantCode(404, "NOT_FOUND")
	}
}

// Only an Administrador's session or a token with scope `*` may administer operators.
func TestOperators_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	before := app.Count(t, "system_users", "true")
	requests := []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/v1/system-users", aColleague(nil)},
		{"PATCH", path(dbtest.Ivo.ID), body{"name": "Outro"}},
		{"DELETE", path(dbtest.Ivo.ID), ""},
		{"POST", path(dbtest.Paula.ID) + "/resend-invite", ""},
	}
	refuse := func(client *handlertest.Client, status int, code string) {
		t.Helper()
		for _, request := range requests {
			client.JSON(request.method, request.path, request.body).WantCode(status, code)
		}
		client.GET("/api/v1/admin/roles").WantCode(status, code)
	}
	for _, colleague := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		refuse(app.As(t, colleague), 403, "FORBIDDEN")
	}
	refuse(app.WithToken(t, "items:system_users:read", "items:users:*"), 403, "FORBIDDEN")
	refuse(app.Nobody(t), 401, "UNAUTHORIZED")
	for _, colleague := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		app.As(t, colleague).GET("/api/v1/system-users").WantCode(403, "FORBIDDEN")
	}
	app.Nobody(t).GET("/api/v1/system-users").WantCode(401, "UNAUTHORIZED")
	if app.Count(t, "system_users", "true") != before || app.Count(t, "system_users", "name = 'Outro'") != 0 || len(app.Letters(t)) != 0 {
		t.Error("something was changed all the same")
	}
	script := app.WithToken(t, "*")
	script.POST("/api/v1/system-users", aColleague(nil)).Want(201)
	script.JSON("PATCH", path(dbtest.Ivo.ID), body{"name": "Outro"}).Want(200)
	script.JSON("DELETE", path(dbtest.Ivo.ID), "").Want(200)
	script.GET("/api/v1/system-users/7").WantCode(404, "NOT_FOUND")
}

func TestOperators_WrongBodies(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	digest := func() int {
		return app.Count(t, "system_users", "date_updated > $1 or name = '' or status not in ('active', 'pending', 'inactive')",
			dbtest.Today.AddDate(1, 0, 0))
	}
	rows, changed := app.Count(t, "system_users", "true"), digest()
	for name, wrong := range map[string]any{
		"list": []body{aColleague(nil)}, "text": `"x"`, "broken": `{"name":`, "unknown": aColleague(body{"is_admin": true}),
		"hidden": aColleague(body{"session_token": "x"}), "chat token": aColleague(body{"chat_token": "x"}),
		"code":   aColleague(body{"user_code": dbtest.Camila.UserCode}),
		"invite": aColleague(body{"invite_token": "x"}), "id": aColleague(body{"id": 1}), "no roles": aColleague(body{"permissions": []string{}}),
		"null roles": aColleague(body{"permissions": nil}), "null in roles": aColleague(body{"permissions": []any{nil}}),
		"roles as text": aColleague(body{"permissions": "Administrador"}),
		"api":           aColleague(body{"permissions": []string{"api"}}),
		"both":          aColleague(body{"permissions": []string{"Profissional", "Administrador"}}),
		"case":          aColleague(body{"permissions": []string{"administrador"}}), "number": aColleague(body{"name": 1}),
		"zero":      aColleague(body{"name": "a\x00b"}),
		"duplicate": aColleague(body{"email": "CAMILA@acolhe.test"}), "e-mail": aColleague(body{"email": "a b@c"}),
		"weak": aColleague(body{"password": "12345678"}),
		"long": aColleague(body{"password": "A!" + strings.Repeat("a", 71)}), "status": aColleague(body{"status": "inactive"}),
	} {
		t.Run(name, func(t *testing.T) {
			camila.POST("/api/v1/system-users", wrong).WantCode(400, "VALIDATION_ERROR")
			// Each is invalid in a change too, except the status, which needs no password there, and null, which changes nothing.
			if name != "status" && name != "null roles" {
				camila.JSON("PATCH", path(dbtest.Bruno.ID), wrong).WantCode(400, "VALIDATION_ERROR")
			}
		})
	}
	duplicate := camila.POST("/api/v1/system-users", aColleague(body{"email": dbtest.Ivo.Email})).WantCode(400, "VALIDATION_ERROR").Messages()
	if len(duplicate) != 1 || !strings.HasPrefix(duplicate[0], "email: ") {
		t.Errorf("a duplicate e-mail is %v", duplicate)
	}
	if app.Count(t, "system_users", "true") != rows || digest() != changed || app.Count(t, "security_events", "kind like 'operator.%'") != 0 {
		t.Error("something was changed all the same")
	}
}

func TestOperators_LastAdministrator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, client := range []*handlertest.Client{camila, app.WithToken(t, "*")} {
		client.JSON("DELETE", path(dbtest.Camila.ID), "").WantCode(409, "LAST_ADMIN")
		client.JSON("PATCH", path(dbtest.Camila.ID), body{"status": "inactive"}).WantCode(409, "LAST_ADMIN")
		client.JSON("PATCH", path(dbtest.Camila.ID), body{"permissions": []string{"Acolhimento"}}).WantCode(409, "LAST_ADMIN")
	}
	camila.JSON("PATCH", path(dbtest.Bruno.ID), body{"permissions": []string{"Administrador", "Acolhimento"}}).Want(200)
	camila.JSON("DELETE", path(dbtest.Camila.ID), "").Want(200)
	camila.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
}

// Operators who are deactivated, removed or given another password are signed out on the next request.
func TestOperators_SessionsEnd(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, who := range []dbtest.Operator{dbtest.Bruno, dbtest.Fernando, dbtest.Priscila} {
		session := app.As(t, who)
		session.GET("/api/v1/auth/me").Want(200)
		switch who {
		case dbtest.Bruno:
			camila.JSON("PATCH", path(who.ID), body{"status": "inactive"}).Want(200)
		case dbtest.Fernando:
			camila.JSON("PATCH", path(who.ID), body{"password": "Outra!senha"}).Want(200)
		default:
			camila.JSON("DELETE", path(who.ID), "").Want(200)
		}
		session.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	}
	app.Nobody(t).POST("/api/v1/auth/login", body{"email": dbtest.Bruno.Email, "password": dbtest.Password}).WantCode(403, "USER_INACTIVE")
	// After reactivation the old session stays ended.
	camila.JSON("PATCH", path(dbtest.Bruno.ID), body{"status": "active"}).Want(200)
	app.As(t, dbtest.Bruno).GET("/api/v1/auth/me").Want(200)
}

// No answer holds a hidden field in any spelling, for any caller.
func TestOperators_HiddenFields(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	change(t, app, `update system_users set chat_token = 'conversa-secreta', password_reset_token = sha256('r'), password_reset_expires = now() + interval '1 hour',
		invite_token = sha256('i'), invite_expires = now() + interval '1 day'`+" where id = $1", dbtest.Bruno.ID)
	hidden := []string{"password", "session", "reset", "chat_token", "conversa-secreta", "invite_token", "$2a$", "$2b$"}
	for _, word := range []string{camila.Cookie("service_oss_session"), "r", "i"} {
		hash := secret.Hash(word)
		raw, err := json.Marshal(hash)
		if err != nil {
			t.Fatal(err)
		}
		hidden = append(hidden, hex.EncodeToString(hash), strings.Trim(string(raw), `"`))
	}
	answers := []*handlertest.Answer{
		camila.GET("/api/v1/system-users"), camila.GET(path(dbtest.Bruno.ID)), app.As(t, dbtest.Bruno).GET("/api/v1/system-users"),
		camila.POST("/api/v1/system-users", aColleague(body{"password": "Segura!1"})), camila.POST(path(dbtest.Paula.ID)+"/resend-invite", ""),
		camila.JSON("PATCH", path(dbtest.Bruno.ID), body{"password": "Segura!1"}),
	}
	for _, answer := range answers {
		for _, word := range hidden {
			if strings.Contains(strings.ToLower(answer.Body), strings.ToLower(word)) {
				t.Errorf("%s %s answers %q: %s", answer.Request.Method, answer.Request.URL.Path, word, answer.Body)
			}
		}
	}
}

func TestListRoles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var roles []struct{ ID, Description string }
	app.As(t, dbtest.Camila).GET("/api/v1/admin/roles").Want(200).Data(&roles)
	var ids []string
	for _, role := range roles {
		ids = append(ids, role.ID)
	}
	if !slices.Equal(ids, []string{"Administrador", "Acolhimento", "Produção", "Financeiro", "Profissional"}) {
		t.Errorf("the roles are %v", ids)
	}
}
