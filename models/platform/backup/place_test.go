package backup_test

import (
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/backup/backuptest"
	"acolhe/models/platform/outbound"
)

var local = outbound.Guard{AllowPrivate: true}

// Each kind of place stores, lists, reads and removes objects.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for kind, place := range map[string]string{"folder": t.TempDir() + "/copias", "bucket": backuptest.Bucket(t), "sftp": backuptest.SFTP(t)} {
		t.Run(kind, func(t *testing.T) {
			at, err := backup.Open(t.Context(), place, local)
			if err != nil {
				t.Fatal(err)
			}
			defer at.Close()
			mustBehave(t, at)
		})
	}
}

func mustBehave(t *testing.T, at backup.Place) {
	t.Helper()
	if err := backup.Probe(t.Context(), at, t.TempDir()); err != nil {
		t.Fatalf("probe: %v", err)
	}
	for _, name := range []string{"copies/20261126T050000Z/manifest", "copies/20261126T050000Z/table-users", "contents/ab/abcd"} {
		put(t, at, name, "conteúdo de "+name)
	}
	put(t, at, "contents/ab/abcd", "outro conteúdo")
	if got := read(t, at, "contents/ab/abcd"); got != "outro conteúdo" {
		t.Errorf("an object that was written again is %q", got)
	}
	if found := names(t, at, "copies/"); !slices.Equal(found,
		[]string{"copies/20261126T050000Z/manifest", "copies/20261126T050000Z/table-users"}) {
		t.Errorf("the objects of copies are %v", found)
	}
	if found := names(t, at, "nothing/"); len(found) > 0 {
		t.Errorf("a prefix without objects has %v", found)
	}
	if _, err := at.Open(t.Context(), "contents/zz/zz"); !errors.Is(err, backup.ErrMissing) {
		t.Errorf("a missing object is %v", err)
	}
	for range 2 {
		if err := at.Remove(t.Context(), "contents/ab/abcd"); err != nil {
			t.Errorf("removing: %v", err)
		}
	}
	if found := names(t, at, "contents/"); len(found) > 0 {
		t.Errorf("%v are left", found)
	}
}

func put(t *testing.T, at backup.Place, name, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "object")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := at.Put(t.Context(), name, file, int64(len(text))); err != nil {
		t.Fatalf("put %s: %v", name, err)
	}
}

func read(t *testing.T, at backup.Place, name string) string {
	t.Helper()
	object, err := at.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	text, err := io.ReadAll(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func names(t *testing.T, at backup.Place, prefix string) (found []string) {
	t.Helper()
	err := at.Each(t.Context(), prefix, func(object backup.Object) error {
		found = append(found, object.Name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// A server with another key, a wrong password and a private address are refused, without the password in the error.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	address, fingerprint := backuptest.ServeSFTP(t, "segredo")
	key := "?key=" + url.QueryEscape(fingerprint)
	for name, test := range map[string]struct {
		address string
		guard   outbound.Guard
		says    string
	}{
		"another key":    {"sftp://acolhe:segredo@" + address + "/copias?key=SHA256:other", local, fingerprint},
		"wrong password": {"sftp://acolhe:errado1@" + address + "/copias" + key, local, "unable to authenticate"},
		"private server": {"sftp://acolhe:segredo@" + address + "/copias" + key, outbound.Guard{}, ""},
		"no password":    {"sftp://acolhe@" + address + "/copias", local, "senha"},
		"no folder":      {"s3://chave:segredo@" + address, local, "bucket"},
		"other scheme":   {"ftp://chave:segredo@" + address + "/copias", local, "sftp://"},
		"relative":       {"copias", local, "pasta"},
	} {
		_, err := backup.Open(t.Context(), test.address, test.guard)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "segredo") {
			t.Errorf("%s: the error shows the password: %v", name, err)
		}
	}
}
