package items_test

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
)

// sample is a row of the tests' table, with a column of each kind.
type sample struct {
	ID    int64            `json:"id" gorm:"primaryKey"`
	Lot   int              `json:"lot" gorm:"column:lot"`
	Word  *string          `json:"word" gorm:"column:word"`
	Phase *string          `json:"phase" gorm:"column:phase" items:"phase"`
	Count *int64           `json:"count" gorm:"column:count"`
	Sum   *decimal.Decimal `json:"sum" gorm:"column:sum_in_store"`
	Truth *bool            `json:"truth" gorm:"column:truth"`
	At    *time.Time       `json:"at" gorm:"column:at"`
	Day   *time.Time       `json:"day" gorm:"column:day" items:"date"`
	Code  *uuid.UUID       `json:"code" gorm:"column:code"`
	List  []string         `json:"list" gorm:"serializer:json"`
	Free  json.RawMessage  `json:"free" gorm:"column:free"`
	// Secret is not in the JSON interface, and only administrators see Guarded.
	Secret  string  `gorm:"column:secret"`
	Guarded *string `json:"guarded" gorm:"column:guarded" items:"administrator"`
}

func (sample) TableName() string { return "samples" }

const createSamples = `create table samples (id bigint primary key, lot integer not null, word text, phase text, count bigint,
	sum_in_store numeric(20, 4), truth boolean, at timestamptz, day date, code uuid, list jsonb, free jsonb,
	secret text not null default 'segredo', guarded text)`

// now is the time of every request of these tests; in São Paulo it is still the day before.
var now = time.Date(2026, 11, 21, 1, 30, 0, 0, time.UTC)

var administrator = auth.Caller{Kind: auth.System}

// newEngine returns an engine on a database with these samples.
func newEngine(t testing.TB, rows []sample) *items.Engine {
	t.Helper()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), createSamples); err != nil {
		t.Fatal(err)
	}
	batch := &pgx.Batch{}
	for _, r := range rows {
		batch.Queue(`insert into samples (id, lot, word, phase, count, sum_in_store, truth, at, day, code, list, free, guarded)
			values ($1, $2, $3, $4, $5, $6::text::numeric, $7, $8, $9, $10, $11, $12, $13)`,
			r.ID, r.Lot, r.Word, r.Phase, r.Count, textOf(r.Sum), r.Truth, r.At, r.Day, r.Code, jsonOrNull(r.List), jsonOrNull(r.Free), r.Guarded)
	}
	if err := connection.Pool.SendBatch(t.Context(), batch).Close(); err != nil {
		t.Fatal(err)
	}
	described := items.Describe[sample](items.Rules{Search: items.SearchText{All: "fold(coalesce(word, ''))"}})
	return items.New(connection, []*items.Collection{described}, json.Unmarshal, exports.NewSemaphore())
}

func textOf(amount *decimal.Decimal) *string {
	if amount == nil {
		return nil
	}
	text := amount.String()
	return &text
}

func jsonOrNull[T any](list []T) any {
	if list == nil {
		return nil
	}
	if raw, ok := any(list).(json.RawMessage); ok {
		return string(raw)
	}
	if raw, ok := any(list).([]byte); ok {
		return string(raw)
	}
	raw, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// idsOf returns the ids of the rows that a query finds, in their order.
func idsOf(t testing.TB, engine *items.Engine, query url.Values) ([]int64, error) {
	t.Helper()
	query.Set("fields", "id")
	if !query.Has("limit") {
		query.Set("limit", "-1")
	}
	found, err := engine.List(t.Context(), asAdministrator(query.Encode()), nil)
	if err != nil {
		return nil, err
	}
	var rows []struct{ ID int64 }
	if err := json.Unmarshal(found.JSON, &rows); err != nil {
		t.Fatalf("%v in %s", err, found.JSON)
	}
	ids := []int64{}
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids, nil
}

func asAdministrator(query string) items.Request {
	return items.Request{Collection: "samples", Query: query, By: administrator.At(now)}
}
