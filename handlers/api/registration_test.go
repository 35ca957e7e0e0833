package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The generic collection writes associates by the area's own rules.
func TestCreateItem_Associate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var tereza associate
	answer := bruno.POST("/api/v1/items/users", body{"associate_name": "Tereza Quintana", "associate_cpf": "168.995.350-09",
		"email_account": "Tereza@exemplo.org.br", "account_password": "vento norte 8", "cep": "88010-000",
		"annotations": []body{{"text": "veio de Lages"}}}).Want(201)
	answer.Data(&tereza)
	if tereza.Status != "active" || string(tereza.AssociateStatus) != "1" || *tereza.Name != "Tereza" ||
		strings.Contains(answer.Body, "vento") {
		t.Errorf("registered %s", answer.Body)
	}
	path := fmt.Sprintf("/api/v1/items/users/%d", tereza.ID)
	bruno.JSON(http.MethodPatch, path, body{"last_name": "Quintana Dias", "prescriber": "Dr. Otávio"}).Want(200).Data(&tereza)
	if *tereza.AssociateName != "Tereza Quintana Dias" {
		t.Errorf("changed to %+v", tereza)
	}
	camila := app.As(t, dbtest.Camila)
	bruno.JSON(http.MethodDelete, path, "").WantCode(403, "FORBIDDEN")
	camila.JSON(http.MethodDelete, path, "").Want(200)
	answer = camila.JSON(http.MethodDelete, "/api/v1/items/users/1", "").WantCode(409, "HAS_LINKED_RECORDS")
	if messages := answer.Messages(); len(messages) != 3 {
		t.Errorf("named %q", messages)
	}
}

func TestUpdateItem_ReadOnlyFieldsOfAssociates(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var before, after int
	read := "select hashtext(string_agg(u::text, '' order by id)) from users u"
	if err := app.Pool.QueryRow(t.Context(), read).Scan(&before); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		changes body
		fields  string
	}{
		"identity and funnel": {body{"id": 1, "user_code": dbtest.Ana.UserCode, "status": "Associado", "associate_status": 5,
			"responsible_code": dbtest.Ana.UserCode},
			"associate_status id responsible_code status user_code"},
		"computed": {body{"adhesion_term": dbtest.Ana.UserCode, "invalid_fields": []string{}, "created_date": "x", "date_created": "x", "date_updated": "x"},
			"adhesion_term created_date date_created date_updated invalid_fields"},
		"hidden": {body{"session_token": "x", "session_expires": nil, "password_reset_token": "x", "search_text": "x", "nada": 1},
			"nada password_reset_token search_text session_expires session_token"},
		"duplicate":    {body{"associate_cpf": dbtest.Joao.CPF, "email_account": dbtest.Joao.Email}, "associate_cpf email_account"},
		"wrong values": {body{"associate_cpf": "1", "cep": "1", "phone": "1", "state": "São Paulo"}, "phone state cep associate_cpf"},
	} {
		t.Run(name, func(t *testing.T) {
			sent := body{"associate_name": "Outra Pessoa"}
			maps.Copy(sent, c.changes)
			for _, answer := range []*handlertest.Answer{
				bruno.POST("/api/v1/items/users", sent), bruno.JSON(http.MethodPatch, "/api/v1/items/users/1", sent),
			} {
				if got := fieldsOf(answer.WantCode(400, "VALIDATION_ERROR")); got != c.fields {
					t.Errorf("refused %q, want %q: %s", got, c.fields, answer.Body)
				}
			}
		})
	}
	bruno.JSON(http.MethodPatch, "/api/v1/items/users/1", body{"account_password": "nova senha"}).WantCode(403, "FORBIDDEN")
	bruno.POST("/api/v1/items/users", body{"associate_name": "A", "is_sample": true}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON(http.MethodPatch, "/api/v1/items/users", body{"keys": []int{1, 3}, "data": body{"associate_cpf": "16899535009"}}).
		WantCode(400, "VALIDATION_ERROR")
	if err := app.Pool.QueryRow(t.Context(), read).Scan(&after); err != nil || before != after {
		t.Errorf("something changed (%v)", err)
	}
}

