package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// credentials are the credentials of the administrator created by the first start.
type credentials struct{ email, password string }

// credentialsFile is a file in the data directory, readable only by its owner, with the e-mail in line 1 and the
// password in line 2.
const credentialsFile = "administrador.txt"

// save writes the credentials to the file, replacing it.
func (c credentials) save(dataDir string) error {
	return writeSecret(dataDir, credentialsFile, c.email+"\n"+c.password, os.Rename)
}

// readCredentials returns the saved credentials, or zero ones if there is no file.
func readCredentials(dataDir string) (credentials, error) {
	text, err := os.ReadFile(filepath.Join(dataDir, credentialsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return credentials{}, nil
	}
	email, password, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return credentials{email, password}, err
}
