package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"acolhe/models/platform/encryption"
)

// keyFile is a file in the data directory in development, readable only by its owner: the key
// in base64, as in CONFIG_ENCRYPT_KEY.
const keyFile = "chave-de-cifra.txt"

// encryptionKey returns CONFIG_ENCRYPT_KEY or, in development without it, the key in keyFile, which it creates if it
// does not exist.
func (c config) encryptionKey() (encryption.Key, error) {
	if c.encryptKey.ID() != "" {
		return c.encryptKey, nil
	}
	key, err := readKey(c.dataDir, keyFile)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := createKey(c.dataDir); err != nil {
		return key, err
	}
	return readKey(c.dataDir, keyFile)
}

func readKey(dataDir, name string) (encryption.Key, error) {
	path := filepath.Join(dataDir, name)
	text, err := os.ReadFile(path)
	if err != nil {
		return encryption.Key{}, err
	}
	key, err := encryption.ParseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return key, fmt.Errorf("%s não tem uma chave: restaure o arquivo ou, para começar sem o que ela cifrou, apague-o", path)
	}
	return key, nil
}

// createKey writes a new key to keyFile. If two processes start together, the first key stays:
// unlike a rename, a link does not replace an existing file.
func createKey(dataDir string) error {
	raw := make([]byte, encryption.KeyBytes)
	rand.Read(raw)
	err := writeSecret(dataDir, keyFile, base64.StdEncoding.EncodeToString(raw), os.Link)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