// No answer holds a hidden column of an associate. Every hidden column of every row is filled with a unique
// value.
func TestAssociates_HiddenColumns(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	_, err := app.Pool.Exec(t.Context(), `update users set account_password = 'MARCADO', session_token = sha256(id::text::bytea),
		session_expires = '2099-03-04', password_reset_token = sha256((id + 100)::text::bytea), password_reset_expires = '2099-05-06'`)
	if err != nil {
		t.Fatal(err)
	}
	marks := []string{"MARCADO", "2099-03-04", "2099-05-06", "account_password", "session_", "password_reset", "search_text"}
	rows, err := app.Pool.Query(t.Context(), `select unnest(array[encode(session_token, 'hex'), encode(session_token, 'base64'),
		encode(password_reset_token, 'hex'), encode(password_reset_token, 'base64')]) from users`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var mark string
		if err := rows.Scan(&mark); err != nil {
			t.Fatal(err)
		}
		marks = append(marks, mark)
	}
	camila := app.As(t, dbtest.Camila)
	for _, asked := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api/v1/users/code/" + dbtest.Ana.UserCode, nil}, {"GET", "/api/v1/users/search?q=exemplo", nil},
		{"GET", "/api/v1/users/1/patients", nil}, {"GET", "/api/v1/users/1/history", nil},
		{"GET", "/api/v1/items/users?fields=*&patients=1", nil}, {"GET", "/api/v1/items/users/1", nil},
		{"POST", "/api/v1/users/1/make-associate", body{}}, {"POST", "/api/v1/users/1/patients", body{"name": "L", "last_name": "S"}},
		{"PATCH", "/api/v1/users/1/patients/2", body{"number": "7"}}, {"POST", "/api/v1/users/1/annotations", body{"text": "a"}},
		{"PATCH", "/api/v1/items/users/1", body{"account_password": "outra senha"}},
		{"POST", "/api/v1/items/users", body{"associate_name": "A B", "account_password": "outra senha"}},
	} {
		answer := camila.JSON(asked.method, asked.path, asked.body)
		if asked.method == http.MethodGet {
			answer = camila.GET(asked.path)
		}
		if answer.StatusCode >= 300 {
			t.Errorf("%s %s: %d %s", asked.method, asked.path, answer.StatusCode, answer.Body)
		}
		for _, mark := range marks {
			if strings.Contains(answer.Body, mark) {
				t.Errorf("%s %s: %s in %s", asked.method, asked.path, mark, answer.Body)
			}
		}
	}
}

func TestHistory_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	type history struct {
		Orders, Services []struct{ ID int64 }
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, c := range []struct {
		name             string
		client           *handlertest.Client
		path             string
		orders, services int
	}{
		{"Acolhimento, Ana", bruno, "/api/v1/users/1/history", 1, 1},
		{"Acolhimento, Miguel", bruno, "/api/v1/users/2/history", 0, 1},
		{"Acolhimento, Carla", bruno, "/api/v1/users/5/history", 0, 0},
		{"a script of associates", app.WithToken(t, "items:users:read"), "/api/v1/users/1/history", 0, 0},
		{"a script of orders too", app.WithToken(t, "items:users:read", "items:orders:read"), "/api/v1/users/1/history", 1, 0},
		{"a window", bruno, "/api/v1/users/1/history?offset=1", 0, 0},
	} {
		var had history
		c.client.GET(c.path).Want(200).Data(&had)
		if had.Orders == nil || had.Services == nil || len(had.Orders) != c.orders || len(had.Services) != c.services {
			t.Errorf("%s: %+v", c.name, had)
		}
	}
	bruno.GET("/api/v1/users/999/history").WantCode(404, "NOT_FOUND")
	bruno.GET("/api/v1/users/1/history?limit=1001").WantCode(400, "VALIDATION_ERROR")
}

// No request to these routes is answered with 5xx, and every answer has the envelope.
func FuzzAssociates(f *testing.F) {
	for _, seed := range []struct {
		route  uint8
		raw    string
		target uint8
	}{
		{0, `{"associate_name":"A B","associate_cpf":"168.995.350-09","tags":["x"],"prescription":{"a":[1,2.5,null]}}`, 0},
		{1, `{"name":"L","last_name":"S","weight_kg":12.5,"birth_date":"2019-02-29"}`, 1},
		{2, `{"cpf":null,"species":"Cão","prescription":[[[[]]]]}`, 2}, {3, `{"text":"a\ud800b"}`, 1},
		{4, `{"annotations":[{"id":"0a000000-0000-4000-8000-000000000001","text":"x"}],"account_password":"segredo!"}`, 1},
		{5, `{}`, 5}, {4, `{"privacy_consent_at":"0001-01-01T00:00:00Z","prescription":"x","contact_consent":null}`, 3},
		{4, `{"email_account":"é@É.br","avatar_url":"https://a/%zz","state":"ß"}`, 5}, {0, `[{"name":"A"},{"name":"B","cep":"1"}]`, 0},
	} {
		f.Add(seed.route, seed.raw, seed.target)
	}
	app := handlertest.New(f)
	const cookie = "service_oss_session"
	session := cookie + "=" + app.As(f, dbtest.Camila).Cookie(cookie)
	routes := []struct{ method, path string }{
		{"POST", "/api/v1/items/users"}, {"POST", "/api/v1/users/%d/patients"}, {"PATCH", "/api/v1/users/1/patients/%d"},
		{"POST", "/api/v1/users/%d/annotations"}, {"PATCH", "/api/v1/items/users/%d"}, {"POST", "/api/v1/users/%d/make-associate"},
	}
	f.Fuzz(func(t *testing.T, route uint8, raw string, target uint8) {
		asked := routes[int(route)%len(routes)]
		path := asked.path
		if strings.Contains(path, "%d") {
			path = fmt.Sprintf(path, target%6)
		}
		answer := app.Nobody(t).With("Cookie", session).JSON(asked.method, path, raw)
		if answer.StatusCode >= 500 || !strings.HasPrefix(answer.Body, `{"data":`) {
			t.Errorf("%s %s %q: %d %s", asked.method, path, raw, answer.StatusCode, answer.Body)
		}
	})
}
