package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	registerEmail = "/api/v1/auth/associate/register-email"
	own           = "/api/v1/users/me"
)

// saved is an answer to a save.
type saved struct {
	Data struct {
		ID              int64
		AssociateStatus any      `json:"associate_status"`
		InvalidFields   []string `json:"invalid_fields"`
		Annotations     []any
		Tags            []string
	}
	Meta struct {
		SavedFields   []string `json:"saved_fields"`
		InvalidFields []string `json:"invalid_fields"`
		Moved         bool
		Missing       []string
	}
}

// opened returns a client of a new account.
func opened(t *testing.T, app *handlertest.App, email string) *handlertest.Client {
	t.Helper()
	answer := app.Nobody(t).POST(registerEmail, body{"email": email, "password": "girassol na janela"}).Want(200)
	return app.Nobody(t).WithCookie("associate_session", answer.Cookies()[0].Value)
}

func TestRegisterEmail(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sandra := opened(t, app, " Sandra@exemplo.org.br")
	var me body
	sandra.GET("/api/v1/auth/associate/me").Want(200).Data(&me)
	if me["email_account"] != "sandra@exemplo.org.br" || me["associate_status"] != 1.0 || me["status"] != "active" {
		t.Errorf("opened %v", me)
	}
	nobody := app.Nobody(t)
	nobody.POST(registerEmail, body{"email": "sandra@exemplo.org.br", "password": "outra senha"}).WantCode(409, "ACCOUNT_IN_PROGRESS")
	nobody.POST(registerEmail, body{"email": dbtest.Ana.Email, "password": "outra senha"}).WantCode(409, "ACCOUNT_EXISTS")
	nobody.POST(registerEmail, body{"email": "x", "password": "curta"}).WantCode(400, "VALIDATION_ERROR")
	nobody.POST(registerEmail, body{"email": "b@exemplo.org.br", "password": "outra senha"}).Want(200)
	limited := nobody.POST(registerEmail, body{"email": "c@exemplo.org.br", "password": "outra senha"}).WantCode(429, "RATE_LIMITED")
	if limited.Header.Get("Retry-After") == "" || app.Count(t, "users", "email_account = 'c@exemplo.org.br'") != 0 {
		t.Error("the sixth request opened an account, or says not when to try again")
	}
}

func TestUsersExists(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	for email, want := range map[string]string{dbtest.Ana.Email: "associado", dbtest.Carla.Email: "in_progress",
		"ninguem@exemplo.org.br": "none"} {
		var found struct {
			Exists bool
			State  string
		}
		nobody.GET("/api/v1/users/exists?email=" + email).Want(200).Data(&found)
		if found.State != want || found.Exists != (want != "none") {
			t.Errorf("%s: %+v", email, found)
		}
	}
	nobody.GET("/api/v1/users/exists").WantCode(400, "VALIDATION_ERROR")
	nobody.GET("/api/v1/users/exists?email=x").WantCode(400, "VALIDATION_ERROR")
	nobody.GET("/api/v1/users/exists?email="+dbtest.Ana.Email).WantCode(429, "RATE_LIMITED")
}

func TestSaveOwn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	change(t, app, `update users set annotations = '[{"id": "0a000000-0000-4000-8000-0000000000aa", "text": "paga atrasado", "userName": "Bruno", "user_code": "",
		"date_created": "2026-01-01T00:00:00Z"}]', tags = '["Atenção"]' where id in ($1, $2)`, dbtest.Carla.ID, dbtest.Miguel.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	first := carla.JSON(http.MethodPatch, own, body{"responsible_type": "pet", "phone": "9", "email": "nova@exemplo.org.br"}).Want(200)
	var answered saved
	first.Data(&answered.Data).Meta(&answered.Meta)
	if strings.Join(answered.Meta.SavedFields, " ") != "email responsible_type" || strings.Join(answered.Meta.InvalidFields, " ") != "phone" {
		t.Errorf("meta is %+v", answered.Meta)
	}
	if answered.Data.ID != dbtest.Carla.ID || strings.Join(answered.Data.InvalidFields, " ") != "phone" ||
		len(answered.Data.Annotations)+len(answered.Data.Tags) > 0 {
		t.Errorf("data is %+v", answered.Data)
	}
	for _, secret := range []string{"paga atrasado", "Atenção", "account_password"} {
		if strings.Contains(first.Body, secret) {
			t.Errorf("the answer has %s", secret)
		}
	}
	tag := first.Header.Get("ETag")
	carla.With("If-Match", tag).JSON(http.MethodPatch, own, body{"phone": "71 99999-0001"}).Want(200)
	carla.With("If-Match", tag).JSON(http.MethodPatch, own, body{"phone": "71 99999-0006"}).WantCode(412, "PRECONDITION_FAILED")
	carla.With("If-Match", "*").JSON(http.MethodPatch, own, body{"phone": "71 99999-0007"}).Want(200)
	carla.JSON(http.MethodPatch, own, body{}).WantCode(400, "VALIDATION_ERROR")
	for _, foreign := range []string{"tags", "annotations"} {
		carla.JSON(http.MethodPatch, own, body{foreign: []body{}}).WantCode(400, "VALIDATION_ERROR")
	}
	for _, foreign := range []string{"account_password", "user_code", "associate_status", "invalid_fields", "is_sample", "adhesion_term",
		"id"} {
		if answer := carla.JSON(http.MethodPatch, own, body{"phone": "71 99999-0005", foreign: nil}); answer.StatusCode != 400 {
			t.Errorf("%s: %d %s", foreign, answer.StatusCode, answer.Body)
		}
	}
	carla.JSON(http.MethodPatch, own, body{"associate_name": "Outra"}).WantCode(403, "PHASE_LOCKED")
}

func TestOwnPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	carla := app.AsAssociate(t, dbtest.Carla)
	var added saved
	first := carla.POST(own+"/patients", body{"name": "Helena", "cpf": "1"}).Want(201).Data(&added.Data).Meta(&added.Meta)
	if strings.Join(added.Meta.SavedFields, " ") != "name" || strings.Join(added.Meta.InvalidFields, " ") != "cpf" {
		t.Errorf("meta is %+v", added.Meta)
	}
	path := fmt.Sprintf(own+"/patients/%d", added.Data.ID)
	// The version of the answer covers the defaults of the database too.
	carla.With("If-Match", first.Header.Get("ETag")).JSON(http.MethodPatch, path, body{"cpf": "168.995.350-09", "last_name": "Santos"}).
		Want(200)
	var list []body
	carla.GET(own + "/patients").Want(200).Data(&list)
	if len(list) != 1 || list[0]["cpf"] != "16899535009" || list[0]["status"] != "patient" {
		t.Errorf("patients are %v", list)
	}
	app.AsAssociate(t, dbtest.Ana).GET(own + "/patients").Want(200).Data(&list)
	if len(list) != 1 || list[0]["name"] != "Miguel" {
		t.Errorf("the patients of Ana are %v", list)
	}
}

func TestAdvanceAndComplete(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	carla := app.AsAssociate(t, dbtest.Carla)
	refused := carla.POST(own+"/advance", body{}).WantCode(400, "VALIDATION_ERROR")
	if got := fieldsOf(refused); got != "responsible_type" {
		t.Errorf("missing %q", got)
	}
	carla.JSON(http.MethodPatch, own, body{"responsible_type": "self"}).Want(200)
	var moved saved
	carla.POST(own+"/advance", body{}).Want(200).Data(&moved.Data).Meta(&moved.Meta)
	if !moved.Meta.Moved || moved.Meta.Missing == nil || moved.Data.AssociateStatus != 3.0 {
		t.Errorf("moved %+v", moved)
	}
	var documents struct {
		Complete bool
		Missing  []string
	}
	carla.GET(own + "/documents/status").Want(200).Data(&documents)
	if documents.Complete || strings.Join(documents.Missing, " ") != "responsible.front responsible.back" {
		t.Errorf("documents are %+v", documents)
	}
	carla.POST(own+"/complete", nil).WantCode(400, "VALIDATION_ERROR")
	app.AsAssociate(t, dbtest.Ana).POST(own+"/complete", body{}).Want(200).Data(&moved.Data).Meta(&moved.Meta)
	if moved.Meta.Moved {
		t.Error("an Associado moved")
	}
}

// No route of the registration with an id reaches a row of somebody else, and none is open to anybody but associates.
func TestRegistration_UnknownCallers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sandra, ana := opened(t, app, "sandra@exemplo.org.br"), app.AsAssociate(t, dbtest.Ana)
	for id := 1; id <= 6; id++ {
		path := fmt.Sprintf(own+"/patients/%d", id)
		sandra.JSON(http.MethodPatch, path, body{"name": "Invasão"}).WantCode(404, "NOT_FOUND")
		if status := ana.JSON(http.MethodPatch, path, body{"name": "Invasão"}).StatusCode; status != 404 && id != int(dbtest.Miguel.ID) {
			t.Errorf("Ana reaches %d: %d", id, status)
		}
	}
	if app.Count(t, "users", "name = 'Invasão'") != 0 {
		t.Error("a row of somebody else was changed")
	}
	for _, path := range []string{"/patients", "/documents/status"} {
		app.Nobody(t).GET(own+path).WantCode(401, "UNAUTHORIZED")
		app.As(t, dbtest.Camila).GET(own+path).WantCode(401, "UNAUTHORIZED")
		app.WithToken(t, "*").GET(own+path).WantCode(403, "FORBIDDEN")
	}
	for _, path := range []string{"/api/v1/items/users/1", "/api/v1/users/code/" + dbtest.Ana.UserCode, "/api/v1/users/1/patients",
		"/api/v1/items/users_files"} {
		if status := ana.GET(path).StatusCode; status != 401 {
			t.Errorf("%s is open to an associate: %d", path, status)
		}
	}
}
