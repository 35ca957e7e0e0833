package associates_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
)

// hidden are the columns that neither answers nor filters contain.
var hidden = []string{"account_password", "session_token", "session_expires", "password_reset_token", "password_reset_expires",
	"pending_email_token", "search_text"}

func TestAssociate_NamesEveryColumn(t *testing.T) {
	t.Parallel()
	columns := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[associates.Associate]()) {
		name := field.Tag.Get("json")
		if name == "-" {
			_, name, _ = strings.Cut(field.Tag.Get("gorm"), "column:")
			name, _, _ = strings.Cut(name, ";")
		}
		columns[name] = true
	}
	var stored []string
	err := dbtest.New(t).DB.Raw("select column_name from information_schema.columns where table_name = 'users' and column_name <> 'search_text'").Scan(&stored).Error
	if err != nil || len(stored) != len(columns) {
		t.Errorf("%d columns, %d fields (%v)", len(stored), len(columns), err)
	}
	for _, name := range stored {
		if !columns[name] {
			t.Errorf("%s has no field", name)
		}
	}
}

func TestAssociate_RoundTrip(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	text := func(value string) *string { return &value }
	birth, weight, phase := civil.MustParse("1985-03-14"), associates.Kilos(12.5), associates.Phase("3")
	written := associates.Associate{
		UserCode: uuid.New(), Status: associates.Active, AssociateStatus: &phase, EmailAccount: text("nova@exemplo.org.br"),
		AccountPassword: text("segredo"), SessionToken: make([]byte, 32), SessionExpires: &dbtest.Today,
		BirthDate: &birth, WeightKg: &weight, Prescription: json.RawMessage(`{"a": 1}`), Tags: []string{"Prioritário"},
		Annotations: []associates.Annotation{{ID: uuid.New(), Text: "ligou", DateCreated: dbtest.Today}}, InvalidFields: []string{},
		DateCreated: dbtest.Today, DateUpdated: dbtest.Today,
	}
	if err := connection.DB.Create(&written).Error; err != nil {
		t.Fatal(err)
	}
	read, err := associates.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), written.ID)
	if err != nil {
		t.Fatal(err)
	}
	if read.AccountPassword != nil || read.SessionToken != nil || read.SessionExpires != nil {
		t.Error("a hidden column was read")
	}
	stored, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"birth_date":"1985-03-14"`, `"weight_kg":12.5`, `"prescription":{"a":1}`, `"associate_status":3`,
		`"text":"ligou"`, `"created_date":"2026-11-20T15:00:00Z"`, `"tags":["Prioritário"]`, `"invalid_fields":[]`} {
		if !strings.Contains(string(stored), part) {
			t.Errorf("no %s in %s", part, stored)
		}
	}
	for _, column := range append(hidden, "segredo") {
		if strings.Contains(string(stored), column) {
			t.Errorf("%s in %s", column, stored)
		}
	}
}

func TestWeights(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]associates.Kilos{"12.5": 12.5, "0": 0, "9999.99": 9999.99} {
		var weight associates.Kilos
		if err := json.Unmarshal([]byte(raw), &weight); err != nil || weight != want {
			t.Errorf("%s is %v (%v)", raw, weight, err)
		}
	}
	for _, raw := range []string{"-1", "1e2", "10000", "1.005", `"12"`, "true"} {
		var weight associates.Kilos
		if err := json.Unmarshal([]byte(raw), &weight); err == nil {
			t.Errorf("%s is %v", raw, weight)
		}
	}
	var typed associates.Kilos
	if err := typed.UnmarshalText([]byte("12,5")); err != nil || typed != 12.5 {
		t.Errorf("12,5 is %v (%v)", typed, err)
	}
}

func TestPhase_JSON(t *testing.T) {
	t.Parallel()
	for phase, want := range map[associates.Phase]string{associates.FirstPhase: "1", "5": "5", associates.AwaitingTerm: `"assinatura_termo"`} {
		if raw, err := json.Marshal(phase); err != nil || string(raw) != want {
			t.Errorf("%s is written %s (%v)", phase, raw, err)
		}
	}
}

// A birth date is the same day in every zone.
func TestAges(t *testing.T) {
	t.Parallel()
	today := civil.Of(time.Date(2026, 11, 20, 23, 0, 0, 0, time.FixedZone("", -3*60*60)))
	for birth, want := range map[string]int{"2008-11-20": 18, "2008-11-21": 17, "2026-11-20": 0, "2004-02-29": 22} {
		if age := civil.MustParse(birth).YearsUntil(today); age != want {
			t.Errorf("born %s: %d years, want %d", birth, age, want)
		}
	}
}
