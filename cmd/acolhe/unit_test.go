package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// unit is the unit for systemd.
const unit = "packaging/acolhe.service"

// maxExposure is how exposed the service may be by the measure of systemd, of 100.
const maxExposure = "20"

// `systemd-analyze security` finds the unit at most 2.0 exposed.
func TestTool_UnitExposure(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--offline=true", "--threshold="+maxExposure, unit)
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// The program and its PostgreSQL run with the system calls that the unit admits and without memory that is both written and
// executed: they start, serve, are examined, stop.
func TestTool_UnitFilter(t *testing.T) {
	t.Parallel()
	admitted := admittedCalls(t)
	if len(admitted) < 200 || len(admitted) > 320 {
		t.Fatalf("the unit admits %d system calls", len(admitted))
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	// The account of the service has access to no folder of the tests.
	dir, err := os.MkdirTemp("", "acolhe-unit-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	account := accountFor15(t, dir)
	copied := filepath.Join(dir, "acolhe")
	if out, err := exec.CommandContext(t.Context(), "install", "-m", "0755", path, copied).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	start := func(words ...string) *process {
		words = append([]string{"-c", filtered, strings.Join(admitted, ","), copied}, words...)
		p := &process{t: t, command: exec.Command("/usr/bin/python3", words...), exited: make(chan struct{})}
		p.command.Dir, p.command.Stdout, p.command.Stderr = dir, &p.screen, &p.log
		p.command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "ADDR=127.0.0.1:0", "DATA_DIR=" + filepath.Join(dir, "data")}
		p.command.SysProcAttr = &syscall.SysProcAttr{Credential: account}
		if err := p.command.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			_ = p.command.Wait() // the status is in ProcessState
			close(p.exited)
		}()
		t.Cleanup(p.end)
		return p
	}
	p := start()
	p.awaitScreen()
	if orders := signIn(t, p).orders(t); len(orders) == 0 {
		t.Error("there are no sample orders")
	}
	doctor := start("doctor")
	doctor.status()
	if said := doctor.screen.String(); !strings.Contains(said, "Relógio") || strings.Contains(said, "Não foi possível examinar") {
		t.Errorf("the doctor says %s%s", said, doctor.log.String())
	}
	p.stop()
}

// filtered is a program that runs another one with a list of system calls, as systemd does: any other fails with ENOSYS.
const filtered = `import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
op = lambda code, k, skip=0: struct.pack("HBBI", code, 0, skip, k)
code = [op(0x20, 0)]
for number in sys.argv[1].split(","):
    code += [op(0x15, int(number), 1), op(0x06, 0x7fff0000)]
code.append(op(0x06, 0x00050000 | 38))
text = ctypes.create_string_buffer(b"".join(code))
class Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("code", ctypes.c_void_p)]
program = Program(len(code), ctypes.addressof(text))
assert libc.prctl(38, 1, 0, 0, 0) == 0, "no new privileges"
assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0, "filter"
libc.prctl(65, 1, 0, 0, 0)  # MemoryDenyWriteExecute, from Linux 6.3 on
os.execv(sys.argv[2], sys.argv[2:])
`

// admittedCalls returns the numbers of the system calls that the unit admits, in the order of its lines.
func admittedCalls(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, unit))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nSystemCallErrorNumber=ENOSYS\n") {
		t.Error("newer system calls must fail as on an older kernel, so that libraries use older ones")
	}
	numbers := callNumbers(t)
	admitted := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^SystemCallFilter=(~?)(.*)$`).FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Fields(line[2]) {
			for _, call := range expandCalls(t, name) {
				if number := numbers[call]; number != "" && line[1] == "" {
					admitted[number] = true
				} else {
					delete(admitted, number)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(admitted))
}

// expandCalls returns the calls of a set of systemd, or the call itself.
func expandCalls(t *testing.T, name string) (calls []string) {
	t.Helper()
	if !strings.HasPrefix(name, "@") {
		return []string{name}
	}
	out, err := exec.CommandContext(t.Context(), "systemd-analyze", "syscall-filter", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && line != name && line[0] != '#' {
			calls = append(calls, expandCalls(t, line)...)
		}
	}
	return calls
}

// callNumbers returns the numbers of system calls on amd64 by name, from the source of golang.org/x/sys.
func callNumbers(t *testing.T) map[string]string {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/sys").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "unix/zsysnum_linux_amd64.go"))
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]string{}
	for _, found := range regexp.MustCompile(`SYS_([A-Z0-9_]+)\s*=\s*(\d+)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := strconv.Atoi(found[2]); err == nil {
			numbers[strings.ToLower(found[1])] = found[2]
		}
	}
	return numbers
}
