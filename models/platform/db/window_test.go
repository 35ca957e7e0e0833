package db_test

import (
	"strings"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/page"
)

// A statement without arguments is planned once; with a parameter for the limit it was planned each time.
func TestInWindow_NoArguments(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB.Session(&db.Session{DryRun: true})
	for window, want := range map[page.Range]struct {
		end       string
		arguments int
	}{
		{Limit: 60}:              {"LIMIT 60", 0},
		{Limit: 60, Offset: 120}: {"LIMIT $1 OFFSET $2", 2},
	} {
		var ids []int64
		made := db.InWindow(tx.Table("users").Select("id").Order("id"), window).Find(&ids).Statement
		if !strings.HasSuffix(made.SQL.String(), want.end) || len(made.Vars) != want.arguments {
			t.Errorf("%+v is read by %s with %v", window, made.SQL.String(), made.Vars)
		}
	}
}
