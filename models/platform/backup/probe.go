package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
)

// probeObject is the object of Probe.
const probeObject = "probe"

// Probe writes a small object to a place, reads it again and removes it; the folder is for the object before.
func Probe(ctx context.Context, at Place, folder string) error {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "probe-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	content := []byte("acolhe")
	if _, err := file.Write(content); err != nil {
		return err
	}
	if err := at.Put(ctx, probeObject, file, int64(len(content))); err != nil {
		return err
	}
	object, err := at.Open(ctx, probeObject)
	if err != nil {
		return err
	}
	found, err := io.ReadAll(object)
	if err := errors.Join(err, object.Close()); err != nil {
		return err
	}
	if !bytes.Equal(found, content) {
		return ErrDamaged
	}
	return at.Remove(ctx, probeObject)
}
