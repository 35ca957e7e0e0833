package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"acolhe/models/keyrotation"
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

// checkDataKey compares the key with that of the data. Another key cannot decrypt what is stored: production refuses to
// start with it, development warns.
func (c config) checkDataKey(ctx context.Context, opened *database) error {
	stored, err := keyrotation.DataKey(ctx, opened.DB, c.encryptKey.ID())
	if err != nil || stored == c.encryptKey.ID() {
		return err
	}
	if c.production {
		return fmt.Errorf("CONFIG_ENCRYPT_KEY (%s) não é a chave destes dados (%s): use a chave deles; para trocar de chave há `acolhe rotate-key`",
			c.encryptKey.ID(), stored)
	}
	c.logger().Warn("the encryption key is not the one of this data: encrypted values cannot be read", "key", c.encryptKey.ID(), "data_key",
		stored)
	return nil
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
