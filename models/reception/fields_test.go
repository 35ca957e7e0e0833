package reception_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

var (
	now   = dbtest.Today.Add(time.Hour)
	bruno = dbtest.Bruno.Caller().At(now)
)

func paths(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

func TestEnqueue(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	fields := reception.Fields{Name: patch.Of("Nova"), Phone: patch.Of("0 48 99999-1234"), Email: patch.Of(dbtest.Ana.Email),
		Position: patch.Of(decimal.New(25, -1))}
	item, err := reception.Enqueue(t.Context(), tx, bruno, reception.EnqueueInput{Fields: fields})
	if err != nil {
		t.Fatal(err)
	}
	if *item.Name != "Nova" || *item.Phone != "48999991234" || item.Status != "waiting" || item.CompletedAt != nil ||
		item.Source != reception.FromPanel ||
		item.Position.String() != "2.5" || item.AssociateCode.String() != dbtest.Ana.UserCode || *item.AssociateName != dbtest.Ana.FullName() {
		t.Errorf("%+v", item)
	}
	done, err := reception.Enqueue(t.Context(), tx, bruno,
		reception.EnqueueInput{Fields: reception.Fields{Name: patch.Of("Outra"), Status: patch.Of("done")}})
	if err != nil || done.CompletedAt == nil || !done.CompletedAt.Equal(now) {
		t.Errorf("enqueued as done: %+v, %v", done, err)
	}
}

// A new item and a change are refused with every error, including binding errors.
func TestFields_AllProblems(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	null := patch.Field[string]{Sent: true, Null: true}
	fields := reception.Fields{Name: null, Email: patch.Of("nada"), Phone: patch.Of("ligar"), Status: null,
		Position: patch.Of(decimal.New(1, 30))}
	fields.AddBindError("attendant", "deve ser um UUID")
	const want = "attendant email phone position status"
	if _, err := reception.Enqueue(t.Context(), tx, bruno, reception.EnqueueInput{Fields: fields}); paths(err) != want {
		t.Errorf("a new one: %v", err)
	}
	if _, err := reception.Change(t.Context(), tx, bruno, reception.ChangeInput{ID: dbtest.AnaWaits.ID, Fields: fields}); paths(err) != want {
		t.Errorf("a change: %v", err)
	}
	if _, err := reception.Enqueue(t.Context(), tx, bruno, reception.EnqueueInput{}); paths(err) != "name" {
		t.Errorf("an empty one: %v", err)
	}
	unknown := uuid.New()
	if _, err := reception.Enqueue(t.Context(), tx, bruno, reception.EnqueueInput{AssociateCode: &unknown}); paths(err) != "associate_code" {
		t.Errorf("an unknown associate: %v", err)
	}
}

// An item keeps a status missing from the configuration until another one is sent.
func TestChange_Status(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	change := func(fields reception.Fields) (reception.Item, error) {
		return reception.Change(t.Context(), connection.DB, bruno, reception.ChangeInput{ID: dbtest.AnaWaits.ID, Fields: fields})
	}
	if item, err := change(reception.Fields{Status: patch.Of("done")}); err != nil || item.CompletedAt == nil {
		t.Errorf("done: %+v, %v", item, err)
	}
	_, err := connection.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('triage', 'statuses',
		'[{"value": "new", "label": "Novo", "color": "#000000", "is_default_entry": true}, {"value": "over", "label": "Fim", "color": "#000000", "is_done": true}]')`)
	if err != nil {
		t.Fatal(err)
	}
	if item, err := change(reception.Fields{Notes: patch.Of("ligou")}); err != nil || item.Status != "done" || item.CompletedAt == nil {
		t.Errorf("another field: %+v, %v", item, err)
	}
	if _, err := change(reception.Fields{Status: patch.Of("done")}); paths(err) != "status" {
		t.Errorf("a status that is gone: %v", err)
	}
	if item, err := change(reception.Fields{Status: patch.Of("new")}); err != nil || item.CompletedAt != nil {
		t.Errorf("opened again: %+v, %v", item, err)
	}
}

func TestChange_Stale(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	var opened reception.Item
	if err := tx.First(&opened, dbtest.AnaWaits.ID).Error; err != nil {
		t.Fatal(err)
	}
	change := func(version, notes string) error {
		input := reception.ChangeInput{ID: opened.ID, Version: version, Fields: reception.Fields{Notes: patch.Of(notes)}}
		_, err := reception.Change(t.Context(), tx, bruno, input)
		return err
	}
	version := db.VersionOf(tx, &opened)
	if err := change(version, "ligou"); err != nil {
		t.Fatal(err)
	}
	if err := change(version, "não ligou"); !errs.IsStale(err) {
		t.Errorf("a stale change is answered %v", err)
	}
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}
