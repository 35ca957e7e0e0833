package storage

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Modes of files and folders of the local store: personal data, readable only by the server.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// spoolFolder is the name of the folder for temporary files. It is beside the blobs, so that a rename moves a spool.
const spoolFolder = "tmp"

// localStore stores blobs in files below a folder, distributed over 256 folders by the beginning of their keys.
type localStore struct{ folder string }

func (s localStore) path(key string) string { return filepath.Join(s.folder, key[:2], key) }

// Put writes the spool to the disk before it renames it, so that a crash leaves no incomplete blob under the key.
func (s localStore) Put(_ context.Context, key string, spool *Spool) error {
	if !isKey(key) {
		return errors.New("not a key: " + key)
	}
	target := s.path(key)
	for _, step := range []func() error{
		func() error { return spool.file.Chmod(fileMode) },
		spool.file.Sync,
		func() error { return os.MkdirAll(filepath.Dir(target), folderMode) },
		func() error { return os.Rename(spool.file.Name(), target) },
		func() error { return syncFolder(filepath.Dir(target)) },
	} {
		if err := step(); err != nil {
			return failed(err)
		}
	}
	return nil
}

// syncFolder writes the entries of a folder to the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (s localStore) Size(_ context.Context, key string) (int64, error) {
	if !isKey(key) {
		return 0, ErrMissing
	}
	info, err := os.Stat(s.path(key))
	if err != nil {
		return 0, failed(missing(err))
	}
	return info.Size(), nil
}

func (s localStore) Open(_ context.Context, key string, offset int64) (io.ReadCloser, error) {
	if !isKey(key) {
		return nil, ErrMissing
	}
	file, err := os.Open(s.path(key))
	if err != nil {
		return nil, failed(missing(err))
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, failed(errors.Join(err, file.Close()))
	}
	return file, nil
}

func (s localStore) Remove(_ context.Context, key string) error {
	if !isKey(key) {
		return nil
	}
	err := os.Remove(s.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return failed(err)
}

func (s localStore) Each(ctx context.Context, take func(Blob) error) error {
	err := filepath.WalkDir(s.folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && path == filepath.Join(s.folder, spoolFolder):
			return fs.SkipDir
		case entry.IsDir() || !isKey(entry.Name()):
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return take(Blob{Key: entry.Name(), Size: info.Size(), Modified: info.ModTime()})
	})
	return failed(err)
}

// missing returns ErrMissing for a file that does not exist, and any other error unchanged.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrMissing
	}
	return err
}
