package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/access"
)

// healthMark is what the test stores in columns about health.
const healthMark = "saude-agulha-8812"

// markHealth writes into the columns about health of every collection; those of other types are checked by their names alone.
func markHealth(t *testing.T, app *handlertest.App) {
	t.Helper()
	for _, statement := range []string{
		`update users set health_condition = @m, medications = @m, allergies = @m, health_notes = @m, prescriber = @m, prescriber_code = @m, species = @m,
			breed = @m, icd_code = @m, weight_kg = 73.41, annotations = jsonb_build_array(jsonb_build_object('text', @m)), prescription = jsonb_build_object('text', @m)`,
		`update orders set prescriber = @m, prescriber_code = @m, info = @m`,
		`update services set observations = @m`,
		`update reception set notes = @m, message = @m, tags = jsonb_build_object('x', @m)`,
	} {
		app.Exec(t, strings.ReplaceAll(statement, "@m", "'"+healthMark+"'::text"))
	}
	app.Exec(t, "insert into files (file_name, content_type, size, sha256, storage_key, driver) select 'a.pdf', 'application/pdf', 1, repeat('a', 64), 'limited-test', 'local'")
	app.Exec(t, "insert into users_files (file_id, user_id, kind, doc_kind) select id, 1, $1, 'prescription' from files where storage_key = 'limited-test'", healthMark)
}

// A token whose columns are limited never gets a column about health: not in a list, a detail, a filter, an order, a group, a sum, a
// search, a file, an included row or the answer to a change, nor by another route than the generic ones. The same token without the
// limit gets all of them.
func TestLimited_NoHealthAnywhere(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	markHealth(t, app)
	limited := app.WithTokenOf(t, tokens.IssueInput{Name: "Loja", Scopes: []string{"*"}, WithoutHealth: true})
	whole := app.WithTokenOf(t, tokens.IssueInput{Name: "Tudo", Scopes: []string{"*"}})
	none := func(path string, answer *handlertest.Answer) {
		t.Helper()
		if body := strings.ReplaceAll(answer.Body, "search="+healthMark, ""); strings.Contains(body, healthMark) || answer.StatusCode >= 500 {
			t.Errorf("%s: %d, or holds a value about health", path, answer.StatusCode)
		}
	}
	for _, collection := range []string{"users", "orders", "services", "reception", "users_files"} {
		list := "/api/v1/items/" + collection
		if !strings.Contains(whole.GET(list+"?limit=-1").Want(200).Body, healthMark) {
			t.Errorf("without the limit %s holds no value about health: the test shows nothing", collection)
		}
		for _, name := range access.HealthFields(collection) {
			for _, query := range []string{"?filter[" + name + "][_nnull]=true", "?filter[" + name + "][_contains]=" + healthMark, "?sort=" + name,
				"?sort=-" + name,
				"?fields=" + name, "?groupBy=" + name + "&aggregate[count]=*", "?aggregate[count]=" + name, "?aggregate[max]=" + name,
				"?export=csv&fields=" + name, "?filter[_or][0][" + name + "][_eq]=" + healthMark} {
				if status := limited.GET(list + query).StatusCode; status != 400 {
					t.Errorf("%s%s: %d, want 400", list, query, status)
				}
			}
			if body := limited.GET(list + "?limit=-1").Want(200).Body; strings.Contains(body, `"`+name+`":`) {
				t.Errorf("%s names %s", list, name)
			}
		}
		for _, query := range []string{"?limit=-1", "/1", "?limit=-1&export=csv", "?limit=-1&export=json", "?search=" + healthMark,
			"?limit=-1&patients=1",
			"?fields=*&limit=-1"} {
			none(list+query, limited.GET(list+query))
		}
		var found []map[string]any
		limited.GET(list + "?search=" + healthMark).Want(200).Data(&found)
		if len(found) > 0 {
			t.Errorf("%s finds %d rows by a value about health", list, len(found))
		}
	}
	none("a change", limited.JSON(http.MethodPatch, "/api/v1/items/users/1", `{"city": "Santos"}`))
	none("a change of an order", limited.JSON(http.MethodPatch, "/api/v1/items/orders/1", `{"tracking_code": "BR1"}`))
	for _, path := range []string{"/api/v1/users/1/history", "/api/v1/users/code/" + dbtest.Ana.UserCode, "/api/v1/users/search?q=ana",
		"/api/v1/users/1/patients", "/api/v1/orders", "/api/v1/orders/by-user/" + dbtest.Ana.UserCode, "/api/v1/services",
		"/api/v1/services/reports",
		"/api/v1/search?q=ana", "/api/v1/analytics/orders", "/api/v1/files", "/api/v1/files/1", "/api/v1/files/1/download",
		"/api/v1/doc-sign/contracts", "/api/v1/reception/open-by-email?email=a@exemplo.org.br"} {
		if status := limited.GET(path).StatusCode; status != 403 {
			t.Errorf("%s: %d, want 403", path, status)
		}
	}
	limited.JSON(http.MethodPost, "/api/v1/orders", "{}").Want(403)
	limited.JSON(http.MethodPatch, "/api/v1/orders/1", "{}").Want(403)
	limited.GET("/api/v1/items/products").Want(200)
}

// Administrators limit a token and end the limit; it counts from the next request on.
func TestLimited_Switch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	markHealth(t, app)
	script := app.WithTokenOf(t, tokens.IssueInput{Name: "Loja", Scopes: []string{"*"}})
	var id int64
	if err := app.Pool.QueryRow(t.Context(), "select id from users_api where name = 'Loja'").Scan(&id); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/admin/tokens/%d/limitar", id)
	app.As(t, dbtest.Bruno).Form(path, map[string][]string{"without_health": {"true"}}).Want(403)
	camila := app.As(t, dbtest.Camila)
	camila.Form(path, map[string][]string{"without_health": {"true"}}).Want(303)
	if body := script.GET("/api/v1/items/users/1").Want(200).Body; strings.Contains(body, healthMark) {
		t.Error("the limited token gets a value about health")
	}
	camila.Form(path, map[string][]string{"without_health": {"false"}}).Want(303)
	if body := script.GET("/api/v1/items/users/1").Want(200).Body; !strings.Contains(body, healthMark) {
		t.Error("after the limit the token gets no value about health")
	}
	camila.Form("/admin/tokens/999999/limitar", nil).Want(404)
}
