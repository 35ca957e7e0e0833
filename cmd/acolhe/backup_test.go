package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acolhe/models/backups"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// server runs commands over a database and a data directory.
type server struct {
	t           *testing.T
	conn        *db.Connection
	environment map[string]string
}

func newServer(t *testing.T) *server {
	conn, database := emptyDatabase(t)
	_, address, _ := strings.Cut(database, "=")
	return &server{t, conn, map[string]string{"DATABASE_URL": address, "DATA_DIR": t.TempDir()}}
}

func (s *server) getenv(name string) string { return s.environment[name] }

func (s *server) run(words ...string) (string, error) {
	var out bytes.Buffer
	err := run(s.t.Context(), words, s.getenv, nil, &out)
	return out.String(), err
}

func (s *server) mustRun(words ...string) string {
	s.t.Helper()
	printed, err := s.run(words...)
	if err != nil {
		s.t.Fatalf("%v: %v", words, err)
	}
	return printed
}

// A backup is restored on another machine with the key of the first one: never without it, and never over data.
func TestRun_BackupAndRestore(t *testing.T) {
	t.Parallel()
	folder, here, there := t.TempDir(), newServer(t), newServer(t)
	here.mustRun("sample-data", "load", "--associates", "5")
	c, err := readConfig(here.getenv)
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
	if printed := here.mustRun("backup"); !strings.Contains(printed, "linhas e") || !strings.Contains(printed, "disco") {
		t.Errorf("backup prints %q", printed)
	}
	if _, err := there.run("restore", "--from", folder); err == nil || !strings.Contains(err.Error(), "--key") {
		t.Errorf("without a key: %v", err)
	}
	if _, err := os.Stat(backup.ServerKeyPath(there.environment["DATA_DIR"])); !os.IsNotExist(err) {
		t.Errorf("a refused restore leaves a key: %v", err)
	}
	key := backup.ServerKeyPath(here.environment["DATA_DIR"])
	if printed := there.mustRun("restore", "--from", folder, "--key", key); !strings.Contains(printed, "Restaurado.") {
		t.Errorf("restore prints %q", printed)
	}
	const people = "select count(*) || ' ' || coalesce(sum(hashtextextended(u.user_code || coalesce(u.email_account, ''), 0)), 0) from users u"
	if before, after := scan[string](t, here.conn, people), scan[string](t, there.conn, people); before != after {
		t.Errorf("restored %s, want %s", after, before)
	}
	if _, err := there.run("restore", "--from", folder, "--key", key); err == nil {
		t.Error("a second restore writes over data")
	}
	if _, err := there.run("restore", "--from", filepath.Join(folder, "missing"), "--key", key); err == nil {
		t.Error("a restore from a folder that does not exist succeeds")
	}
	if _, err := here.run("restore", "--key", key); err == nil || !strings.Contains(err.Error(), "--from") {
		t.Errorf("without a place: %v", err)
	}
}
