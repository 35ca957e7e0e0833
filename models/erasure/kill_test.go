package erasure_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/models/erasure"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// A process that is killed at any moment of an erasure leaves one that the next process finishes; before the database is
// changed everything is there, after it nothing.
func TestKill_Erase(t *testing.T) {
	if url := os.Getenv("ACOLHE_ERASE_DATABASE"); url != "" {
		eraseUntilKilled(t, url)
		return
	}
	t.Parallel()
	states := map[erasure.State]int{}
	for life := range 20 {
		a := newAssociation(t)
		id := a.confirmed(t).ID
		a.killAfter(t, id, time.Duration(life)*70*time.Millisecond)
		killed, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
		if err != nil {
			t.Fatal(err)
		}
		states[killed.State]++
		if left := withoutFiles(withoutDeclared(a.found(t))); (killed.State == erasure.Confirmed) != (len(left) > 0) {
			t.Errorf("killed in state %s, %d places name her", killed.State, len(left))
		}
		if err := a.Work(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		done, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
		if left := withoutDeclared(a.found(t)); err != nil || done.State != erasure.Done || len(left) > 0 {
			t.Errorf("life %d ends as %s (%v), left are %v", life, done.State, err, left)
		}
		a.checkEvent(t)
		a.checkKept(t, id)
	}
	t.Logf("killed in the states %v", states)
}

func withoutFiles(places []string) (others []string) {
	for _, place := range places {
		if !strings.HasPrefix(place, "file:") {
			others = append(others, place)
		}
	}
	return others
}

// killAfter starts a process that erases, kills it, and waits until the database has ended its last statement.
func (a *association) killAfter(t *testing.T, id int64, delay time.Duration) {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestKill_Erase$", "-test.v=false")
	process.Env = append(os.Environ(), "ACOLHE_ERASE_DATABASE="+a.conn.Pool.Config().ConnString(),
		"ACOLHE_ERASE_ID="+strconv.FormatInt(id, 10),
		"ACOLHE_ERASE_FOLDER="+filepath.Dir(a.files))
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if lines.Text() == "begins" {
			break
		}
	}
	killing := time.AfterFunc(delay, func() { _ = process.Process.Kill() })
	for lines.Scan() {
	}
	_ = process.Wait()
	killing.Stop()
	// The database may still end the last statement of the killed process, such as its commit: the lock of a table that the erasure
	// changes is free after it.
	a.exec(t, "do $$ begin lock table users, erasures in access exclusive mode; end $$")
}

// eraseUntilKilled is the process that is killed.
func eraseUntilKilled(t *testing.T, url string) {
	conn, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	id, _ := strconv.ParseInt(os.Getenv("ACOLHE_ERASE_ID"), 10, 64)
	a := openAssociation(conn, os.Getenv("ACOLHE_ERASE_FOLDER"))
	os.Stdout.WriteString("begins\n")
	if err := a.Work(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}
