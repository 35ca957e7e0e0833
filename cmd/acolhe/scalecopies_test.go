package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/backup"
)

var (
	copiesAssociates = flag.Int("copies-associates", 100_000, "associates of TestScale_Copies")
	copiesFiles      = flag.Int("copies-files", 25_000, "files of 200 kB of TestScale_Copies")
	copiesData       = flag.String("copies-data", "", "data directory in which TestScale_Copies keeps what it loads for the next run")
)

// The files of TestScale_Copies, and its clients while a copy is made: each sends a request in an interval.
const (
	copiedBytes   = 200_000
	pacedClients  = 4
	pacedInterval = 50 * time.Millisecond
	pacedFor      = 30 * time.Second
)

// A large association is copied in full and incrementally, restored, and copied while it works. It logs the times, sizes and processor
// times, and how the 99th percentile of the answers' times while a copy is made compares with that before and after it.
func TestScale_Copies(t *testing.T) {
	dataDir, folder := *copiesData, t.TempDir()
	if dataDir == "" {
		dataDir = filepath.Join(t.TempDir(), "data")
	}
	t.Cleanup(func() { killAll(t, dataDir) })
	loadLarge(t, dataDir)
	addFolder(t, dataDir, folder)
	timed(t, "the full copy", []string{"backup"}, dataDir)
	t.Logf("%d MB at the place", sizeOf(t, folder)>>20)
	timed(t, "the next copy", []string{"backup"}, dataDir)
	restored := filepath.Join(t.TempDir(), "data")
	timed(t, "the restore", []string{"restore", "--from", folder, "--key", backup.ServerKeyPath(dataDir)}, restored)
	if err := os.RemoveAll(restored); err != nil {
		t.Fatal(err)
	}

	p := serveOn(t, "DATA_DIR="+dataDir, "LOG_LEVEL=error")
	begun := time.Now()
	for len(globbed(t, folder, "log/*/chunk-*")) == 0 && t.Context().Err() == nil {
		p.eventually("a part of the log", func() bool { return time.Since(begun) > time.Minute || len(globbed(t, folder, "log/*/chunk-*")) > 0 })
		begun = time.Now()
	}
	by := signIn(t, p)
	like := by.orders(t)[0]
	before := paced(by, like, func() { waitFor(t, pacedFor) })
	next := paced(by, like, func() { timed(t, "the next copy beside the server", []string{"backup"}, dataDir) })
	between := paced(by, like, func() { waitFor(t, pacedFor) })
	for _, stored := range []string{"contents", "copies"} {
		if err := os.RemoveAll(filepath.Join(folder, stored)); err != nil {
			t.Fatal(err)
		}
	}
	full := paced(by, like, func() { timed(t, "the full copy beside the server", []string{"backup"}, dataDir) })
	after := paced(by, like, func() { waitFor(t, pacedFor) })
	quiet := slices.Concat(before, between, after)
	t.Logf("99th percentile: %s without a copy, %s beside the next copy, %s beside a full one (%.2f and %.2f times)", percentile99(quiet),
		percentile99(next), percentile99(full), ratio(next, quiet), ratio(full, quiet))
	p.signal(syscall.SIGTERM)
	<-p.exited
}

// loadLarge loads the associates and the files, unless an earlier run did.
func loadLarge(t *testing.T, dataDir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dataDir, "postgres", "cluster")); err != nil {
		timed(t, "loading", []string{"sample-data", "load", "--associates", strconv.Itoa(*copiesAssociates)}, dataDir)
	}
	withStopped(t, dataDir, func(opened *database) error {
		if err := opened.DB.Exec("delete from backup_places").Error; err != nil { // those of an earlier run
			return err
		}
		var rows [][]any
		random := rand.NewChaCha8([32]byte{1})
		content := make([]byte, copiedBytes)
		for n := scan[int](t, opened.Connection, "select count(*) from files where file_name like 'volume-%'"); n < *copiesFiles; n++ {
			_, _ = random.Read(content) // never fails
			sum := sha256.Sum256(content)
			key := hex.EncodeToString(sum[:])
			into := filepath.Join(dataDir, "files", key[:2])
			if err := os.MkdirAll(into, 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(into, key), content, 0o600); err != nil {
				return err
			}
			rows = append(rows, []any{"volume-" + strconv.Itoa(n) + ".pdf", "application/pdf", copiedBytes, key, key})
		}
		_, err := opened.Pool.CopyFrom(t.Context(), pgx.Identifier{"files"}, []string{"file_name", "content_type", "size", "sha256", "storage_key"},
			pgx.CopyFromRows(rows))
		return err
	})
}

// timed runs a command to its end, and logs how long it took and how much of the processor, its PostgreSQL's included if it started one.
func timed(t *testing.T, what string, words []string, dataDir string) {
	t.Helper()
	begun := time.Now()
	p := launch(t, words, "DATA_DIR="+dataDir)
	<-p.exited
	if p.status() != 0 {
		t.Fatalf("%s: %s%s", what, p.screen.String(), p.log.String())
	}
	used := p.command.ProcessState
	processor := used.UserTime() + used.SystemTime()
	t.Logf("%s: %s, %s of a core", what, time.Since(begun).Round(100*time.Millisecond), processor.Round(100*time.Millisecond))
}

// paced returns how long the requests took that clients sent while work ran: lists, and orders.
func paced(by caller, like order, work func()) (took []time.Duration) {
	var mu sync.Mutex
	var sending sync.WaitGroup
	stopped := make(chan struct{})
	for client := range pacedClients {
		sending.Go(func() {
			pace := time.NewTicker(pacedInterval)
			defer pace.Stop()
			for n := 0; ; n++ {
				select {
				case <-stopped:
					return
				case <-pace.C:
				}
				begun := time.Now()
				if client == 0 {
					_, _ = by.place(like) // an order that is refused took its time too
				} else {
					_, _, _ = by.send("GET", "/api/v1/orders?limit=60", nil)
				}
				mu.Lock()
				took = append(took, time.Since(begun))
				mu.Unlock()
			}
		})
	}
	work()
	close(stopped)
	sending.Wait()
	return took
}

func waitFor(t *testing.T, duration time.Duration) {
	select {
	case <-t.Context().Done():
	case <-time.After(duration):
	}
}

func percentile99(took []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)*99/100].Round(100 * time.Microsecond)
}

func ratio(took, of []time.Duration) float64 {
	return float64(percentile99(took)) / float64(percentile99(of))
}

// sizeOf returns the bytes of the files below a folder.
func sizeOf(t *testing.T, folder string) (bytes int64) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
