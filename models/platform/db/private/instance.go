package private

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"acolhe/models/platform/db/private/postgres"
)

// maxSocketPath is the longest socket path in bytes that Linux and macOS accept, without the
// terminating zero.
const maxSocketPath = 103

// instanceDir is the directory of one private PostgreSQL, absolute:
//
//	bin-<hash>/    the unpacked programs (not when root runs: see findPrograms)
//	cluster/       PostgreSQL's own data directory
//	run/           the unix socket
//	password       the superuser's password, readable by the owner alone
//	program-password  that of the program's role
//	postgres.log   the server's log
//	lock           locked by the process that uses the directory
type instanceDir string

func openInstance(dataDir string) (instanceDir, error) {
	absolute, err := filepath.Abs(dataDir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(absolute, 0o700); err != nil {
		return "", err
	}
	// The paths are compared and measured, so symbolic links are resolved.
	if absolute, err = filepath.EvalSymlinks(absolute); err != nil {
		return "", err
	}
	instance := instanceDir(filepath.Join(absolute, "postgres"))
	return instance, instance.create()
}

func (h instanceDir) create() error {
	if err := os.MkdirAll(string(h), 0o700); err != nil {
		return err
	}
	if !isRoot() {
		return nil
	}
	// The server's account needs to pass through this directory to cluster/ and run/, not to read
	// it.
	return os.Chmod(string(h), 0o711)
}

func (h instanceDir) join(name string) string { return filepath.Join(string(h), name) }
func (h instanceDir) cluster() string         { return h.join("cluster") }
func (h instanceDir) run() string             { return h.join("run") }
func (h instanceDir) log() string             { return h.join("postgres.log") }
func (h instanceDir) pidFile() string         { return filepath.Join(h.cluster(), "postmaster.pid") }

func (h instanceDir) socketFits() bool {
	return len(h.run())+len("/.s.PGSQL.65535") <= maxSocketPath
}

// acquireLock locks the directory for this process until the file is closed or the process ends. It
// returns ErrInUse if another process holds the lock.
func (h instanceDir) acquireLock() (*os.File, error) {
	lock, err := os.OpenFile(h.join("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return lock, nil
	}
	lock.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrInUse
	}
	return nil, err
}

// releaseLock releases the lock of the directory. Closing the file alone is not enough: a program
// that another goroutine is starting shares the lock for a moment.
func releaseLock(lock *os.File) error {
	return errors.Join(syscall.Flock(int(lock.Fd()), syscall.LOCK_UN), lock.Close())
}

// readOrCreatePassword returns the password in a file, which is random and created on the first start.
func (h instanceDir) readOrCreatePassword(name string) (string, error) {
	path := h.join(name)
	stored, err := os.ReadFile(path)
	if err == nil && len(stored) > 0 {
		return strings.TrimSpace(string(stored)), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	password := rand.Text()
	return password, os.WriteFile(path, []byte(password+"\n"), 0o600)
}

// majorVersion returns the PostgreSQL version that created the cluster, 0 if there is no cluster.
func (h instanceDir) majorVersion() (int, error) {
	text, err := os.ReadFile(filepath.Join(h.cluster(), "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return postgres.ParseMajor(strings.TrimSpace(string(text)))
}
