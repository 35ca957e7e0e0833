package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

type associate struct {
	ID              int64           `json:"id"`
	UserCode        string          `json:"user_code"`
	Status          string          `json:"status"`
	AssociateStatus json.RawMessage `json:"associate_status"`
	AssociateName   *string         `json:"associate_name"`
	Name            *string         `json:"name"`
	ResponsibleCode *string         `json:"responsible_code"`
	CPF             *string         `json:"cpf"`
}

type annotation struct {
	ID          string `json:"id"`
	Text        string `json:"text"`
	UserName    string `json:"userName"`
	UserCode    string `json:"user_code"`
	DateCreated string `json:"date_created"`
}

func TestAssociateByCode(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var ana, miguel associate
	bruno.GET("/api/v1/users/code/" + dbtest.Ana.UserCode).Want(200).Data(&ana)
	if ana.ID != dbtest.Ana.ID || string(ana.AssociateStatus) != "5" || *ana.AssociateName != dbtest.Ana.FullName() {
		t.Errorf("Ana is %+v", ana)
	}
	bruno.GET("/api/v1/users/code/" + dbtest.Miguel.UserCode).Want(200).Data(&miguel)
	if miguel.Status != "patient" || *miguel.ResponsibleCode != dbtest.Ana.UserCode {
		t.Errorf("Miguel is %+v", miguel)
	}
	for _, code := range []string{"0a000000-0000-4000-8000-00000000ffff", "abc", "1"} {
		bruno.GET("/api/v1/users/code/"+code).WantCode(404, "NOT_FOUND")
	}
}

func TestSearchAssociates(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string][]int64{
		"?q=ana": {dbtest.Ana.ID}, "?q=CONCEI%C3%87%C3%83O": {dbtest.Joao.ID}, "?q=529.982.247-25": {dbtest.Ana.ID},
		"?q=miguel": {}, "?q=a": {}, "": {}, "?q=jo": {dbtest.Joao.ID}, "?q=nada%27%3B--": {},
	} {
		var found []associate
		bruno.GET("/api/v1/users/search" + query).Want(200).Data(&found)
		ids := []int64{}
		for _, match := range found {
			ids = append(ids, match.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%q finds %v, want %v", query, ids, want)
		}
	}
	bruno.GET("/api/v1/users/search?words=ana").WantCode(400, "VALIDATION_ERROR")
	// Long searches are answered in the time of a short one.
	for _, much := range []string{strings.Repeat("ab+", 3000), strings.Repeat("a", 5000), strings.Repeat("a+", 40000)} {
		bruno.GET("/api/v1/users/search?q=" + much).Want(200)
		bruno.GET("/painel/associados?q=" + much).Want(200)
	}
}

func TestMakeAssociate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var carla associate
	bruno.POST("/api/v1/users/5/make-associate", "{}").Want(200).Data(&carla)
	if carla.Status != "Associado" || string(carla.AssociateStatus) != `"assinatura_termo"` {
		t.Errorf("Carla is %+v", carla)
	}
	for _, id := range []string{"2", "999", "0", "abc"} {
		bruno.POST("/api/v1/users/"+id+"/make-associate", "{}").WantCode(404, "NOT_FOUND")
	}
}

func TestPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var livia associate
	bruno.POST("/api/v1/users/1/patients", body{"name": "Lívia", "last_name": "de Souza", "cpf": "168.995.350-09",
		"birth_date": "2019-05-01", "weight_kg": 21.5, "prescription": body{"product": "Óleo"}}).Want(201).Data(&livia)
	if livia.Status != "patient" || *livia.ResponsibleCode != dbtest.Ana.UserCode || *livia.CPF != "16899535009" ||
		string(livia.AssociateStatus) != "null" {
		t.Errorf("added %+v", livia)
	}
	path := fmt.Sprintf("/api/v1/users/1/patients/%d", livia.ID)
	bruno.JSON(http.MethodPatch, path, body{"name": "Lívia Maria", "cpf": nil}).Want(200).Data(&livia)
	if *livia.Name != "Lívia Maria" || livia.CPF != nil {
		t.Errorf("changed %+v", livia)
	}
	var listed []associate
	bruno.GET("/api/v1/users/1/patients").Want(200).Data(&listed)
	if len(listed) != 2 || listed[1].ID != livia.ID {
		t.Errorf("listed %+v", listed)
	}
	bruno.GET("/api/v1/users/5/patients").Want(200).Data(&listed)
	if len(listed) != 0 {
		t.Errorf("Carla has %+v", listed)
	}
	var gone struct{ ID int64 }
	bruno.JSON(http.MethodDelete, path, "").Want(200).Data(&gone)
	if gone.ID != livia.ID || app.Count(t, "users", "id = $1", livia.ID) != 0 {
		t.Errorf("removed %+v", gone)
	}
	bruno.JSON(http.MethodDelete, path, "").WantCode(404, "NOT_FOUND")
	answer := bruno.JSON(http.MethodDelete, "/api/v1/users/1/patients/2", "").WantCode(409, "HAS_LINKED_RECORDS")
	if messages := answer.Messages(); len(messages) != 1 || messages[0] != "services: 1 serviço (nº 1)" {
		t.Errorf("refused with %q", messages)
	}
}

