package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// testTimeout is the maximum time of waiting for a condition.
const testTimeout = 60 * time.Second

// binary is the real program, built once in a test process: with the archive of PostgreSQL if the
// checkout has one, else it uses the installed PostgreSQL.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "acolhe-binary-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "acolhe")
	if said, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, said)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	browsertest.Main(m)
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
}

// process is a running instance of the program.
type process struct {
	t       *testing.T
	command *exec.Cmd
	exited  chan struct{}
	screen  output
	log     output
	// secrets are the credentials of the test; none may be in the log.
	secrets []string
}

// launch starts the program without this process's configuration. It is stopped with the test.
func launch(t *testing.T, words []string, environment ...string) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, command: exec.Command(path, words...), exited: make(chan struct{})}
	p.command.Dir = t.TempDir()
	p.command.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.Getenv("TMPDIR"), "ADDR=127.0.0.1:0",
	}, environment...)
	p.secrets = secretsIn(environment)
	p.command.Stdout, p.command.Stderr = &p.screen, &p.log
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.command.Wait() // the status is in ProcessState
		close(p.exited)
	}()
	t.Cleanup(func() {
		p.end()
		p.requireNoSecrets()
	})
	return p
}

// serveOn starts the server on a database and waits for its screen.
func serveOn(t *testing.T, environment ...string) *process {
	t.Helper()
	p := launch(t, nil, environment...)
	p.awaitScreen()
	return p
}

// over returns the environment for a test's database.
func over(conn *db.Connection) string { return "DATABASE_URL=" + conn.Pool.Config().ConnString() }

// emptyDatabase returns an empty database, and the environment for it.
func emptyDatabase(t *testing.T) (*db.Connection, string) {
	t.Helper()
	conn := dbtest.Empty(t)
	return conn, over(conn)
}

// awaitScreen waits for the last line of the screen.
func (p *process) awaitScreen() {
	p.t.Helper()
	p.eventually("the screen", func() bool {
		select {
		case <-p.exited:
			p.t.Fatalf("ended instead of starting: %s%s", p.screen.String(), p.log.String())
		default:
		}
		return p.screenValue("Parar") != ""
	})
}

// screenValue returns the value of a label of the screen.
func (p *process) screenValue(label string) string {
	for line := range strings.Lines(p.screen.String()) {
		if value, found := strings.CutPrefix(strings.TrimSpace(line), label+" "); found && strings.HasSuffix(line, "\n") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func (p *process) signal(signal syscall.Signal) {
	p.t.Helper()
	if err := p.command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatal(err)
	}
}

func (p *process) running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// status waits for the process and returns its exit status, -1 after a signal.
func (p *process) status() int {
	p.t.Helper()
	p.eventually("the end", func() bool { return !p.running() })
	return p.command.ProcessState.ExitCode()
}

// stop stops the process as a supervisor does, and requires status 0 and no logged error.
func (p *process) stop() {
	p.t.Helper()
	p.signal(syscall.SIGTERM)
	if status := p.status(); status != 0 || strings.Contains(p.log.String(), "ERROR") {
		p.t.Fatalf("ended with status %d: %s", status, p.log.String())
	}
}

// end stops the process if it still runs.
func (p *process) end() {
	if !p.running() {
		return
	}
	_ = p.command.Process.Signal(syscall.SIGTERM) // it may have exited
	select {
	case <-p.exited:
	case <-time.After(testTimeout):
		p.t.Error("did not stop and was killed")
		_ = p.command.Process.Kill()
		<-p.exited
	}
}

// eventually waits until the condition holds.
func (p *process) eventually(what string, holds func() bool) {
	p.t.Helper()
	if !becomesTrue(p.t.Context(), testTimeout, holds) {
		p.t.Fatalf("waited in vain for %s: %s%s", what, p.screen.String(), p.log.String())
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	eventuallyWithin(t, testTimeout, what, holds)
}

func eventuallyWithin(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	if !becomesTrue(t.Context(), limit, holds) {
		t.Fatalf("waited in vain for %s", what)
	}
}

func becomesTrue(ctx context.Context, limit time.Duration, holds func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
	}
	return true
}

// output collects the output of a process.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (w *output) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(text)
}

// String returns the output so far.
func (w *output) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// serversIn lists the processes whose working directory is in a data directory: its PostgreSQL.
func serversIn(t *testing.T, dataDir string) []int {
	t.Helper()
	home, err := filepath.EvalSymlinks(dataDir)
	if err != nil {
		t.Fatal(err)
	}
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, link := range links {
		at, err := os.Readlink(link)
		if err != nil || !strings.HasPrefix(at, home+"/") {
			continue // it exited, or belongs to another user
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

func requireNoServers(t *testing.T, dataDir string) {
	t.Helper()
	if left := serversIn(t, dataDir); len(left) > 0 {
		t.Errorf("processes %v of %s are left", left, dataDir)
	}
}
