package db_test

import (
	"context"
	"strings"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// Each kind of work has its limits on every connection, whatever the connection was used for before, also inside a
// transaction.
func TestWithWork(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	single := open(t, strings.Replace(conn.Pool.Config().ConnString(), "pool_max_conns=8", "pool_max_conns=1", 1))
	const limits = "select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')"
	for _, c := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"a page", db.WithWork(t.Context(), db.Read), "10s 2s"},
		{"a change", db.WithWork(t.Context(), db.Write), "10s 5s"},
		{"a job", t.Context(), "1min 10s"},
		{"a page again", db.WithWork(t.Context(), db.Read), "10s 2s"},
		{"an export of a page", db.WithWork(db.WithWork(t.Context(), db.Read), db.Export), "10min 2s"},
	} {
		var got string
		if err := single.Pool.QueryRow(c.ctx, limits).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
		err := single.DB.WithContext(c.ctx).Transaction(func(tx *db.DB) error { return tx.Raw(limits).Scan(&got).Error })
		if err != nil || got != c.want {
			t.Errorf("%s, in a transaction: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}
