package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"acolhe/models/areas"
	"acolhe/models/keyrotation"
	"acolhe/models/platform/encryption"
)

// newKeyFile exists beside keyFile during a rotation. If the rotation is interrupted, the next start reads from the
// database whether it was committed, and keeps the right key.
const newKeyFile = "chave-de-cifra.nova.txt"

// rotateKey implements `acolhe rotate-key`: it encrypts every encrypted value of the database with
// CONFIG_ENCRYPT_KEY_NEW, and replaces keyFile if it has the current key.
func rotateKey(ctx context.Context, c config, inv invocation) error {
	if err := ensureDataDir(c.dataDir); err != nil {
		return err
	}
	return withDatabase(ctx, c, func(opened *database) error {
		change, err := c.keyChange(ctx, opened)
		if err != nil {
			return err
		}
		counts, err := c.rotate(ctx, opened, change)
		if err != nil {
			return err
		}
		for _, count := range counts {
			fmt.Fprintf(inv.out, "%8d  %s\n", count.Count, count.Label)
		}
		_, err = fmt.Fprintln(inv.out, c.rotationMessage())
		return err
	})
}

// keyChange returns the change from the current key to CONFIG_ENCRYPT_KEY_NEW.
func (c config) keyChange(ctx context.Context, opened *database) (encryption.KeyChange, error) {
	next, err := encryption.ParseKey(c.newKey)
	if err != nil {
		return encryption.KeyChange{}, errors.New("CONFIG_ENCRYPT_KEY_NEW deve ter a chave nova: crie uma com `openssl rand -base64 32`")
	}
	current, err := c.currentKey(ctx, opened)
	if err == nil && current.ID() == next.ID() {
		err = errors.New("CONFIG_ENCRYPT_KEY_NEW já é a chave de agora")
	}
	return encryption.KeyChange{Old: current, New: next}, err
}

// rotate writes newKeyFile before the database changes, and moves it to keyFile afterwards.
func (c config) rotate(ctx context.Context, opened *database, change encryption.KeyChange) ([]keyrotation.Rotated, error) {
	if c.hasKeyFile() {
		if err := writeSecret(c.dataDir, newKeyFile, c.newKey, os.Rename); err != nil {
			return nil, err
		}
	}
	counts, err := keyrotation.Rotate(ctx, opened.DB, areas.Secrets(), change, time.Now())
	if !c.hasKeyFile() {
		return counts, err
	}
	// The database decides: a commit may succeed although its response is lost.
	return counts, errors.Join(err, finishRotation(context.WithoutCancel(ctx), opened, c.dataDir))
}

func (c config) rotationMessage() string {
	if c.hasKeyFile() {
		return "A chave nova está em " + filepath.Join(c.dataDir, keyFile) + "."
	}
	return "Agora ponha a chave nova em CONFIG_ENCRYPT_KEY, tire CONFIG_ENCRYPT_KEY_NEW e inicie o Acolhe."
}

// hasKeyFile reports whether the key is in keyFile, as in development without CONFIG_ENCRYPT_KEY.
func (c config) hasKeyFile() bool { return c.encryptKey.ID() == "" }

// currentKey completes an interrupted rotation and returns encryptionKey.
func (c config) currentKey(ctx context.Context, opened *database) (encryption.Key, error) {
	if c.hasKeyFile() {
		if err := finishRotation(ctx, opened, c.dataDir); err != nil {
			return encryption.Key{}, err
		}
	}
	return c.encryptionKey()
}

// finishRotation moves newKeyFile to keyFile if the database was encrypted with the new key,
// and removes it otherwise.
func finishRotation(ctx context.Context, opened *database, dataDir string) error {
	next, err := readKey(dataDir, newKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	last, err := keyrotation.Last(ctx, opened.DB)
	if err != nil {
		return err
	}
	path := filepath.Join(dataDir, newKeyFile)
	if last != next.ID() {
		return os.Remove(path)
	}
	return errors.Join(os.Rename(path, filepath.Join(dataDir, keyFile)), syncDir(dataDir))
}
