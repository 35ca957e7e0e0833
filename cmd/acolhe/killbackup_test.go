package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"acolhe/models/backups/restore"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

var backupKills = flag.Int("backup-kills", 4, "number of kills of TestKill_BackupAndRestore")

// The load of TestKill_BackupAndRestore: clients with an order in each interval, and files. A write is at the place after storedAfter.
const (
	noteWriters  = 4
	noteInterval = 150 * time.Millisecond
	keptFiles    = 100
	storedAfter  = time.Minute
)

// Clients write all the time, and in turn the server with its PostgreSQL, a copy, a restore of a copy and a restore to a moment
// are killed. What is left can always be used: the same command succeeds when it is repeated, every copy at the place restores
// whole, and after the loss of the server each write that was answered a minute earlier is there.
func TestKill_BackupAndRestore(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	kinds := []func(n int){d.killServer, d.killCopy, d.killRestore, d.killRecovery}
	for n := range *backupKills {
		kinds[n%len(kinds)](n / len(kinds))
	}
	close(d.stopped)
	d.writing.Wait()
	d.p.signal(syscall.SIGKILL)
	d.p.status()
	t.Logf("%d kills, %d writes answered", *backupKills, d.answered(time.Now()))
}

// disaster is a server under load whose copies and log are kept in a folder.
type disaster struct {
	t                    *testing.T
	dataDir, folder, key string
	p                    *process
	by                   atomic.Pointer[caller]
	begun                time.Time
	stopped              chan struct{}
	writing              sync.WaitGroup

	// longest is how long the longest restore took: a kill comes at any time of it.
	longest time.Duration

	mu    sync.Mutex
	notes map[string]note
}

// note is a write: answered is zero without an answer.
type note struct{ sent, answered time.Time }

func newDisaster(t *testing.T) *disaster {
	t.Helper()
	d := &disaster{t: t, folder: t.TempDir(), dataDir: filepath.Join(t.TempDir(), "data"), stopped: make(chan struct{}), notes: map[string]note{}}
	d.key = backup.ServerKeyPath(d.dataDir)
	t.Cleanup(func() { killAll(t, d.dataDir) })
	serveOn(t, "DATA_DIR="+d.dataDir).stop()
	addFolder(t, d.dataDir, d.folder)
	token := tokenOf(t, d.dataDir)
	d.p = serveOn(t, "DATA_DIR="+d.dataDir, "LOG_LEVEL=error")
	d.p.eventually("a base", func() bool { return len(globbed(t, d.folder, "log/*/description")) == 1 })
	by := signIn(t, d.p)
	d.by.Store(&by)
	for n := range keptFiles {
		if status, said := postFile(t, by.address+"/api/v1/files", token, mediatest.SizedPDF(20_000+n)); status != http.StatusCreated {
			t.Fatalf("%d %s", status, said)
		}
	}
	d.begun = time.Now()
	like := by.orders(t)[0]
	for client := range noteWriters {
		d.writing.Go(func() { d.write(client, like) })
	}
	return d
}

// tokenOf issues a token for files on a server that is stopped.
func tokenOf(t *testing.T, dataDir string) (token string) {
	t.Helper()
	withStopped(t, dataDir, func(opened *database) error {
		issued, err := tokens.Issue(t.Context(), opened.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
			tokens.IssueInput{Name: "queda", Scopes: []string{"files:write"}})
		token = issued.Token
		return err
	})
	return token
}

