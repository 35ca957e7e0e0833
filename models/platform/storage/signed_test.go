//go:build versitygw

package storage

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/types/errs"
)

// signedBucket starts versitygw, a server of S3 that checks the signature of each request, and returns its bucket.
func signedBucket(t *testing.T) Bucket {
	t.Helper()
	program, err := exec.LookPath("versitygw")
	if err != nil {
		program = "../../../bin/versitygw" // where docs/testing.md installs it
	}
	folder, metadata := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "arquivos"), 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(program, "--port", address, "--access", "chave", "--secret", "segredo-do-bucket", "--quiet", "posix", "--sidecar",
		metadata, folder)
	var said bytes.Buffer
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatalf("versitygw (docs/testing.md says how to install it): %v", err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for limit := time.Now().Add(30 * time.Second); ; {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			_ = connection.Close()
			break
		}
		if time.Now().After(limit) {
			t.Fatalf("versitygw does not answer: %v\n%s", err, said.String())
		}
	}
	return Bucket{Endpoint: "http://" + address, Region: "us-east-1", Bucket: "arquivos", Prefix: "producao/", AccessKey: "chave",
		SecretKey: "segredo-do-bucket", PathStyle: true}
}

// A server that checks signatures stores, measures, reads, lists and removes, also many large files at once; a wrong key or
// bucket is named, and nothing is stored.
func TestTool_SignedBucket(t *testing.T) {
	t.Parallel()
	bucket := signedBucket(t)
	store, folder := openBucket(t, bucket), t.TempDir()
	t.Run("store", func(t *testing.T) { checkStore(t, store, folder) })
	t.Run("large files", func(t *testing.T) { checkLargeFiles(t, store, folder) })
	for name, c := range map[string]struct {
		spoil func(*Bucket)
		why   string
	}{
		"wrong secret":   {func(b *Bucket) { b.SecretKey = "outro" }, "A chave secreta não confere"},
		"unknown key":    {func(b *Bucket) { b.AccessKey = "outra" }, "O serviço recusou o pedido"},
		"unknown bucket": {func(b *Bucket) { b.Bucket = "outro" }, "O bucket não existe"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := bucket
			c.spoil(&wrong)
			refused := openBucket(t, wrong)
			if err := refused.Put(t.Context(), NewKey(), spoolOf(t, folder, "x")); !errs.HasCode(err, errs.CodeUnavailable) {
				t.Errorf("storing: %v", err)
			}
			if steps := probe(t.Context(), refused, folder); steps[0].OK || !strings.Contains(steps[0].Detail, c.why) || !steps[1].Skipped {
				t.Errorf("the test: %+v", steps)
			}
		})
	}
	err := store.Each(t.Context(), func(blob Blob) error { return errors.New(blob.Key + " is left") })
	if err != nil {
		t.Error(err)
	}
}

// checkLargeFiles stores files of 20 MiB at once, reads the end of each, and removes them.
func checkLargeFiles(t *testing.T, store Store, folder string) {
	t.Helper()
	const size = 20 << 20
	content := strings.Repeat("0123456789abcdef", size/16)
	var storing sync.WaitGroup
	for range 4 {
		storing.Go(func() {
			key := NewKey()
			if err := store.Put(t.Context(), key, spoolOf(t, folder, content)); err != nil {
				t.Error(err)
				return
			}
			reader, err := store.Open(t.Context(), key, size-16)
			if err != nil {
				t.Error(err)
				return
			}
			defer reader.Close()
			if end, err := io.ReadAll(reader); err != nil || string(end) != content[:16] {
				t.Errorf("the end is %q: %v", end, err)
			}
			if err := store.Remove(t.Context(), key); err != nil {
				t.Error(err)
			}
		})
	}
	storing.Wait()
}
