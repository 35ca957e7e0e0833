package db_test

import (
	"context"
	"strings"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
)

// A connection acts for the caller of the context that borrows it, whoever borrowed it before.
func TestWithActor(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	single := open(t, strings.Replace(conn.Pool.Config().ConnString(), "pool_max_conns=8", "pool_max_conns=1", 1))
	const actor = "select coalesce(current_setting('acolhe.actor', true), '')"
	by := auth.Caller{Kind: auth.Operator, Code: "c1", Name: "Camila", LastName: `d'Ávila "C"`}
	const want = `{"code":"c1","kind":"operator","name":"Camila d'Ávila \"C\""}`
	for _, c := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"nobody", t.Context(), ""},
		{"an operator", db.WithActor(t.Context(), by), want},
		{"a page", db.WithWork(t.Context(), db.Read), ""},
		{"an operator who writes", db.WithActor(db.WithWork(t.Context(), db.Write), by), want},
		{"the program itself", db.WithActor(t.Context(), by.AsSystem()), ""},
	} {
		var got string
		if err := single.DB.WithContext(c.ctx).Raw(actor).Scan(&got).Error; err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	var within, after string
	err := single.DB.WithContext(t.Context()).Transaction(func(tx *db.DB) error {
		if err := db.ActAs(t.Context(), tx, by); err != nil {
			return err
		}
		return tx.Raw(actor).Scan(&within).Error
	})
	if err != nil || within != want {
		t.Errorf("in its transaction: %q, %v", within, err)
	}
	if err := single.DB.Raw(actor).Scan(&after).Error; err != nil || after != "" {
		t.Errorf("after its transaction: %q, %v", after, err)
	}
}
