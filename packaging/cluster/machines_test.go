package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The machines of the layout and their addresses; the store runs in the test.
var addresses = map[string]string{
	"store": "10.77.0.1", "web": "10.77.0.2", "db1": "10.77.0.11", "db2": "10.77.0.12", "db3": "10.77.0.13", "app1": "10.77.0.21", "app2": "10.77.0.22",
}

const (
	bridge = "acolhe-br"
	// awaited is the longest time to wait for a state of the cluster.
	awaited = 2 * time.Minute
)

// machine is a network namespace with a folder; what it runs sees the other machines by name, as of /etc/hosts.
type machine struct{ name, folder string }

// space is the name of the namespace, and of the machine's end of the cable at the bridge.
func (m *machine) space() string { return "acolhe-" + m.name }

func (m *machine) address() string { return addresses[m.name] }

// connect sets up the bridge that is the network; it needs root.
func connect(t *testing.T) {
	t.Helper()
	run(t, "ip", "link", "add", bridge, "type", "bridge")
	t.Cleanup(func() { run(t, "ip", "link", "del", bridge) })
	run(t, "ip", "addr", "add", addresses["store"]+"/24", "dev", bridge)
	run(t, "ip", "link", "set", bridge, "up")
}

// newMachine connects a machine to the bridge. All of its processes end with the test.
func newMachine(t *testing.T, name string) *machine {
	t.Helper()
	folder, err := os.MkdirTemp("", "acolhe-"+name+"-")
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{name, folder}
	t.Cleanup(func() { m.remove(t) })
	if err := errors.Join(os.Chmod(folder, 0o755), m.writeHosts()); err != nil {
		t.Fatal(err)
	}
	space := m.space()
	run(t, "ip", "netns", "add", space)
	run(t, "ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space)
	run(t, "ip", "link", "set", space, "master", bridge, "up")
	run(t, "ip", "-n", space, "addr", "add", m.address()+"/24", "dev", "eth0")
	run(t, "ip", "-n", space, "link", "set", "lo", "up")
	run(t, "ip", "-n", space, "link", "set", "eth0", "up")
	return m
}

// writeHosts writes what is /etc/hosts in the namespace.
func (m *machine) writeHosts() error {
	hosts := "127.0.0.1 localhost\n"
	for name, address := range addresses {
		hosts += address + " " + name + "\n"
	}
	folder := filepath.Join("/etc/netns", m.space())
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "hosts"), []byte(hosts), 0o644)
}

func (m *machine) remove(t *testing.T) {
	m.kill(t, nil)
	if t.Failed() {
		t.Logf("the logs of %s are in %s", m.name, m.folder)
	} else if err := os.RemoveAll(m.folder); err != nil {
		t.Error(err)
	}
	run(t, "ip", "link", "del", m.space())
	run(t, "ip", "netns", "del", m.space())
	if err := os.RemoveAll(filepath.Join("/etc/netns", m.space())); err != nil {
		t.Error(err)
	}
}

// cut takes the cable out, mend puts it in again.
func (m *machine) cut(t *testing.T)  { run(t, "ip", "link", "set", m.space(), "down") }
func (m *machine) mend(t *testing.T) { run(t, "ip", "link", "set", m.space(), "up") }

// start starts a program on the machine, with its output in a log.
func (m *machine) start(t *testing.T, environment []string, words ...string) {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(m.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	command := exec.Command("ip", append([]string{"netns", "exec", m.space()}, words...)...)
	command.Dir, command.Env, command.Stdout, command.Stderr = m.folder, append(os.Environ(), environment...), log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = command.Wait() }() // it is killed
}

// asPostgres starts a program as the user postgres, whose home is the folder.
func (m *machine) asPostgres(t *testing.T, folder string, words ...string) {
	t.Helper()
	run(t, "install", "-d", "-o", "postgres", "-g", "postgres", folder)
	m.start(t, []string{"HOME=" + folder}, append([]string{"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"}, words...)...)
}

// kill kills the processes of the machine, except those of the named programs, and waits until they are gone.
func (m *machine) kill(t *testing.T, except []string) {
	t.Helper()
	eventually(t, "the end of what runs on "+m.name, func() bool {
		left := m.processes(t, except)
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		return len(left) == 0
	})
}

// processes lists the processes of the machine, except those of the named programs.
func (m *machine) processes(t *testing.T, except []string) (pids []int) {
	t.Helper()
	for _, field := range strings.Fields(run(t, "ip", "netns", "pids", m.space())) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil || len(line) == 0 || isNamed(string(line), except) {
			continue // it has ended, or stays
		}
		pids = append(pids, pid)
	}
	return pids
}

func isNamed(line string, names []string) bool {
	program, _, _ := strings.Cut(line, "\x00")
	for _, name := range names {
		if filepath.Base(program) == name {
			return true
		}
	}
	return false
}

// configure writes one of the files of the layout for the machine, with other texts than those of the document.
func (m *machine) configure(t *testing.T, name string, replaced ...string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(m.folder, name)
	text = []byte(strings.NewReplacer(append(replaced, "MACHINE", m.name)...).Replace(string(text)))
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// variables returns the lines of an environment file.
func variables(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

func run(t *testing.T, words ...string) string {
	t.Helper()
	said, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", strings.Join(words, " "), err, said)
	}
	return string(said)
}

// eventually waits until the condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline, ticker := time.After(awaited), time.NewTicker(20*time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		case <-ticker.C:
		}
	}
}
