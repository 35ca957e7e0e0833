package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Modes of a place on this machine's disk, readable only by the server.
const (
	folderMode = 0o700
	unfinished = ".unfinished-"
)

// ErrFull is returned by a folder whose disk is full; nothing of the object is left there.
var ErrFull = errors.New("o disco deste lugar está cheio: libere espaço nele ou escolha outro lugar")

// folder is a place on a disk of this machine.
type folder struct{ root string }

func openFolder(root string) (Place, error) {
	if err := os.MkdirAll(root, folderMode); err != nil {
		return nil, err
	}
	return folder{root}, nil
}

func (f folder) path(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }

// Put writes beside the name, syncs and renames.
func (f folder) Put(_ context.Context, name string, content *os.File, size int64) error {
	err := f.put(name, content, size)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w (%s)", ErrFull, f.root)
	}
	return err
}

func (f folder) put(name string, content *os.File, size int64) error {
	target := f.path(name)
	parent := filepath.Dir(target)
	if err := os.MkdirAll(parent, folderMode); err != nil {
		return err
	}
	file, err := os.CreateTemp(parent, unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = io.Copy(file, io.NewSectionReader(content, 0, size))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), target); err != nil {
		return err
	}
	dir, err := os.Open(parent)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func (f folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := os.Open(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (f folder) Each(ctx context.Context, prefix string, take func(Object) error) error {
	return filepath.WalkDir(f.path(prefix), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() || strings.HasPrefix(entry.Name(), unfinished):
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(f.root, path)
		if err != nil {
			return err
		}
		return take(Object{Name: filepath.ToSlash(name), Size: info.Size(), Modified: info.ModTime()})
	})
}

func (f folder) Remove(_ context.Context, name string) error {
	err := os.Remove(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (f folder) Close() error { return nil }
