package private

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/db/private/postgres"
)

// testTimeout is the timeout of a test's waiting.
const testTimeout = 30 * time.Second

func TestStart_SecondTimeKeepsData(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	first := start(t, dir)
	query[int](t, first, "CREATE TABLE kept AS SELECT 7 AS n; SELECT n FROM kept")
	if err := first.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if first.postmaster.alive() {
		t.Fatal("the server still runs after Stop")
	}

	second := start(t, dir)
	if got := query[int](t, second, "SELECT n FROM kept"); got != 7 {
		t.Errorf("kept %d, want 7", got)
	}
}

func TestStart_DurabilitySettings(t *testing.T) {
	t.Parallel()
	s := start(t, tempDir(t))
	for setting, want := range map[string]string{
		"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "data_checksums": "on",
		"server_encoding": "UTF8", "password_encryption": "scram-sha-256", "listen_addresses": "127.0.0.1",
	} {
		if got := query[string](t, s, "SELECT current_setting('"+setting+"')"); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	info, err := os.Stat(s.dir.join("password"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("password file: %v, %v, want mode 0600", info.Mode(), err)
	}
	if !strings.Contains(s.URL(), "host=") {
		t.Errorf("URL %q does not go through the socket", s.URL())
	}
}

// The server's log outlives refused rows, which hold personal data.
func TestServerLog_NoData(t *testing.T) {
	t.Parallel()
	s := start(t, tempDir(t))
	query[int](t, s, "CREATE TABLE people (email text PRIMARY KEY CHECK (email <> 'nobody@exemplo.org.br')); INSERT INTO people SELECT 'ana@exemplo.org.br'; SELECT 1")
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, email := range []string{"ana@exemplo.org.br", "nobody@exemplo.org.br"} {
		if _, err := conn.Exec(t.Context(), "INSERT INTO people VALUES ($1)", email); err == nil {
			t.Errorf("%s was taken", email)
		}
	}
	log := readFrom(s.dir.log(), 0)
	if !strings.Contains(log, "people_pkey") || strings.Contains(log, "@exemplo.org.br") {
		t.Errorf("the server logged\n%s", log)
	}
}

func TestStart_WrongPasswordRefused(t *testing.T) {
	t.Parallel()
	s := start(t, tempDir(t))
	for _, socket := range []bool{true, false} {
		stranger := *s
		stranger.programPassword = "guessed"
		stranger.postmaster.socket = socket
		if _, err := pgx.Connect(t.Context(), stranger.URL()); err == nil {
			t.Errorf("a guessed password opened %s", stranger.URL())
		}
	}
}

func TestKill_ServerAdopted(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	lost := start(t, dir)
	releaseLockOf(lost)

	adopted := start(t, dir)
	if adopted.postmaster.pid != lost.postmaster.pid {
		t.Errorf("started process %d beside %d instead of adopting it", adopted.postmaster.pid, lost.postmaster.pid)
	}
	if err := adopted.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The adopted server is still a child of this test, which learns of its end a moment later.
	select {
	case <-lost.postmaster.exited:
	case <-time.After(10 * time.Second):
		t.Error("the adopted server still runs after Stop")
	}
}

func TestStart_DirectoryInUse(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	start(t, dir)
	if _, err := Start(t.Context(), archive.FS, dir); !errors.Is(err, ErrInUse) {
		t.Errorf("second start: %v, want ErrInUse", err)
	}
}

// A directory closed to others, such as root's home, also works for root, whose server runs as
// another account.
func TestStart_BelowClosedDirectory(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(tempDir(t), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(closed, "data")
	s := start(t, dir)
	query[int](t, s, "CREATE TABLE names (name text); CREATE INDEX ON names USING gin (name gin_trgm_ops); SELECT 1")
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	start(t, dir)
}

func TestStart_PathTooLongForSocket(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), strings.Repeat("long", 25))
	s := start(t, dir)
	query[int](t, s, "CREATE TABLE kept AS SELECT 7 AS n; SELECT n FROM kept")
	releaseLockOf(s)
	if got := query[int](t, start(t, dir), "SELECT n FROM kept"); got != 7 {
		t.Errorf("kept %d, want 7", got)
	}
}

func TestStart_AfterInterruptedFirstStart(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	half := filepath.Join(dir, "postgres", "cluster.new")
	if err := os.MkdirAll(filepath.Join(half, "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	start(t, dir)
}

func TestStart_StaleProcessID(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	s := start(t, dir)
	pidFile := s.dir.pidFile()
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	another := strings.Replace(string(text), strconv.Itoa(s.postmaster.pid), strconv.Itoa(os.Getpid()), 1)
	if err := os.WriteFile(pidFile, []byte(another), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, dir)
}

// Every installed PostgreSQL that would replace the embedded one works.
func TestTool_InstalledPostgres(t *testing.T) {
	for _, p := range postgres.Installed() {
		t.Run(strconv.Itoa(p.Major), func(t *testing.T) {
			dir := tempDir(t)
			createCluster(t, dir, p)
			s := start(t, dir)
			if got := query[int](t, s, "SELECT current_setting('server_version_num')::int / 10000"); got != p.Major {
				t.Errorf("cluster of version %d is served by %d", p.Major, got)
			}
			if got := query[string](t, s, "SELECT current_setting('data_checksums')"); got != "on" {
				t.Errorf("data_checksums is %q, want on", got)
			}
		})
	}
}

// tempDir returns a temporary directory on the fastest file system.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(throwawayParent(), "acolhe-private-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func createCluster(t *testing.T, dataDir string, using postgres.Programs) {
	t.Helper()
	instance, err := openInstance(dataDir)
	if err != nil {
		t.Fatal(err)
	}
	password, err := instance.readOrCreatePassword("password")
	if err != nil {
		t.Fatal(err)
	}
	account, err := accountFor(instance)
	if err != nil {
		t.Fatal(err)
	}
	if err := instance.createCluster(t.Context(), using, account, durableOptions(instance, archive.FS), password); err != nil {
		t.Fatal(err)
	}
}

// start starts the private PostgreSQL of dir and stops it at the end of the test.
func start(t *testing.T, dir string) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, err := Start(ctx, archive.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
		defer cancel()
		if err := s.postmaster.stop(ctx); err != nil {
			t.Error(err)
		}
		releaseLockOf(s)
	})
	return s
}

// releaseLockOf leaves the server running, as a killed process does.
func releaseLockOf(s *Server) { _ = releaseLock(s.lock) }

// query runs statements and returns the value of the last.
func query[T any](t *testing.T, s *Server, sql string) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	statements := strings.Split(sql, "; ")
	last := len(statements) - 1
	for _, statement := range statements[:last] {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	var value T
	if err := conn.QueryRow(t.Context(), statements[last]).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
