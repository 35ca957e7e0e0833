package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

const (
	schemaRoute  = "/api/v1/admin/schema"
	samplesRoute = "/api/v1/admin/sample-data"
)

// The schema has every collection of the generic routes, no hidden column, and the foreign keys.
func TestSchema(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var schema struct {
		Collections []struct {
			Collection string
			Columns    []struct{ Name, Type, VisibleTo string }
			Access     []struct {
				Role    string
				Actions []string
			}
		}
		ForeignKeys []map[string]string `json:"foreign_keys"`
	}
	answer := app.As(t, dbtest.Camila).GET(schemaRoute).Want(200).Data(&schema)
	if len(schema.Collections) != 13 {
		t.Errorf("%d collections", len(schema.Collections))
	}
	for _, word := range []string{"password", "session_token", "token_hash"} {
		if strings.Contains(answer.Body, `"`+word+`"`) {
			t.Errorf("the schema shows %s", word)
		}
	}
	orders := schema.Collections[slices.IndexFunc(schema.Collections, func(c struct {
		Collection string
		Columns    []struct{ Name, Type, VisibleTo string }
		Access     []struct {
			Role    string
			Actions []string
		}
	}) bool {
		return c.Collection == "orders"
	})]
	if orders.Access[2].Role != "Produção" || !slices.Equal(orders.Access[2].Actions, []string{"read", "update"}) {
		t.Errorf("the access to orders is %+v", orders.Access)
	}
	want := map[string]string{"collection": "services", "column": "professional_id", "target_collection": "professionals",
		"target_column": "id"}
	if !slices.ContainsFunc(schema.ForeignKeys, func(key map[string]string) bool {
		return key["collection"] == want["collection"] && key["column"] == want["column"] &&
			key["target_collection"] == want["target_collection"] && key["target_column"] == want["target_column"]
	}) {
		t.Errorf("the foreign keys %v lack %v", schema.ForeignKeys, want)
	}
}

// Sample rows are counted and removed; a real row that refers to one holds all of them.
func TestSampleData(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 5, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	var counts struct {
		Tables []struct {
			Table, Label string
			Count        int
		}
		Total int
	}
	if camila.GET(samplesRoute).Want(200).Data(&counts); counts.Total == 0 || counts.Tables[0].Table != "users" || counts.Tables[0].Count < 5 {
		t.Errorf("the counts are %+v", counts)
	}
	app.Exec(t, "insert into reception (name, status, attendant) select 'Real', 'aguardando', user_code from system_users where is_sample limit 1")
	refused := camila.JSON("DELETE", samplesRoute, "").WantCode(409, "SAMPLE_DATA_BLOCKED")
	if !strings.Contains(refused.Body, "1 acolhimento entregue a um operador de exemplo") {
		t.Errorf("the refusal does not name what holds the rows: %s", refused.Body)
	}
	var removed struct {
		Deleted []struct{ Count int }
		Skipped []string
		Total   int
	}
	app.Exec(t, "delete from reception where name = 'Real'")
	if camila.JSON("DELETE", samplesRoute, "").Want(200).Data(&removed); removed.Total < counts.Total {
		t.Errorf("%d rows were counted, %+v removed", counts.Total, removed)
	}
	if camila.GET(samplesRoute).Want(200).Data(&counts); counts.Total != 0 {
		t.Errorf("after the removal: %+v", counts)
	}
}

func TestAdministration_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.WithToken(t, "*").GET(schemaRoute).Want(200)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "token": {app.WithToken(t, "items:orders:read"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			c.client.GET(schemaRoute).Want(c.want)
			c.client.GET(samplesRoute).Want(c.want)
			c.client.JSON("DELETE", samplesRoute, "").Want(c.want)
		})
	}
}