func TestPatients_Wrong(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "users", "true")
	for name, c := range map[string]struct {
		changes body
		fields  string
	}{
		"reserved fields": {body{"id": 9, "user_code": dbtest.Ana.UserCode, "status": "Associado", "associate_status": 5,
			"responsible_code": dbtest.Joao.UserCode,
			"is_sample":        true, "invalid_fields": []string{}, "date_created": "2026-01-01T00:00:00Z"},
			"associate_status date_created id invalid_fields is_sample responsible_code status user_code"},
		"hidden fields": {body{"session_token": "x", "account_password": "x", "search_text": "x"},
			"account_password search_text session_token"},
		"an associate's fields": {body{"associate_cpf": dbtest.Ana.CPF, "email_account": "a@b.br"}, "associate_cpf email_account"},
		"wrong values": {body{"cpf": "123", "cep": "1", "state": "ZZ", "birth_date": "2999-01-01", "gender": "x"},
			"state cep birth_date gender cpf"},
		"wrong types": {body{"name": 1, "birth_date": "ontem", "weight_kg": "12", "tags": "a", "contact_consent": "sim"},
			"birth_date contact_consent name tags weight_kg"},
	} {
		t.Run(name, func(t *testing.T) {
			sent := body{"name": "Lívia", "last_name": "de Souza"}
			for field, value := range c.changes {
				sent[field] = value
			}
			for _, answer := range []*handlertest.Answer{
				bruno.POST("/api/v1/users/1/patients", sent),
				bruno.JSON(http.MethodPatch, "/api/v1/users/1/patients/2", sent),
			} {
				if got := fieldsOf(answer.WantCode(400, "VALIDATION_ERROR")); got != c.fields {
					t.Errorf("refused %q, want %q: %s", got, c.fields, answer.Body)
				}
			}
		})
	}
	for _, raw := range []string{"", "[]", "null", "{", `{"name":"a"}x`} {
		bruno.POST("/api/v1/users/1/patients", raw).WantCode(400, "VALIDATION_ERROR")
	}
	if app.Count(t, "users", "true") != before || app.Count(t, "users", "id = 2 and name = $1", dbtest.Miguel.Name) != 1 {
		t.Error("something changed")
	}
	bruno.POST("/api/v1/users/2/patients", body{"name": "a", "last_name": "b"}).WantCode(404, "NOT_FOUND")
	bruno.JSON(http.MethodPatch, "/api/v1/users/3/patients/2", body{"name": "a"}).WantCode(404, "NOT_FOUND")
	bruno.JSON(http.MethodDelete, "/api/v1/users/3/patients/2", "").WantCode(404, "NOT_FOUND")
}

func TestAnnotations(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var note annotation
	bruno.POST("/api/v1/users/1/annotations", body{"text": " Ligou "}).Want(201).Data(&note)
	if note.Text != "Ligou" || note.UserName != dbtest.Bruno.FullName() || note.UserCode != dbtest.Bruno.UserCode || note.DateCreated == "" {
		t.Errorf("noted %+v", note)
	}
	for _, wrong := range []body{{}, {"text": " "}, {"text": 1}, {"text": "a", "userName": "Outra"}} {
		bruno.POST("/api/v1/users/1/annotations", wrong).WantCode(400, "VALIDATION_ERROR")
	}
	bruno.POST("/api/v1/users/999/annotations", body{"text": "a"}).WantCode(404, "NOT_FOUND")
	bruno.JSON(http.MethodDelete, "/api/v1/users/3/annotations/"+note.ID, "").WantCode(404, "NOT_FOUND")
	bruno.JSON(http.MethodDelete, "/api/v1/users/1/annotations/abc", "").WantCode(404, "NOT_FOUND")
	var gone struct{ ID string }
	bruno.JSON(http.MethodDelete, "/api/v1/users/1/annotations/"+note.ID, "").Want(200).Data(&gone)
	if gone.ID != note.ID || app.Count(t, "users", "id = 1 and annotations = '[]'") != 1 {
		t.Errorf("removed %+v", gone)
	}
	app.WithToken(t, "items:users:*").POST("/api/v1/users/1/annotations", body{"text": "script"}).Want(201).Data(&note)
	if note.UserName != "teste" || note.UserCode != "" {
		t.Errorf("a script signs as %+v", note)
	}
}

