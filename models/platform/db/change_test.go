package db_test

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/money"
)

type kept struct {
	ID          int64
	Name        *string
	Price       money.Amount
	At          *time.Time
	Marks       map[string]int `gorm:"serializer:json"`
	DateUpdated time.Time
}

func (kept) TableName() string { return "kept" }

// A change to equal values is not written: date_updated keeps its value.
func TestChange_WritesDifferingColumns(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	do := func(sql string) {
		t.Helper()
		if err := conn.DB.Exec(sql).Error; err != nil {
			t.Fatal(err)
		}
	}
	do(`create table kept (id bigint primary key, name text, price numeric(12, 2) not null, at timestamptz, marks jsonb, date_updated timestamptz not null)`)
	b, elsewhere, moved := "b", dbtest.Today.In(time.FixedZone("", -3*60*60)), dbtest.Today.Add(time.Second)
	for name, c := range map[string]struct {
		apply  func(*kept)
		writes bool
	}{
		"nothing":                 {func(*kept) {}, false},
		"the same, anew":          {func(row *kept) { a := "a"; row.Name, row.At, row.Marks = &a, &elsewhere, map[string]int{"a": 1} }, false},
		"what is no column of it": {func(row *kept) { row.ID = 1 }, false},
		"a text":                  {func(row *kept) { row.Name = &b }, true},
		"nothing for something":   {func(row *kept) { row.Name = nil }, true},
		"a moment":                {func(row *kept) { row.At = &moved }, true},
		"inside of what is held":  {func(row *kept) { row.Marks["a"]++ }, true},
	} {
		do(`delete from kept`)
		do(`insert into kept values (1, 'a', 5.10, '2026-11-20 15:00+00', '{"a": 1}', '2026-01-01')`)
		got, err := db.Change(t.Context(), conn.DB, int64(1), "", func(_ *db.DB, _ kept, row *kept) error {
			c.apply(row)
			row.DateUpdated = dbtest.Today
			return nil
		})
		var stored kept
		if err == nil {
			err = conn.DB.First(&stored).Error
		}
		if err != nil || stored.DateUpdated.Equal(dbtest.Today) != c.writes || !got.DateUpdated.Equal(stored.DateUpdated) {
			t.Errorf("%s: stored %v and gave %v (%v)", name, stored.DateUpdated, got.DateUpdated, err)
		}
	}
}
