package main

import (
	"errors"
	"os"
	"path/filepath"
)

// writeSecret puts a file into a directory, whole and readable by its owner alone; it is on disk
// when this returns. Where a file of the name is there already, os.Rename as put replaces it, and
// os.Link leaves it and fails.
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

// syncDir makes sure that a file's new name outlives a power cut.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
