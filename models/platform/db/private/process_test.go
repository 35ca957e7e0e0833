package private

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// bindService is CAP_NET_BIND_SERVICE, the capability of the service.
const bindService = 10

// A server with the capability of the service hides its directory from a command of the same account without it: the socket decides.
func TestServesCluster_Hidden(t *testing.T) {
	if !isRoot() {
		return // only root starts processes with a capability
	}
	instance := openDirectory(t)
	server := exec.Command("sleep", "60")
	server.Dir = instance.cluster()
	server.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, AmbientCaps: []uintptr{bindService}}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill() // its status says that it was killed
		_ = server.Wait()
	})
	p := postmaster{pid: server.Process.Pid, port: 5432, socket: true, cluster: instance.cluster()}
	if !p.servesCluster() {
		t.Error("root does not see the server")
	}
	if asNobody(t, p.servesCluster) {
		t.Error("a process that hides its directory counts as the server without its socket")
	}
	listener, err := net.Listen("unix", filepath.Join(instance.run(), ".s.PGSQL."+strconv.Itoa(p.port)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	if err := os.Chmod(listener.Addr().String(), 0o777); err != nil {
		t.Fatal(err)
	}
	if !asNobody(t, p.servesCluster) {
		t.Error("the server does not count with its socket")
	}
}

// nobody is the id of an account without rights.
const nobody = 65534

// openDirectory returns an instance whose directories every account may enter.
func openDirectory(t *testing.T) instanceDir {
	t.Helper()
	dir, err := os.MkdirTemp("", "acolhe-private-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	instance := instanceDir(dir)
	for _, path := range []string{dir, instance.cluster(), instance.run()} {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return instance
}

// asNobody answers with the rights of an account without any.
func asNobody(t *testing.T, ask func() bool) bool {
	t.Helper()
	answer, failed := make(chan bool, 1), make(chan syscall.Errno, 1)
	go func() {
		// The thread keeps these rights and ends with the goroutine, because it is not unlocked.
		runtime.LockOSThread()
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
			failed <- errno
			return
		}
		answer <- ask()
	}()
	select {
	case errno := <-failed:
		t.Fatal(errno)
		return false
	case answered := <-answer:
		return answered
	}
}
