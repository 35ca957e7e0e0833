package private

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// Throwaway is a private PostgreSQL for tests. Its data lies in a temporary directory and may
// be lost at any time; it ends with the process that started it, however that one ends.
type Throwaway struct {
	*Server
	goodbye io.Closer
	ended   chan error
}

// memoryDir is Linux's file system in memory, where a database is cloned ten times faster
// than on many a disk; it is used while it has room for the databases of several test processes.
const (
	memoryDir = "/dev/shm"
	roomAsked = 2 << 30
)

// StartThrowaway brings up a server for tests in a directory of its own: under TMPDIR when
// that is set, else in memory, else under the system's temporary directory.
func StartThrowaway(ctx context.Context, archive fs.FS) (*Throwaway, error) {
	parent := fleetingParent()
	dir, err := os.MkdirTemp(parent, "acolhe-test-")
	if err != nil {
		return nil, explain(err, parent)
	}
	t, err := startIn(ctx, archive, dir)
	if err != nil {
		return nil, errors.Join(explain(err, dir), os.RemoveAll(dir))
	}
	return t, nil
}

// End stops the server and removes its directory.
func (t *Throwaway) End() error {
	return errors.Join(t.goodbye.Close(), <-t.ended, release(t.lock))
}

// Log is the path of the file that the server writes what it says to, until End.
func (t *Throwaway) Log() string { return t.home.log() }

func fleetingParent() string {
	var memory syscall.Statfs_t
	if os.Getenv("TMPDIR") == "" && syscall.Statfs(memoryDir, &memory) == nil &&
		memory.Bavail*uint64(memory.Bsize) >= roomAsked {
		return memoryDir
	}
	return os.TempDir()
}

func startIn(ctx context.Context, archive fs.FS, dir string) (*Throwaway, error) {
	at, err := openHome(dir)
	if err != nil {
		return nil, err
	}
	s, err := bringUp(ctx, at, fleeting(at, archive))
	if err != nil {
		return nil, err
	}
	t := &Throwaway{Server: s}
	if err := t.keep(dir); err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	return t, nil
}

// keepScript waits until its standard input closes, which the kernel does for a process that
// ends in whatever way, then ends the server ($1) and removes its directory ($2).
const keepScript = `read -r _
[ -f "$2/postgres/cluster/postmaster.pid" ] && kill -QUIT "$1"
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
rm -rf "$2"`

func (t *Throwaway) keep(dir string) error {
	keeper := exec.Command("/bin/sh", "-c", keepScript, "sh", strconv.Itoa(t.postmaster.pid), dir)
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var err error
	if t.goodbye, err = keeper.StdinPipe(); err != nil {
		return err
	}
	if err := keeper.Start(); err != nil {
		return err
	}
	// Waiting from the beginning also holds the pipe: were it left to the garbage collector,
	// it would be closed, and the server ended, once nobody looked at t any more.
	t.ended = make(chan error, 1)
	go func() { t.ended <- keeper.Wait() }()
	return nil
}
