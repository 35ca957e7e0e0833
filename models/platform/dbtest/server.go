package dbtest

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// startServer runs cmd/testdb, which ends with this test process because its standard input closes.
// Starting PostgreSQL here would link the archive into every test binary.
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
		_ = cmd.Wait() // its output is the better error
		return "", fmt.Errorf("no %s, and cmd/testdb does not start: %s", ServerURL, strings.TrimSpace(complaints.String()))
	}
	// Waiting keeps the pipe to its standard input open, which the garbage collector would close.
	go func() { _ = cmd.Wait() }()
	return strings.TrimSpace(address), nil
}
