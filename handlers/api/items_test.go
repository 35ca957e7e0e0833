package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/api"
	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/access"
	"acolhe/web"
)

// hidden are columns that no caller ever sees.
var hidden = []string{"password", "account_password", "session_token", "session_expires", "chat_token", "password_reset_token",
	"password_reset_expires", "pending_email_token", "invite_token", "token_hash", "search_text", "slot_end", "statement_id", "storage_key",
	"event_calendar_id", "paid_at", "reminded_at", "date_missing", "weekly_hours", "avatar_file_id", "refused",
	"second_step_at", "second_step_due", "visit_notes", "visit_address", "video_link", "calendar_sequence", "series_code", "series_every",
	"cancelled_date", "without_health", "booked_by_associate"}

func TestCollections_SameAsMatrix(t *testing.T) {
	t.Parallel()
	var names []string
	for _, collection := range areas.Described() {
		names = append(names, collection.Name())
	}
	slices.Sort(names)
	want := slices.DeleteFunc(access.Collections(), func(name string) bool { return !access.HasItems(name) })
	if !slices.Equal(names, want) || len(names) != 13 {
		t.Errorf("%v, the matrix has %v", names, want)
	}
}

// Every column of a table is either a field or explicitly hidden.
func TestCollections_EveryColumnIsAFieldOrHidden(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, collection := range areas.Described() {
		shown := map[string]bool{}
		for _, field := range collection.Fields() {
			shown[field.Column] = true
		}
		rows, err := app.Pool.Query(t.Context(), "select column_name from information_schema.columns where table_name = $1", collection.Name())
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var column string
			if err := rows.Scan(&column); err != nil {
				t.Fatal(err)
			}
			if shown[column] == slices.Contains(hidden, column) {
				t.Errorf("%s.%s: shown is %v", collection.Name(), column, shown[column])
			}
		}
	}
}

func TestItems_ReadAsStored(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, collection := range areas.Described() {
		var rows []body
		answer := camila.GET("/api/v1/items/" + collection.Name() + "?meta=*").Want(200).Data(&rows)
		for _, row := range rows {
			if len(row) != len(collection.Fields()) {
				t.Errorf("%s: a row has %d fields, want %d", collection.Name(), len(row), len(collection.Fields()))
			}
			var one body
			camila.GET("/api/v1/items/" + collection.Name() + "/" + jsonOf(row["id"])).Want(200).Data(&one)
			if jsonOf(one) != jsonOf(row) {
				t.Errorf("%s: listed as %v, shown as %v", collection.Name(), row, one)
			}
		}
		var meta struct{ TotalCount, FilterCount int }
		answer.Meta(&meta)
	}
	var order struct {
		Total, User json.Number
		DateCreated string `json:"date_created"`
		Address     body
	}
	answer := camila.GET("/api/v1/items/orders/1").Want(200).Data(&order)
	if order.Total != "430.90" || order.User != "1" || order.DateCreated != "2026-11-15T15:00:00Z" ||
		order.Address["city"] != "Florianópolis" {
		t.Errorf("%+v", order)
	}
	if !strings.Contains(answer.Body, `"total":430.90,`) {
		t.Errorf("the digits are not those that are stored: %s", answer.Body)
	}
	var ana body
	camila.GET("/api/v1/items/users/1?fields=associate_status,birth_date").Want(200).Data(&ana)
	if jsonOf(ana) != `{"associate_status":5,"birth_date":"1985-03-14"}` {
		t.Errorf("%v", ana)
	}
}

func jsonOf(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// The API document describes every field of every collection, and no other.
func TestDocument_FieldsOfCollections(t *testing.T) {
	t.Parallel()
	document := web.Document(api.API{}.Routes())
	for _, collection := range areas.Described() {
		schema := document.Components.Schemas["items."+collection.Name()]
		if schema == nil {
			t.Errorf("%s is not described", collection.Name())
			continue
		}
		for _, field := range collection.Fields() {
			if schema.Value.Properties[field.Name] == nil {
				t.Errorf("%s.%s is not described", collection.Name(), field.Name)
			}
		}
		if len(schema.Value.Properties) != len(collection.Fields()) {
			t.Errorf("%s: %d fields are described", collection.Name(), len(schema.Value.Properties))
		}
	}
}