// withStopped calls work with the database of a data directory that no process serves.
func withStopped(t *testing.T, dataDir string, work func(*database) error) {
	t.Helper()
	c, err := readConfig(func(name string) string { return map[string]string{"DATA_DIR": dataDir}[name] })
	if err == nil {
		err = withDatabase(context.WithoutCancel(t.Context()), c, work)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// write places an order in each interval, and notes when it was sent and answered.
func (d *disaster) write(client int, like order) {
	pace := time.NewTicker(noteInterval)
	defer pace.Stop()
	for n := 0; ; n++ {
		select {
		case <-d.stopped:
			return
		case <-pace.C:
		}
		mark := fmt.Sprintf("anotado %d-%d", client, n)
		written := note{sent: time.Now()}
		if _, err := d.by.Load().place(oneLike(like, mark)); err == nil {
			written.answered = time.Now()
		}
		d.mu.Lock()
		d.notes[mark] = written
		d.mu.Unlock()
	}
}

// answered counts the writes that were answered before a time.
func (d *disaster) answered(before time.Time) (count int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, written := range d.notes {
		if !written.answered.IsZero() && written.answered.Before(before) {
			count++
		}
	}
	return count
}

// pass lets the load go on for a random time.
func (d *disaster) pass(least, most time.Duration) {
	select {
	case <-d.t.Context().Done():
	case <-time.After(least + rand.N(most-least)):
	}
}

// killServer kills the server while the log is stored, every second time with its PostgreSQL, and loses its disk: a restore from
// what is at the place has each write that was answered storedAfter earlier. Then the server is started again.
func (d *disaster) killServer(n int) {
	d.pass(max(0, storedAfter+5*time.Second-time.Since(d.begun)), max(20*time.Second, storedAfter+15*time.Second-time.Since(d.begun)))
	killed := time.Now()
	d.p.signal(syscall.SIGKILL)
	if n%2 == 0 {
		killAll(d.t, d.dataDir)
	}
	d.p.status()
	left := filepath.Join(d.t.TempDir(), "left")
	if err := os.CopyFS(left, os.DirFS(d.folder)); err != nil {
		d.t.Fatal(err)
	}
	d.p = serveOn(d.t, "DATA_DIR="+d.dataDir, "LOG_LEVEL=error")
	by := *d.by.Load()
	by.address = d.p.screenValue("Endereço")
	d.by.Store(&by)

	restored := filepath.Join(d.t.TempDir(), "data")
	d.restore(restored, left, "--to", spelled(d.t, killed.Add(time.Second)))
	newest := d.require(restored, killed.Add(-storedAfter), time.Now())
	d.t.Logf("killed %s after the newest write that is there", killed.Sub(newest).Round(time.Second))
	if err := os.RemoveAll(left); err != nil {
		d.t.Error(err)
	}
}

// killCopy kills a copy. The next one succeeds, and the newest of those at the place has each write that was answered before it.
func (d *disaster) killCopy(int) {
	killed := launch(d.t, []string{"backup"}, "DATA_DIR="+d.dataDir)
	d.pass(0, 4*time.Second)
	killed.signal(syscall.SIGKILL)
	killed.status()
	if whole := d.copies(); len(whole) > 0 {
		restored := filepath.Join(d.t.TempDir(), "data")
		d.restore(restored, d.folder)
		d.require(restored, whole[len(whole)-1], time.Now())
	}
	// PostgreSQL may notice a moment later that nobody makes the killed one any more.
	eventually(d.t, "the next copy", func() bool {
		again := launch(d.t, []string{"backup"}, "DATA_DIR="+d.dataDir)
		isMade := again.status() == 0
		if !isMade && !strings.Contains(again.log.String(), "outra cópia está em andamento") {
			d.t.Fatalf("the next copy says %s", again.log.String())
		}
		return isMade
	})
}

// copies returns when the whole copies at the place were begun, in their order.
func (d *disaster) copies() (begun []time.Time) {
	d.t.Helper()
	for _, manifest := range globbed(d.t, d.folder, "copies/*/manifest") {
		at, err := time.Parse("20060102T150405Z", filepath.Base(filepath.Dir(manifest)))
		if err != nil {
			d.t.Fatal(err)
		}
		begun = append(begun, at)
	}
	slices.SortFunc(begun, time.Time.Compare)
	return begun
}

// killRestore kills a restore of the newest copy; the same command then succeeds.
func (d *disaster) killRestore(n int) {
	if len(d.copies()) == 0 {
		d.killCopy(n)
	}
	newest := d.copies()
	restored := d.interrupt(n)
	d.restoreAgain(restored)
	d.require(restored, newest[len(newest)-1], time.Now())
}

// killRecovery kills a restore to a moment; the same command then succeeds, with what was answered before the moment and
// without what was sent after it.
func (d *disaster) killRecovery(n int) {
	moment := time.Now().Add(-storedAfter).Truncate(time.Second)
	to := []string{"--to", spelled(d.t, moment)}
	restored := d.interrupt(n, to...)
	d.restoreAgain(restored, to...)
	d.require(restored, moment, moment)
}

// interrupt kills a restore into a data directory, every second time with its PostgreSQL.
func (d *disaster) interrupt(n int, to ...string) (restored string) {
	restored = filepath.Join(d.t.TempDir(), "data")
	d.t.Cleanup(func() { killAll(d.t, restored) })
	killed := launch(d.t, d.words(d.folder, to...), "DATA_DIR="+restored)
	d.pass(0, d.longest)
	if !killed.running() { // quicker than the kill
		if err := os.RemoveAll(restored); err != nil {
			d.t.Fatal(err)
		}
		return restored
	}
	killed.signal(syscall.SIGKILL)
	killed.status()
	if n%2 == 0 {
		killAll(d.t, restored)
	}
	d.t.Logf("killed after it said %q", strings.TrimSpace(killed.screen.String()))
	return restored
}

func (d *disaster) words(from string, to ...string) []string {
	return append([]string{"restore", "--from", from, "--key", d.key}, to...)
}

// restore restores into a data directory, and requires that it succeeds.
func (d *disaster) restore(into, from string, to ...string) {
	d.t.Helper()
	begun := time.Now()
	d.requireRestored(d.runRestore(into, from, to...))
	d.longest = max(d.longest, time.Since(begun))
	d.t.Logf("restored %s in %s", strings.Join(to, " "), time.Since(begun).Round(time.Millisecond))
}

// restoreAgain repeats a killed restore. One that was killed after its end, while its PostgreSQL stopped, has everything and is refused.
func (d *disaster) restoreAgain(into string, to ...string) {
	d.t.Helper()
	again := d.runRestore(into, d.folder, to...)
	if strings.Contains(again.log.String(), restore.ErrNotEmpty.Error()) {
		d.t.Log("it had ended")
		return
	}
	d.requireRestored(again)
}

// runRestore runs the command to its end, for as long as the whole test may take.
func (d *disaster) runRestore(into, from string, to ...string) *process {
	d.t.Helper()
	p := launch(d.t, d.words(from, to...), "DATA_DIR="+into)
	<-p.exited
	return p
}

func (d *disaster) requireRestored(p *process) {
	d.t.Helper()
	if p.status() != 0 || !strings.Contains(p.screen.String(), "Restaurado.") {
		d.t.Fatalf("the restore says %s%s", p.screen.String(), p.log.String())
	}
}

// require requires that a restored database has each write that was answered before a time once, none that was sent after
// another, and every file with its content; then it removes it. It returns when the newest write that is there was answered.
func (d *disaster) require(dataDir string, before, after time.Time) (newest time.Time) {
	d.t.Helper()
	there := map[string]int{}
	withStopped(d.t, dataDir, func(opened *database) error {
		type found struct {
			Prescriber string
			Count      int
		}
		for _, row := range rowsOf[found](d.t, opened.Connection,
			"select prescriber, count(*) from orders where prescriber like 'anotado %' group by prescriber") {
			there[row.Prescriber] = row.Count
		}
		for _, file := range rowsOf[struct{ StorageKey string }](d.t, opened.Connection, "select storage_key from files") {
			if _, err := os.Stat(filepath.Join(dataDir, "files", file.StorageKey[:2], file.StorageKey)); err != nil {
				d.t.Error(err)
			}
		}
		return nil
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	for mark, written := range d.notes {
		count := there[mark]
		isAnswered := !written.answered.IsZero() && written.answered.Before(before)
		if isAnswered && count != 1 || count > 1 || count > 0 && written.sent.After(after) {
			d.t.Errorf("%s, sent %s, answered %s, is there %d times; wanted is what was answered before %s and not sent after %s", mark,
				written.sent, written.answered, count, before, after)
		}
		if count > 0 && written.answered.After(newest) {
			newest = written.answered
		}
	}
	if err := os.RemoveAll(dataDir); err != nil {
		d.t.Error(err)
	}
	return newest
}