// Without the right to read, a write returns only the id, as for other collections; the right to write does not include
// deleting.
func TestAssociates_TokenThatOnlyWrites(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	writer := app.WithToken(t, "items:users:write")
	var patient associate
	for _, answer := range []*handlertest.Answer{
		writer.POST("/api/v1/users/5/make-associate", "{}").Want(200),
		writer.JSON(http.MethodPatch, "/api/v1/users/1/patients/2", "{}").Want(200),
		writer.JSON(http.MethodPatch, "/api/v1/items/users/1", "{}").Want(200),
		writer.POST("/api/v1/users/1/patients", body{"name": "Lívia", "last_name": "de Souza"}).Want(201).Data(&patient),
	} {
		if !strings.HasPrefix(answer.Body, `{"data":{"id":`) || strings.Count(answer.Body, ":") != 4 {
			t.Errorf("%s answers %s", answer.Request.URL.Path, answer.Body)
		}
	}
	path := fmt.Sprintf("/api/v1/users/1/patients/%d", patient.ID)
	writer.JSON(http.MethodDelete, path, "").WantCode(403, "FORBIDDEN")
	app.WithToken(t, "items:users:delete").JSON(http.MethodDelete, path, "").WantCode(403, "FORBIDDEN")
	if app.Count(t, "users", "id = $1", patient.ID) != 1 {
		t.Error("the patient is gone")
	}
	app.WithToken(t, "items:users:*").JSON(http.MethodDelete, path, "").Want(200)
}

// Reading needs the right to read users, changing the right to change them; without credentials every route is 401.
func TestAssociates_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	type question struct{ method, path, body string }
	reading := []question{
		{"GET", "/api/v1/users/code/" + dbtest.Ana.UserCode, ""}, {"GET", "/api/v1/users/search?q=ana", ""},
		{"GET", "/api/v1/users/1/patients", ""}, {"GET", "/api/v1/users/1/history", ""},
	}
	changing := []question{
		{"POST", "/api/v1/users/5/make-associate", "{}"}, {"POST", "/api/v1/users/1/patients", `{"name":"a","last_name":"b"}`},
		{"PATCH", "/api/v1/users/1/patients/2", `{"number":"1"}`}, {"POST", "/api/v1/users/1/annotations", `{"text":"a"}`},
		{"DELETE", "/api/v1/users/1/patients/2", ""}, {"DELETE", "/api/v1/users/1/annotations/" + dbtest.Ana.UserCode, ""},
	}
	for _, c := range []struct {
		name         string
		client       *handlertest.Client
		reads, wants int
	}{
		{"Acolhimento", app.As(t, dbtest.Bruno), 200, 0}, {"Administrador", app.As(t, dbtest.Camila), 200, 0},
		{"Financeiro", app.As(t, dbtest.Fernando), 200, 403}, {"Produção", app.As(t, dbtest.Priscila), 200, 403},
		{"Profissional", app.As(t, dbtest.Renata), 403, 403}, {"nobody", app.Nobody(t), 401, 401},
		{"token that reads", app.WithToken(t, "items:users:read"), 200, 403},
		{"token that writes", app.WithToken(t, "items:users:write", "items:users:delete"), 403, 0},
		{"token of orders", app.WithToken(t, "items:orders:*"), 403, 403},
		{"bad token", app.Nobody(t).With("Authorization", "Bearer x"), 401, 401},
	} {
		for _, asked := range reading {
			if answer := c.client.GET(asked.path); answer.StatusCode != c.reads {
				t.Errorf("%s: %s is %d, want %d", c.name, asked.path, answer.StatusCode, c.reads)
			}
		}
		for _, asked := range changing {
			answer := c.client.JSON(asked.method, asked.path, asked.body)
			refused := answer.StatusCode == 401 || answer.StatusCode == 403
			if refused != (c.wants != 0) || refused && answer.StatusCode != c.wants {
				t.Errorf("%s: %s %s is %d, want %d", c.name, asked.method, asked.path, answer.StatusCode, c.wants)
			}
		}
	}
}

func fieldsOf(answer *handlertest.Answer) string {
	var fields []string
	for _, message := range answer.Messages() {
		field, _, _ := strings.Cut(message, ": ")
		fields = append(fields, field)
	}
	return strings.Join(fields, " ")
}
