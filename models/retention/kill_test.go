package retention_test

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"acolhe/models/platform/db"
)

const (
	kills   = 20
	dueRows = 12_000
)

// A process that is killed at any moment of a night leaves each row whole or without its person; the next process goes on, and no row
// is counted twice.
func TestKill_Retention(t *testing.T) {
	if url := os.Getenv("ACOLHE_RETENTION_DATABASE"); url != "" {
		runUntilKilled(t, url)
		return
	}
	t.Parallel()
	a := newAssociation(t)
	a.exec(t, `insert into reception (id, name, phone, email, message, status, date_created, date_updated)
		select 100000 + n, 'Contato ' || n, '11999990000', 'c' || n || '@exemplo.org.br', 'Quero saber mais', 'Novo', timestamptz '2024-11-20 12:00-03', timestamptz '2024-11-20 12:00-03'
		from generate_series(1, ?::int) n`, dueRows)
	a.on(t)
	a.now = a.now.AddDate(0, 0, 1)
	folder, between := t.TempDir(), 0
	for life := range kills {
		a.killAfter(t, folder, time.Duration(life)*60*time.Millisecond)
		half := a.count(t, "select count(*) from reception where id > 100000 and (phone is null) <> (email is null)")
		left := a.count(t, "select count(*) from reception where id > 100000 and phone is null")
		if half > 0 {
			t.Errorf("life %d: %d rows are half erased", life, half)
		}
		if left > 0 && left < dueRows {
			between++
		}
	}
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := a.count(t, "select count(*) from reception where id > 100000 and phone is null")
	removed := a.count(t, "select sum(removed) from retention_passes where kind = 'reception_contacts'")
	if left != dueRows || removed != dueRows {
		t.Errorf("%d rows were erased and %d counted, want %d", left, removed, dueRows)
	}
	t.Logf("%d of %d kills were between the first row and the last", between, kills)
}

// killAfter starts a process that runs the night, kills it, and waits until the database has ended its last statement.
func (a *association) killAfter(t *testing.T, folder string, delay time.Duration) {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestKill_Retention$", "-test.v=false")
	process.Env = append(os.Environ(), "ACOLHE_RETENTION_DATABASE="+a.conn.Pool.Config().ConnString(), "ACOLHE_RETENTION_FOLDER="+folder,
		"ACOLHE_RETENTION_NOW="+strconv.FormatInt(a.now.Unix(), 10))
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() && lines.Text() != "begins" {
	}
	killing := time.AfterFunc(delay, func() { _ = process.Process.Kill() })
	for lines.Scan() {
	}
	_ = process.Wait()
	killing.Stop()
	a.exec(t, "do $$ begin lock table reception in access exclusive mode; end $$")
}

// runUntilKilled is the process that is killed.
func runUntilKilled(t *testing.T, url string) {
	conn, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, conn, os.Getenv("ACOLHE_RETENTION_FOLDER"))
	seconds, err := strconv.ParseInt(os.Getenv("ACOLHE_RETENTION_NOW"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	a.now = time.Unix(seconds, 0)
	os.Stdout.WriteString("begins\n")
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}
