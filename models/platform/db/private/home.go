package private

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxSocketPath is what fits in sockaddr_un beside its closing zero byte on Linux; macOS has less.
const maxSocketPath = 103

// home is the directory of one private PostgreSQL, absolute:
//
//	bin-<hash>/    the unpacked programs (not when root runs: see findPrograms)
//	cluster/       PostgreSQL's own data directory
//	run/           the unix socket
//	password       of the one role, readable by the owner alone
//	postgres.log   what the server says
//	lock           held by the acolhe that uses the directory
type home string

func openHome(dataDir string) (home, error) {
	absolute, err := filepath.Abs(dataDir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(absolute, 0o700); err != nil {
		return "", err
	}
	// The socket's path is compared and measured, so that a link in the way must not matter.
	if absolute, err = filepath.EvalSymlinks(absolute); err != nil {
		return "", err
	}
	at := home(filepath.Join(absolute, "postgres"))
	return at, at.make()
}

func (h home) make() error {
	if err := os.MkdirAll(string(h), 0o700); err != nil {
		return err
	}
	if !isRoot() {
		return nil
	}
	// The server's account passes through on its way from cluster/ to run/, and reads nothing here.
	return os.Chmod(string(h), 0o711)
}

func (h home) join(name string) string { return filepath.Join(string(h), name) }
func (h home) cluster() string         { return h.join("cluster") }
func (h home) run() string             { return h.join("run") }
func (h home) log() string             { return h.join("postgres.log") }
func (h home) pidFile() string         { return filepath.Join(h.cluster(), "postmaster.pid") }

func (h home) socketFits() bool {
	return len(h.run())+len("/.s.PGSQL.65535") <= maxSocketPath
}

// hold takes the directory for this process until the file is closed or the process ends,
// however it ends. ErrInUse when another process holds it.
func (h home) hold() (*os.File, error) {
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

// release returns the directory free. Closing alone would not while another goroutine starts a
// program, whose process shares the lock for a moment.
func release(lock *os.File) error {
	return errors.Join(syscall.Flock(int(lock.Fd()), syscall.LOCK_UN), lock.Close())
}

// keepPassword returns the role's password, made at random on the first start.
func (h home) keepPassword() (string, error) {
	path := h.join("password")
	kept, err := os.ReadFile(path)
	if err == nil && len(kept) > 0 {
		return strings.TrimSpace(string(kept)), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	password := rand.Text()
	return password, os.WriteFile(path, []byte(password+"\n"), 0o600)
}

// majorVersion is the PostgreSQL version that made the cluster, or 0 when there is none yet.
func (h home) majorVersion() (int, error) {
	text, err := os.ReadFile(filepath.Join(h.cluster(), "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return parseMajor(strings.TrimSpace(string(text)))
}
