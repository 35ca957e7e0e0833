package main

import (
	"errors"
	"os"
	"path/filepath"
)

// writeSecret writes a file atomically, readable only by its owner, and syncs it to disk. If the file exists, os.Rename
// as put replaces it; os.Link fails and leaves it.
func writeSecret(dir, name, text string, put func(from, to string) error) error {
	unfinished, err := os.CreateTemp(dir, ".secret-")
	if err != nil {
		return err
	}
	defer os.Remove(unfinished.Name())
	_, err = unfinished.WriteString(text + "\n")
	if err := errors.Join(err, unfinished.Sync(), unfinished.Close()); err != nil {
		return err
	}
	if err := put(unfinished.Name(), filepath.Join(dir, name)); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir syncs a directory, so that a file's new name survives a power cut.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
