package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"acolhe/models/keyrotation"
	"acolhe/models/platform/encryption"
)

// newKeyFile lies beside keyFile while a rotation is under way: were it cut short, the next
// start finds in the database whether it came to pass, and keeps the right one of the two.
const newKeyFile = "chave-de-cifra.nova.txt"

// rotateKey is `acolhe rotate-key`: all that is sealed in the database is sealed by
// CONFIG_ENCRYPT_KEY_NEW, and a kept key is replaced by it.
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

// keyChange is from the key of now to that of CONFIG_ENCRYPT_KEY_NEW.
func (c config) keyChange(ctx context.Context, opened *database) (encryption.Change, error) {
	next, err := encryption.ParseKey(c.newKey)
	if err != nil {
		return encryption.Change{}, errors.New("CONFIG_ENCRYPT_KEY_NEW deve ter a chave nova: crie uma com `openssl rand -base64 32`")
	}
	current, err := c.currentKey(ctx, opened)
	if err == nil && current.ID() == next.ID() {
		err = errors.New("CONFIG_ENCRYPT_KEY_NEW já é a chave de agora")
	}
	return encryption.Change{Old: current, New: next}, err
}

// rotate puts the new key beside a kept one before the database changes, and in its place after.
func (c config) rotate(ctx context.Context, opened *database, change encryption.Change) ([]keyrotation.Rotated, error) {
	if c.hasKeyFile() {
		if err := writeSecret(c.dataDir, newKeyFile, c.newKey, os.Rename); err != nil {
			return nil, err
		}
	}
	counts, err := keyrotation.Rotate(ctx, opened.DB, change, time.Now())
	if !c.hasKeyFile() {
		return counts, err
	}
	// What the database says counts: a commit may have come to pass without an answer.
	return counts, errors.Join(err, finishRotation(context.WithoutCancel(ctx), opened, c.dataDir))
}

func (c config) rotationMessage() string {
	if c.hasKeyFile() {
		return "A chave nova está em " + filepath.Join(c.dataDir, keyFile) + "."
	}
	return "Agora ponha a chave nova em CONFIG_ENCRYPT_KEY, tire CONFIG_ENCRYPT_KEY_NEW e inicie o Acolhe."
}

// hasKeyFile tells a house in development whose key is in keyFile.
func (c config) hasKeyFile() bool { return c.encryptKey.ID() == "" }

// currentKey is encryptionKey after whatever a rotation that was cut short left to do.
func (c config) currentKey(ctx context.Context, opened *database) (encryption.Key, error) {
	if c.hasKeyFile() {
		if err := finishRotation(ctx, opened, c.dataDir); err != nil {
			return encryption.Key{}, err
		}
	}
	return c.encryptionKey()
}

// finishRotation puts the new key in the place of the old one when the database was sealed by
// it, and drops it when it was not.
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
