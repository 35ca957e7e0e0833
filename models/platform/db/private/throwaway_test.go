package private

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"acolhe/models/platform/db/private/archive"
)

// asProcess is the environment variable that makes the test program start a throwaway server, print
// its process and directory, and wait.
const asProcess = "PRIVATE_TEST_THROWAWAY"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) == "" {
		os.Exit(m.Run())
	}
	t, err := StartThrowaway(context.Background(), archive.FS)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(t.postmaster.pid, t.dir)
	select {}
}

func TestKill_ThrowawayEnds(t *testing.T) {
	t.Parallel()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), asProcess+"=1")
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	var instance instanceDir
	if _, err := fmt.Sscan(line, &pid, &instance); err != nil {
		t.Fatal(err)
	}
	// A zombie, which only its new parent can remove, has no working directory.
	runs := func() bool {
		_, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
		return err == nil
	}
	if !runs() {
		t.Fatal("the server does not run")
	}

	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed

	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	gone := func() bool {
		_, err := os.Stat(string(instance))
		return os.IsNotExist(err) && !runs()
	}
	if err := waitUntil(ctx, gone); err != nil {
		t.Errorf("process %d or its directory %s outlived the one that started it", pid, instance)
	}
}

func TestThrowaway_End(t *testing.T) {
	t.Parallel()
	server, err := StartThrowaway(t.Context(), archive.FS)
	if err != nil {
		t.Fatal(err)
	}
	if got := query[string](t, server.Server, "SELECT current_setting('fsync')"); got != "off" {
		t.Errorf("fsync is %q, want off", got)
	}
	if err := server.End(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(string(server.dir)); !os.IsNotExist(err) {
		t.Errorf("the directory is still there: %v", err)
	}
}
