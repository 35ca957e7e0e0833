package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"acolhe/models/backups"
	"acolhe/models/backups/restore"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
)

// A private PostgreSQL is restored as it was at a moment: with what was answered before it and without what came after it. What
// was answered a minute before a kill is there too. Nobody is signed in, and nothing is restored over data or with another key.
func TestKill_RestoreToMoment(t *testing.T) {
	t.Parallel()
	folder, dataDir := t.TempDir(), filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })
	serveOn(t, "DATA_DIR="+dataDir).stop()
	addFolder(t, dataDir, folder)

	p := serveOn(t, "DATA_DIR="+dataDir)
	p.eventually("a base", func() bool { return len(globbed(t, folder, "log/*/description")) == 1 })
	by := signIn(t, p)
	like := by.orders(t)[0]
	mustPlace(t, by, oneLike(like, "antes"))
	moment := time.Now().Truncate(time.Second).Add(time.Second)
	p.eventually("the next second", func() bool { return time.Now().After(moment.Add(50 * time.Millisecond)) })
	mustPlace(t, by, oneLike(like, "depois"))
	p.stop()

	p = serveOn(t, "DATA_DIR="+dataDir)
	mustPlace(t, signIn(t, p), oneLike(like, "por último"))
	// The part stored next may have been cut before the order; the one after it has the order.
	for range 2 {
		parts := len(globbed(t, folder, "log/*/chunk-*"))
		p.eventually("the next part of the log", func() bool { return len(globbed(t, folder, "log/*/chunk-*")) > parts })
	}
	p.signal(syscall.SIGKILL)
	p.status()
	killAll(t, dataDir)

	key := backup.ServerKeyPath(dataDir)
	for to, want := range map[time.Time][]string{moment: {"antes"}, time.Now(): {"antes", "depois", "por último"}} {
		restored := filepath.Join(t.TempDir(), "data")
		words := []string{"restore", "--from", folder, "--to", spelled(t, to)}
		if refused := launch(t, append(words, "--key", otherKey(t)), "DATA_DIR="+restored); refused.status() == 0 ||
			!strings.Contains(refused.log.String(), backup.ErrOtherKey.Error()) {
			t.Errorf("with another key it says %s", refused.log.String())
		}
		again := launch(t, append(words, "--key", key), "DATA_DIR="+restored)
		if again.status() != 0 || !strings.Contains(again.screen.String(), "Restaurado.") {
			t.Fatalf("the restore says %s%s", again.screen.String(), again.log.String())
		}
		if over := launch(t, append(words, "--key", key), "DATA_DIR="+restored); over.status() == 0 ||
			!strings.Contains(over.log.String(), restore.ErrNotEmpty.Error()) {
			t.Errorf("over data it says %s", over.log.String())
		}
		requirePrescribers(t, restored, want)
	}
}

func mustPlace(t *testing.T, by caller, wanted order) {
	t.Helper()
	if _, err := by.place(wanted); err != nil {
		t.Fatal(err)
	}
}

// requirePrescribers requires that of the orders of the test exactly some are in a restored database, and that nobody is signed in.
func requirePrescribers(t *testing.T, dataDir string, want []string) {
	t.Helper()
	c, err := readConfig(func(name string) string { return map[string]string{"DATA_DIR": dataDir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	err = withDatabase(t.Context(), c, func(opened *database) error {
		const found = `select coalesce(string_agg(prescriber, ', ' order by id), '') from orders where prescriber in ('antes', 'depois', 'por último')`
		if got := scan[string](t, opened.Connection, found); got != strings.Join(want, ", ") {
			t.Errorf("restored are the orders of %q, want %q", got, want)
		}
		if signedIn := scan[int](t, opened.Connection, "select count(*) from sessions"); signedIn != 0 {
			t.Errorf("%d sessions are restored", signedIn)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// addFolder has the copies of a data directory kept in a folder.
func addFolder(t *testing.T, dataDir, folder string) {
	t.Helper()
	c, err := readConfig(func(name string) string { return map[string]string{"DATA_DIR": dataDir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	err = c.withOffice(t.Context(), func(office backups.Office) error {
		_, err := office.AddPlace(t.Context(), dbtest.Camila.Caller(), backups.PlaceInput{Name: "disco", Kind: backup.Folder, Path: folder})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func globbed(t *testing.T, folder, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// spelled returns a moment as people write it, in the time zone of an association.
func spelled(t *testing.T, moment time.Time) string {
	t.Helper()
	zone, err := time.LoadLocation(settings.TimeZone.Default)
	if err != nil {
		t.Fatal(err)
	}
	return moment.In(zone).Format(time.DateTime)
}

// otherKey returns the file of a key that opens nothing.
func otherKey(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := backup.ServerKey(dir); err != nil {
		t.Fatal(err)
	}
	return backup.ServerKeyPath(dir)
}
