package backups_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"acolhe/models/backups/restore"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/storage"
)

// A restore that ended after the rows is known as unfinished, and goes on with the copy that it began with, whatever copies were made
// since.
func TestRestore_Interrupted(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.addFolder(t)
	a.upload(t, "receita.pdf", "um")
	first := a.mustMake(t)
	contents, err := filepath.Glob(filepath.Join(a.folder, "contents/*/*"))
	if err != nil || len(contents) != 1 {
		t.Fatalf("%q, %v", contents, err)
	}
	whole, err := os.ReadFile(contents[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(contents[0], whole[:len(whole)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	target, drivers := dbtest.Empty(t), storage.New(t.TempDir(), a.Key)
	if _, err := restore.Copy(t.Context(), target, drivers, a.source(t), quiet); !errors.Is(err, backup.ErrDamaged) {
		t.Fatalf("with a content that was cut: %v", err)
	}
	if err := restore.RequireFinished(t.Context(), target); !errors.Is(err, restore.ErrUnfinished) {
		t.Errorf("the database is used: %v", err)
	}
	if err := os.WriteFile(contents[0], whole, 0o600); err != nil {
		t.Fatal(err)
	}
	a.now = a.now.AddDate(0, 0, 1)
	a.mustMake(t)
	restored, err := restore.Copy(t.Context(), target, drivers, a.source(t), quiet)
	if err != nil || restored.Files != 1 || restored.Manifest.Name != first.Name {
		t.Errorf("restored %s with %d files, %v", restored.Manifest.Name, restored.Files, err)
	}
	if err := restore.RequireFinished(t.Context(), target); err != nil {
		t.Error(err)
	}
	if _, err := restore.Copy(t.Context(), target, drivers, a.source(t), quiet); !errors.Is(err, restore.ErrNotEmpty) {
		t.Errorf("over a restored database: %v", err)
	}
}
