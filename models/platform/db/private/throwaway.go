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

// Throwaway is a private PostgreSQL for tests, in a temporary directory. It ends with the process
// that started it, even if that process is killed.
type Throwaway struct {
	*Server
	watchdogInput io.Closer
	ended         chan error
}

// memoryDir is Linux's file system in memory, where cloning a database is often ten times faster
// than on a disk. It is used if minMemory is free, enough for the databases of several test
// processes.
const (
	memoryDir = "/dev/shm"
	minMemory = 2 << 30
)

// StartThrowaway starts a server for tests in a new directory: under TMPDIR if set, else in memory,
// else in the system's temporary directory.
func StartThrowaway(ctx context.Context, archive fs.FS) (*Throwaway, error) {
	parent := throwawayParent()
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
	return errors.Join(t.watchdogInput.Close(), <-t.ended, releaseLock(t.lock))
}

// Log returns the path of the server's log, which End removes.
func (t *Throwaway) Log() string { return t.dir.log() }

func throwawayParent() string {
	var memory syscall.Statfs_t
	if os.Getenv("TMPDIR") == "" && syscall.Statfs(memoryDir, &memory) == nil &&
		memory.Bavail*uint64(memory.Bsize) >= minMemory {
		return memoryDir
	}
	return os.TempDir()
}

func startIn(ctx context.Context, archive fs.FS, dir string) (*Throwaway, error) {
	instance, err := openInstance(dir)
	if err != nil {
		return nil, err
	}
	s, err := bringUp(ctx, instance, throwawayOptions(instance, archive))
	if err != nil {
		return nil, err
	}
	t := &Throwaway{Server: s}
	if err := t.startWatchdog(dir); err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	return t, nil
}

// watchdogScript waits until its standard input closes, which happens whenever the starting process
// ends, then ends the server ($1) and removes its directory ($2).
const watchdogScript = `read -r _
[ -f "$2/postgres/cluster/postmaster.pid" ] && kill -QUIT "$1"
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
rm -rf "$2"`

func (t *Throwaway) startWatchdog(dir string) error {
	watchdog := exec.Command("/bin/sh", "-c", watchdogScript, "sh", strconv.Itoa(t.postmaster.pid), dir)
	watchdog.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var err error
	if t.watchdogInput, err = watchdog.StdinPipe(); err != nil {
		return err
	}
	if err := watchdog.Start(); err != nil {
		return err
	}
	// Waiting from the beginning also keeps the pipe open: the garbage collector would close it,
	// and so end the server, once t is unreachable.
	t.ended = make(chan error, 1)
	go func() { t.ended <- watchdog.Wait() }()
	return nil
}
