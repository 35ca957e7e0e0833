package sessions_test

import (
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"acolhe/migrations"
	"acolhe/models/platform/dbtest"
	"acolhe/models/sessions"
)

// Live sessions of the columns become rows; expired ones do not.
func TestMigration_LiveSessions(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	open := stdlib.OpenDBFromPool(conn.Pool)
	defer open.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, open, migrations.FS, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.DownTo(t.Context(), 30); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"system_users", "users"} {
		execute(t, conn, "update "+table+" set session_token = sha256((id || $1)::bytea), session_expires = now() + (2 - id) * interval '1 hour'", table)
	}
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	for token, store := range map[string]sessions.Store{"1system_users": sessions.Operators(conn), "1users": sessions.Associates(conn)} {
		if _, live, err := store.FindCtx(t.Context(), token); !live || err != nil {
			t.Errorf("%s is live: %v, %v", token, live, err)
		}
	}
	if n := number(t, conn, "select count(*) from sessions"); n != 2 {
		t.Errorf("%d sessions, want 2", n)
	}
}
