package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// credentials are those of the administrator that a first start made.
type credentials struct{ email, password string }

// credentialsFile lies in the data directory, readable by its owner alone: line 1 the e-mail,
// line 2 the password.
const credentialsFile = "administrador.txt"

// save replaces the file.
func (c credentials) save(dataDir string) error {
	return writeSecret(dataDir, credentialsFile, c.email+"\n"+c.password, os.Rename)
}

// readCredentials returns none when no first start wrote any.
func readCredentials(dataDir string) (credentials, error) {
	text, err := os.ReadFile(filepath.Join(dataDir, credentialsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return credentials{}, nil
	}
	email, password, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return credentials{email, password}, err
}
