package main

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
)

// handedOverWithin is more than the minute after which the jobs of a killed process are handed over and the half until the queue looks
// for them.
const handedOverWithin = 4 * time.Minute

// A process is killed after it read every row of an export and before it stored any. Nothing of the
// file is stored then, and the next process takes the job over and writes it from the first row.
func TestKill_DuringExport(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	environment := []string{database, "DATA_DIR=" + t.TempDir(), "LOG_LEVEL=warn"}
	p := serveOn(t, environment...)
	const some = 2_000 // a busy machine inserts this many within the statement timeout
	for first := 1; first <= exports.MaxStreamedRows; first += some {
		if _, err := conn.Pool.Exec(t.Context(), `insert into users (user_code, associate_name, status, associate_status, state)
			select gen_random_uuid(), 'Pessoa ' || n, 'Associado', '5', 'AC' from generate_series($1::int, $2) n`, first, first+some); err != nil {
			t.Fatal(err)
		}
	}
	want := scan[int](t, conn, "select count(*) from users where status <> 'patient' and state = 'AC'")

	full, err := conn.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer full.Rollback(t.Context())
	if _, err := full.Exec(t.Context(), "lock table export_chunks in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	camila := signIn(t, p)
	response, said, err := camila.send(http.MethodPost, "/painel/associados/exportar?formato=csv&uf=AC", nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v %v\n%s", response, err, said)
	}
	dbtest.AwaitLock(t, conn.Pool, 1)
	p.signal(syscall.SIGKILL)
	p.status()
	if err := full.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	awaitQuiet(t, conn)
	if kept := scan[int](t, conn, "select count(*) from export_chunks"); kept != 0 ||
		scan[string](t, conn, "select status from tasks") != "running" {
		t.Errorf("%d pieces are left", kept)
	}

	second := serveOn(t, environment...)
	second.secrets = p.secrets
	eventuallyWithin(t, handedOverWithin, "the file", func() bool { return scan[string](t, conn, "select status from tasks") == "done" })
	camila.address = second.screenValue("Endereço")
	_, file, err := camila.send(http.MethodGet, "/painel/tarefas/1/arquivo", nil)
	if rows := strings.Count(string(file), "\r\n"); err != nil || rows != want+1 {
		t.Errorf("the file has %d lines (%v), want a head and %d rows", rows, err, want)
	}
	second.stop()
}
