package main

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// postgres15 is the directory of the oldest supported PostgreSQL on Debian 12.
const postgres15 = "/usr/lib/postgresql/15/bin"

// The main journey on an external server of the oldest supported version.
func TestTool_PostgreSQL15(t *testing.T) {
	t.Parallel()
	database := installed15(t)
	dataDir := "DATA_DIR=" + t.TempDir()
	p := serveOn(t, database, dataDir)
	by := signIn(t, p)
	if _, err := by.place(oneLike(by.orders(t)[0], "no quinze")); err != nil {
		t.Fatal(err)
	}
	p.stop()
	again := serveOn(t, database, dataDir)
	if found := byPrescriber(signIn(t, again).orders(t))["no quinze"]; len(found) != 1 || found[0].Total != "20.50" {
		t.Errorf("the order is there as %v", found)
	}
	again.stop()
}

// installed15 returns the address of a database on a PostgreSQL 15 that the test starts. If none is installed, it logs
// that and uses the server of all tests.
func installed15(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(postgres15); errors.Is(err, os.ErrNotExist) {
		conn, database := emptyDatabase(t)
		t.Logf("NO POSTGRESQL 15 in %s: this ran on %s", postgres15, scan[string](t, conn, "select version()"))
		return database
	}
	dir := t.TempDir()
	account := accountFor15(t, dir)
	where := closedPort(t)
	_, port, _ := strings.Cut(where, ":")
	address := "postgres://acolhe@" + where + "/postgres"
	if said, err := program15(t, account, dir, "initdb", "--no-sync", "--auth=trust", "--username=acolhe", "--encoding=UTF8").
		CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, said)
	}
	server := program15(t, account, dir, "postgres", "-c", "listen_addresses=127.0.0.1", "-c", "port="+port,
		"-c", "unix_socket_directories=", "-c", "fsync=off")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGQUIT) // it may have exited
		_ = server.Wait()
	})
	eventually(t, "the answer of PostgreSQL 15", func() bool {
		conn, err := pgx.Connect(t.Context(), address)
		return err == nil && conn.Close(t.Context()) == nil
	})
	return "DATABASE_URL=" + address
}

// program15 prepares a program that opens the cluster through an inherited descriptor, because the account of
// PostgreSQL may not have access to the directories above it.
func program15(t *testing.T, account *syscall.Credential, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	held, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { held.Close() })
	program := exec.Command(postgres15+"/"+name, append([]string{"-D", "/proc/self/fd/3"}, args...)...)
	program.Dir, program.Env = "/", []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	program.ExtraFiles = []*os.File{held}
	program.SysProcAttr = &syscall.SysProcAttr{Credential: account}
	return program
}

// accountFor15 changes the owner of the directory to the account of the server.
func accountFor15(t *testing.T, dir string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		t.Fatal(err)
	}
	uid, gid := number(t, found.Uid), number(t, found.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func number(t *testing.T, text string) int {
	t.Helper()
	value, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
