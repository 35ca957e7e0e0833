package register_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// foreign are Ana's rows by their routes with an id; a new route needs its row here.
type foreign struct {
	file, patient, order, undo, request, session int64
	contract                                     string
}

func (f foreign) path(t *testing.T, route web.Route) string {
	t.Helper()
	id := int64(0)
	switch {
	case strings.Contains(route.Path, "/contracts/"):
		return strings.NewReplacer(":id", f.contract, ":document", "filled").Replace(route.Path)
	case strings.Contains(route.Path, "/consultas/"):
		id = dbtest.AnasService.ID
	case strings.Contains(route.Path, "/desfazer/"):
		id = f.undo
	case strings.Contains(route.Path, "/files/"):
		id = f.file
	case strings.Contains(route.Path, "/patients/"):
		id = f.patient
	case strings.Contains(route.Path, "/pedidos/"):
		id = f.order
	case strings.Contains(route.Path, "/meus-dados/"):
		id = f.request
	case strings.Contains(route.Path, "/aparelhos/"):
		id = f.session
	case strings.Contains(route.Path, "/avatar"):
		id = dbtest.Ana.ID
	default:
		t.Errorf("%s has no row of another associate: no test would try it", route.Path)
	}
	return strings.Replace(route.Path, ":id", strconv.FormatInt(id, 10), 1)
}

// anasRows returns Ana's rows, with a document of hers.
func anasRows(t *testing.T, app *handlertest.App) foreign {
	t.Helper()
	send(t, app.AsAssociate(t, dbtest.Ana), "/cadastro/receita/envio", map[string]string{"doc_kind": "report"})
	send(t, app.AsAssociate(t, dbtest.Ana), "/cadastro/perfil/foto", nil).Want(303)
	app.Exec(t, "update users set prescription = null where id = $1", dbtest.Ana.ID)
	rows := foreign{patient: int64(dbtest.Miguel.ID), order: dbtest.AnasOrder.ID}
	if err := app.Pool.QueryRow(t.Context(), "select file_id from users_files where user_id = $1", dbtest.Ana.ID).
		Scan(&rows.file); err != nil {
		t.Fatal(err)
	}
	if err := app.Pool.QueryRow(t.Context(), "select max(id) from sessions where associate_id = $1", dbtest.Ana.ID).Scan(&rows.session); err != nil {
		t.Fatal(err)
	}
	undo := "insert into undos (associate_id, kind, payload, date_created) values ($1, 'registration.document', '[]', now()) returning id"
	if err := app.Pool.QueryRow(t.Context(), undo, dbtest.Ana.ID).Scan(&rows.undo); err != nil {
		t.Fatal(err)
	}
	request := "insert into privacy_requests (user_id, kind, channel, received_on, due_on, date_created) values ($1, 'access', 'own', '2026-11-20', '2026-12-05', now()) returning id"
	if err := app.Pool.QueryRow(t.Context(), request, dbtest.Ana.ID).Scan(&rows.request); err != nil {
		t.Fatal(err)
	}
	app.PublishTerms(t)
	app.SeedTerms(t)
	app.Exec(t, "update contracts set filled_pdf_file_id = (select min(pdf_file_id) from sign_template_versions) where public_code = $1",
		handlertest.SignedCode)
	if err := app.Pool.QueryRow(t.Context(), "select id from contracts where public_code = $1", handlertest.SignedCode).
		Scan(&rows.contract); err != nil {
		t.Fatal(err)
	}
	return rows
}

// absentOf returns a route with an id that does not exist.
func absentOf(route string) string {
	if strings.Contains(route, "/contracts/") {
		return strings.NewReplacer(":id", "00000000-0000-4000-8000-000000000000", ":document", "filled").Replace(route)
	}
	return strings.Replace(route, ":id", "987654321", 1)
}

// A second account finds no row and no file of the first one, on any route with an id, in the same words as for an id
// that does not exist, and changes nothing.
func TestStrangers_RoutesWithID(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	rows := anasRows(t, app)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao).With("Sec-Fetch-Site", "same-origin")
	tried := 0
	for _, route := range app.Routes {
		guard := route.Guard.String()
		isOwn := strings.HasSuffix(guard, "associate") && guard != "anyone as associate" && !strings.HasSuffix(guard, " or any associate")
		if !isOwn || !strings.Contains(route.Path, ":id") {
			continue
		}
		tried++
		path, absent := rows.path(t, route), absentOf(route.Path)
		body := any("")
		if route.Method == http.MethodPatch {
			body = map[string]string{"name": "Outro"}
		}
		call := func(client *handlertest.Client, path string) *handlertest.Answer {
			switch {
			case route.Method == http.MethodGet:
				return client.GET(path)
			case route.IsJSON():
				return client.JSON(route.Method, path, body)
			}
			return client.Form(path, nil)
		}
		refused, unknown := call(joao, path).Want(404), call(joao, absent).Want(404)
		if refused.Body != unknown.Body {
			t.Errorf("%s: %s, for an unknown id %s", path, refused.Body, unknown.Body)
		}
		if route.Method == http.MethodGet {
			if answer := call(ana, path); answer.StatusCode != 200 && !strings.HasSuffix(path, "/cancelar") &&
				!strings.HasSuffix(path, "/recibo.pdf") { // only one to come can be cancelled, only a paid one has a receipt
				answer.Want(200)
			}
		}
	}
	if tried < 4 {
		t.Errorf("only %d routes were tried", tried)
	}
	if app.Count(t, "users", "id = $1 and name = 'Miguel'", rows.patient) != 1 || app.Count(t, "files", "id = $1", rows.file) != 1 {
		t.Error("a stranger changed something")
	}
}

// No page of a second account shows what belongs to the first one.
func TestStrangers_Pages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	rows := anasRows(t, app)
	joao := app.AsAssociate(t, dbtest.Joao)
	secrets := []string{dbtest.Ana.Name, dbtest.Ana.Email, dbtest.Ana.CPF, dbtest.Miguel.Name,
		"/files/" + strconv.FormatInt(rows.file, 10) + "/", "430,90"}
	for _, route := range app.Routes {
		if !strings.HasSuffix(route.Guard.String(), "associate") || route.Method != http.MethodGet || strings.Contains(route.Path, ":") {
			continue
		}
		answer := joao.GET(route.Path)
		for _, secret := range secrets {
			if strings.Contains(answer.Body, secret) {
				t.Errorf("%s shows %s to another associate", route.Path, secret)
			}
		}
	}
}
