package schema_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/dbtest"
)

// Two instances that start together on an empty database both succeed, and each migration runs once.
func TestMigrate_TwoInstances(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	errors := make([]error, 2)
	var starting sync.WaitGroup
	for i := range errors {
		instance := open(t, conn.Pool.Config().ConnString())
		starting.Go(func() { errors[i] = schema.Migrate(t.Context(), instance) })
	}
	starting.Wait()
	for i, err := range errors {
		if err != nil {
			t.Errorf("instance %d: %v", i, err)
		}
	}
	if twice := scan[int](t, conn, "SELECT count(*) FROM (SELECT version_id FROM goose_db_version GROUP BY 1 HAVING count(*) > 1) v"); twice != 0 {
		t.Errorf("%d migrations ran twice", twice)
	}
	if jobs := scan[bool](t, conn, "SELECT to_regclass('river_job') IS NOT NULL"); !jobs {
		t.Error("the job queue has no tables")
	}
}

func TestMigrate_Again(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const state = "SELECT (SELECT string_agg(version_id::text || tstamp::text, ' ' ORDER BY id) FROM goose_db_version)" +
		" || (SELECT string_agg(version::text || created_at::text, ' ' ORDER BY version) FROM river_migration)"
	before := scan[string](t, conn, state)
	if err := schema.Migrate(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	if after := scan[string](t, conn, state); after != before {
		t.Errorf("the second run left %s, before it was %s", after, before)
	}
	if held := scan[int](t, conn, "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE locktype = 'advisory' AND datname = current_database()"); held != 0 {
		t.Error("the lock is still held")
	}
}

// A derived file is applied again when its content differs from the applied one.
func TestMigrate_DerivedChanged(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, statement := range []string{
		"drop function notify_live() cascade", "drop view connected_calendars",
		"update derived_schema set content_sha256 = '' where name = 'derived/live.sql'",
	} {
		if err := conn.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := schema.Migrate(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	const triggers = "SELECT count(*) FROM pg_trigger WHERE tgname = 'notify_live' AND tgrelid = 'reception'::regclass"
	if scan[int](t, conn, triggers) != 1 || scan[bool](t, conn, "SELECT to_regclass('connected_calendars') IS NOT NULL") {
		t.Error("the changed file was not applied, or an unchanged one was")
	}
}

// A database from before the baseline is refused unless it has the last schema before it.
func TestMigrate_BeforeBaseline(t *testing.T) {
	t.Parallel()
	for version, refused := range map[int]bool{5: false, 11: false, 12: true, 97: true, 98: false} {
		conn := dbtest.New(t)
		if err := conn.DB.Exec("delete from goose_db_version where version_id > ?", version).Error; err != nil {
			t.Fatal(err)
		}
		if version > 11 {
			if err := conn.DB.Exec("insert into goose_db_version (version_id, is_applied) values (?, true)", version).Error; err != nil {
				t.Fatal(err)
			}
		}
		err := schema.Migrate(t.Context(), conn)
		if got := err != nil && strings.Contains(err.Error(), "antiga demais"); got != refused {
			t.Errorf("version %d: %v", version, err)
		}
	}
}
func TestMigrate_ExtensionsNotPermitted(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	role := strings.Replace(scan[string](t, conn, "SELECT current_database()"), "test_", "role_", 1)
	if err := conn.DB.Exec(fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD 'plain'", role)).Error; err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(conn.Pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(role, "plain")
	plain, err := db.Open(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}

	err = schema.Migrate(t.Context(), plain)
	plain.Close()
	if err == nil || !strings.Contains(err.Error(), "CREATE EXTENSION unaccent;") {
		t.Errorf("got %v, want the statements that a superuser must run", err)
	}
	if err := conn.DB.Exec("DROP ROLE " + role).Error; err != nil {
		t.Error(err)
	}
}

func TestMigrate_SupportedVersions(t *testing.T) {
	t.Parallel()
	for version, supported := range map[int]bool{140019: false, 150000: true, 150014: true, 180004: true} {
		if err := schema.Supported(version); (err == nil) != supported {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

func scan[T any](t *testing.T, conn *db.Connection, sql string) T {
	t.Helper()
	var value T
	if err := conn.Pool.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func open(t *testing.T, url string) *db.Connection {
	t.Helper()
	conn, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}
