package main

import (
	"net/http"
	"strings"
	"testing"
)

// During a rolling upgrade the old instance goes on while the schema admits it, and a restart of it changes nothing of the
// newer schema. Once the schema asks for the newer program, the old one answers nothing and says why.
func TestServe_RollingUpgrade(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	old := serveOn(t, database, "DATA_DIR="+t.TempDir())
	by := signIn(t, old)

	// The newer program has a migration and a derived file of its own.
	for _, statement := range []string{
		"insert into goose_db_version (version_id, is_applied) values (99001, true)",
		"update derived_schema set content_sha256 = 'newer' where name = 'derived/live.sql'",
	} {
		if err := conn.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	again := serveOn(t, database, "DATA_DIR="+t.TempDir())
	if kept := scan[bool](t, conn, "select content_sha256 = 'newer' from derived_schema where name = 'derived/live.sql'"); !kept {
		t.Error("the older program applied its derived file over the newer one")
	}
	if orders := by.orders(t); len(orders) == 0 || by.ready(t) != http.StatusOK {
		t.Error("the old instance does not go on beside a newer schema that admits it")
	}
	again.stop()

	if err := conn.DB.Exec("update schema_programs set oldest_program = 99001").Error; err != nil {
		t.Fatal(err)
	}
	get := func(path string) (int, string) {
		response, body, err := by.send(http.MethodGet, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	old.eventually("the refusal", func() bool {
		status, _ := get("/api/v1/auth/me")
		return status == http.StatusServiceUnavailable
	})
	if status, body := get("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "admits programs from 99001 on") {
		t.Errorf("/readyz answers %d %q", status, body)
	}
	if !strings.Contains(old.log.String(), "the schema does not admit this program") {
		t.Errorf("the log says nothing: %s", old.log.String())
	}
	requireRefusal(t, launch(t, nil, database, "DATA_DIR="+t.TempDir()), "atualize o programa")
	old.end()
}
