package storage

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/models/platform/outbound"
	"acolhe/models/types/errs"
)

// fakeS3 returns a bucket of a server in this process, which does not check signatures.
func fakeS3(t *testing.T) Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("arquivos"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return Bucket{Endpoint: server.URL, Region: "us-east-1", Bucket: "arquivos", Prefix: "producao/", AccessKey: "chave", SecretKey: "segredo",
		PathStyle: true}
}

func openBucket(t *testing.T, bucket Bucket) Store {
	t.Helper()
	store, err := newBucketStore(bucket, newTransport(outbound.Guard{AllowPrivate: true}))
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func spoolOf(t *testing.T, folder, content string) *Spool {
	t.Helper()
	spool, err := NewSpool(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(spool.Discard)
	if _, err := spool.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	return spool
}

func read(t *testing.T, store Store, key string, offset int64) string {
	t.Helper()
	reader, err := store.Open(t.Context(), key, offset)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Both drivers store, measure, read from an offset, list and remove.
func TestStores(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, store := range map[string]Store{"local": localStore{folder}, "s3": openBucket(t, fakeS3(t))} {
		t.Run(name, func(t *testing.T) { checkStore(t, store, folder) })
	}
}

// checkStore stores two blobs, measures, reads, lists and removes them.
func checkStore(t *testing.T, store Store, folder string) {
	t.Helper()
	key, other := NewKey(), NewKey()
	for key, content := range map[string]string{key: "olá, arquivo", other: "x"} {
		if err := store.Put(t.Context(), key, spoolOf(t, filepath.Join(folder, spoolFolder), content)); err != nil {
			t.Fatal(err)
		}
	}
	if size, err := store.Size(t.Context(), key); err != nil || size != int64(len("olá, arquivo")) {
		t.Errorf("size %d, %v", size, err)
	}
	if whole, part := read(t, store, key, 0), read(t, store, key, 6); whole != "olá, arquivo" || part != "arquivo" {
		t.Errorf("read %q and %q", whole, part)
	}
	var keys []string
	err := store.Each(t.Context(), func(blob Blob) error {
		keys = append(keys, blob.Key)
		if time.Since(blob.Modified) > time.Minute {
			t.Errorf("stored at %s", blob.Modified)
		}
		return nil
	})
	slices.Sort(keys)
	if want := slices.Sorted(slices.Values([]string{key, other})); err != nil || !slices.Equal(keys, want) {
		t.Errorf("listed %v, %v, want %v", keys, err, want)
	}
	for _, key := range []string{other, key, key} {
		if err := store.Remove(t.Context(), key); err != nil {
			t.Errorf("removed: %v", err)
		}
	}
	_, sizeErr := store.Size(t.Context(), key)
	_, openErr := store.Open(t.Context(), key, 0)
	if !errors.Is(sizeErr, ErrMissing) || !errors.Is(openErr, ErrMissing) {
		t.Errorf("a missing one: %v, %v", sizeErr, openErr)
	}
	if passed := probe(t.Context(), store, filepath.Join(folder, spoolFolder)); len(passed) != 4 || !passed[3].OK {
		t.Errorf("the test: %+v", passed)
	}
}

// A key that is not one leads to no file outside of the folder.
func TestLocal_KeyOutside(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	store := localStore{filepath.Join(folder, "files")}
	for _, key := range []string{"../secret", "..", "", "/etc/passwd", "AB", strings.Repeat("a", 65)} {
		_, sizeErr := store.Size(t.Context(), key)
		_, openErr := store.Open(t.Context(), key, 0)
		if !errors.Is(sizeErr, ErrMissing) || !errors.Is(openErr, ErrMissing) || store.Remove(t.Context(), key) != nil {
			t.Errorf("%q: %v, %v", key, sizeErr, openErr)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "secret")); err != nil {
		t.Error(err)
	}
}

// A spool that is not stored leaves nothing, and the clean-up removes those of processes that died.
func TestSpool_Leftovers(t *testing.T) {
	t.Parallel()
	drivers := Drivers{Folder: t.TempDir()}
	for range 2 {
		if _, err := drivers.NewSpool(); err != nil {
			t.Fatal(err)
		}
	}
	discarded, err := drivers.NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	discarded.Discard()
	if err := drivers.CleanSpools(time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if left := entries(t, drivers.spoolFolder()); left != 2 {
		t.Errorf("%d spools are left, want the 2 young ones", left)
	}
	if err := drivers.CleanSpools(time.Now().Add(time.Hour)); err != nil || entries(t, drivers.spoolFolder()) != 0 {
		t.Errorf("old spools are left: %v", err)
	}
}

func entries(t *testing.T, folder string) int {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

// A bucket that is gone, slow, or refuses is 503 UNAVAILABLE, and the test says why in its first step.
func TestBucket_Unavailable(t *testing.T) {
	t.Parallel()
	working := fakeS3(t)
	gone := working
	gone.Bucket = "outro"
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>`)
	}))
	t.Cleanup(refusing.Close)
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, c := range map[string]struct {
		bucket Bucket
		why    string
	}{
		"unknown bucket": {gone, "não existe"},
		"wrong key": {Bucket{Endpoint: refusing.URL, Bucket: "arquivos", PathStyle: true, Region: "r", AccessKey: "a", SecretKey: "wrong"},
			"secreta não confere"},
		"closed": {Bucket{Endpoint: closed.URL, Bucket: "arquivos", PathStyle: true, Region: "r", AccessKey: "a", SecretKey: "s"},
			"conectar"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, folder := openBucket(t, c.bucket), t.TempDir()
			if err := store.Put(t.Context(), NewKey(), spoolOf(t, folder, "x")); !errs.HasCode(err, errs.CodeUnavailable) {
				t.Errorf("storing: %v", err)
			}
			steps := probe(t.Context(), store, folder)
			if steps[0].OK || !strings.Contains(steps[0].Detail, c.why) || !steps[1].Skipped || !steps[3].Skipped {
				t.Errorf("the test: %+v", steps)
			}
		})
	}
	over := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	t.Cleanup(func() {
		close(over)
		slow.Close()
	})
	limited, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	store := openBucket(t, Bucket{Endpoint: slow.URL, Bucket: "arquivos", PathStyle: true, Region: "r", AccessKey: "a", SecretKey: "s"})
	if steps := probe(limited, store, t.TempDir()); steps[0].OK || !strings.Contains(steps[0].Detail, "a tempo") {
		t.Errorf("a slow bucket: %+v", steps)
	}
}
