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

const (
	kills     = 20
	mostKills = 60
	// leastBetween is the number of kills that must hit an erasure between its first change and its last.
	leastBetween = 10
)

// A process that is killed at any moment of an erasure leaves one that the next process finishes; before the rows are changed
// everything is there, after it nothing. The kills are spread over the time that a whole erasure takes here, which is corrected by
// each one that came too late: a machine that does other work is faster at one time than at another.
func TestKill_Erase(t *testing.T) {
	if url := os.Getenv("ACOLHE_ERASE_DATABASE"); url != "" {
		eraseUntilKilled(t, url)
		return
	}
	t.Parallel()
	whole := time.Minute
	for range 3 { // the first one is slow
		a := newLarge(t)
		whole = min(whole, a.killAfter(t, a.confirmed(t).ID, time.Minute).took)
	}
	states, between := map[string]int{}, 0
	for number := 0; number < kills || between < leastBetween && number < mostKills; number++ {
		a := newLarge(t)
		id := a.confirmed(t).ID
		ended := a.killAfter(t, id, time.Duration(number%kills)*whole/kills)
		killed, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !ended.hasBegun:
			states["before the first change"]++
		case killed.State == erasure.Done:
			states["after the last change"]++
			whole = min(whole, ended.took)
		default:
			states["between, "+string(killed.State)]++
			between++
		}
		if left := withoutFiles(withoutDeclared(a.found(t))); (killed.State == erasure.Confirmed) != (len(left) > 0) {
			t.Errorf("killed in state %s, %d places name her", killed.State, len(left))
		}
		if err := a.Work(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		done, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
		if left := withoutDeclared(a.found(t)); err != nil || done.State != erasure.Done || len(left) > 0 {
			t.Errorf("life %d ends as %s (%v), left are %v", number, done.State, err, left)
		}
		a.checkEvent(t)
		a.checkKeptOnce(t, id)
	}
	t.Logf("killed %v, a whole erasure takes %s", states, whole)
	if between < leastBetween {
		t.Errorf("%d kills were between the first change and the last, want %d at least", between, leastBetween)
	}
}

// newLarge returns an association whose erasure takes a while.
func newLarge(t *testing.T) *association {
	t.Helper()
	a := newAssociation(t)
	a.seedLarge(t)
	return a
}

// checkKeptOnce checks that every file that a law keeps is kept once, with the rows.
func (a *association) checkKeptOnce(t *testing.T, id int64) {
	t.Helper()
	var kept, files int
	a.scan(t, &kept, "select count(*) from erasure_records where erasure_id = $1 and file_id is not null", id)
	a.scan(t, &files, "select count(distinct file_id) from erasure_records where erasure_id = $1", id)
	if kept != 29 || files != kept { // 25 more than of the usual person
		t.Errorf("%d files are kept %d times, want 29", files, kept)
	}
}

func withoutFiles(places []string) (others []string) {
	for _, place := range places {
		if !strings.HasPrefix(place, "file:") {
			others = append(others, place)
		}
	}
	return others
}

// life is the time of a process from its first step, and whether it had changed something at its end.
type life struct {
	took     time.Duration
	hasBegun bool
}

// killAfter starts a process that erases, kills it after a delay unless it has ended, and waits until the database has ended its last
// statement.
func (a *association) killAfter(t *testing.T, id int64, delay time.Duration) (l life) {
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
	began, killing, ended := time.Now(), time.NewTimer(delay), make(chan struct{})
	go func() {
		lines.Scan() // the line of the end, or the end of the output
		close(ended)
	}()
	select {
	case <-ended:
		l.hasBegun = true
	case <-killing.C:
		l.hasBegun = a.hasChanged(t, id)
		_ = process.Process.Kill()
	}
	<-ended
	l.took = time.Since(began)
	_ = process.Wait()
	// The database may still end the last statement of the killed process, such as its commit: the lock of a table that the erasure
	// changes is free after it.
	a.exec(t, "do $$ begin lock table users, erasures in access exclusive mode; end $$")
	return l
}

// hasChanged reports whether a file is kept already, or another session has written something in its transaction.
func (a *association) hasChanged(t *testing.T, id int64) (has bool) {
	t.Helper()
	a.scan(t, &has, `select exists (select from erasure_records where erasure_id = $1) or exists (select from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null)`, id)
	return has
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
	os.Stdout.WriteString("ends\n")
}
