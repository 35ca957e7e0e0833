package private

import (
	"errors"
	"os"
	"strings"
)

// ErrNotRunning is returned by URLOfRunning if no server runs.
var ErrNotRunning = errors.New("o PostgreSQL próprio desta pasta de dados não está no ar")

// URLOfRunning returns the connection string of the private PostgreSQL that another process of the same account runs.
func URLOfRunning(dataDir string) (string, error) {
	instance, err := openInstance(dataDir)
	if err != nil {
		return "", err
	}
	running, found := instance.running()
	if !found || running.port == 0 {
		return "", ErrNotRunning
	}
	password, err := os.ReadFile(instance.join("program-password"))
	if err != nil {
		return "", err
	}
	s := &Server{dir: instance, postmaster: running, programPassword: strings.TrimSpace(string(password))}
	return s.URL(), nil
}
