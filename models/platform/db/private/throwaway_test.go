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

// asProcess makes the test program start a throwaway server, tell about it, and wait.
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
	fmt.Println(t.postmaster.pid, t.home)
	select {}
}

func TestKill_ThrowawayEnds(t *testing.T) {
	t.Parallel()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), asProcess+"=1")
	process.Stderr = os.Stderr
	says, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(says).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	var at home
	if _, err := fmt.Sscan(line, &pid, &at); err != nil {
		t.Fatal(err)
	}
	// A zombie, which only its new parent can remove, has no working directory any more.
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

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	gone := func() bool {
		_, err := os.Stat(string(at))
		return os.IsNotExist(err) && !runs()
	}
	if err := until(ctx, gone); err != nil {
		t.Errorf("process %d or its directory %s outlived the one that started it", pid, at)
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
	if _, err := os.Stat(string(server.home)); !os.IsNotExist(err) {
		t.Errorf("the directory is still there: %v", err)
	}
}
