package db_test

import (
	"errors"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

type tag struct{ Name string }

func (tag) TableName() string { return "tags" }

func TestFirst(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	missing := errors.New("no such tag")
	if found, err := db.First[tag](tx.Order("name desc"), missing); err != nil || found.Name != "Urgente" {
		t.Errorf("found %+v: %v", found, err)
	}
	if found, err := db.First[tag](tx.Where("name = 'x'"), missing); err != missing || found != (tag{}) {
		t.Errorf("found %+v: %v", found, err)
	}
	if _, err := db.First[tag](tx.Where("nothing = 1"), missing); err == nil || errors.Is(err, missing) {
		t.Errorf("a query that fails is %v", err)
	}
}

// Each term must match anywhere in the text, without accents and case.
func TestMatching(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	for words, want := range map[string]int64{"": 3, "rio": 1, " PRÍOR tario": 1, "prior urgente": 0} {
		var count int64
		if err := db.Matching(tx.Model(&tag{}), "search_text", words).Count(&count).Error; err != nil || count != want {
			t.Errorf("%q is held by %d, want %d (%v)", words, count, want, err)
		}
	}
}

func TestCountBy(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	counts, err := db.CountBy[string](tx.Model(&tag{}).Where("name <> ?", "Retorno"), "case when name = ? then 'this' else 'other' end",
		"Urgente")
	if err != nil || len(counts) != 2 || counts["this"] != 1 || counts["other"] != 1 {
		t.Errorf("counted %v: %v", counts, err)
	}
}
