package dbtest

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// startServer runs cmd/testdb beside this test process, with which it ends: its standard input closes then. The
// process does not start PostgreSQL itself, because every test binary would have to link the archive for that.
func startServer() (string, error) {
	cmd := exec.Command("go", "run", "acolhe/cmd/testdb")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	said, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if _, err := cmd.StdinPipe(); err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("no %s, and no go to run cmd/testdb: %w", ServerURL, err)
	}
	address, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		_ = cmd.Wait() // what it complained of says more
		return "", fmt.Errorf("no %s, and cmd/testdb does not start: %s", ServerURL, strings.TrimSpace(complaints.String()))
	}
	// Waiting holds the pipe to its standard input, which the garbage collector would close.
	go func() { _ = cmd.Wait() }()
	return strings.TrimSpace(address), nil
}
