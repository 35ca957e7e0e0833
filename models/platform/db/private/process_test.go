package private

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// bindService is CAP_NET_BIND_SERVICE, the capability of the service.
const bindService = 10

// A server with the capability of the service hides its directory from a command of the same account without it: its command line decides.
func TestServesCluster_Hidden(t *testing.T) {
	if !isRoot() {
		return // only root starts processes with a capability
	}
	cluster := openDirectory(t)
	for named, want := range map[string]bool{cluster: true, "/srv/other": false} {
		server := exec.Command("tail", "-f", "/dev/null", named)
		server.Dir = cluster
		server.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, AmbientCaps: []uintptr{bindService}}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = server.Process.Kill() // its status says that it was killed
			_ = server.Wait()
		})
		p := postmaster{pid: server.Process.Pid, cluster: cluster}
		hasStarted := func() bool {
			words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid))
			return err != nil || len(words) > 0
		}
		if err := waitUntil(t.Context(), hasStarted); err != nil {
			t.Fatal(err)
		}
		if !p.servesCluster() {
			t.Error("root does not see the server")
		}
		if asNobody(t, p.servesCluster) != want {
			t.Errorf("of a server that was started for %s it says %v", named, !want)
		}
	}
}

// nobody is the id of an account without rights.
const nobody = 65534

// openDirectory returns a directory that every account may enter.
func openDirectory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "acolhe-private-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
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
