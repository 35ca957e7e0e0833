package storage

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Spool is a temporary file for a blob before it is stored, so that its size and type are known and memory stays
// bounded.
type Spool struct{ file *os.File }

// NewSpool creates an empty spool in a folder.
func NewSpool(folder string) (*Spool, error) {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return nil, failed(err)
	}
	file, err := os.CreateTemp(folder, "upload-")
	if err != nil {
		return nil, failed(err)
	}
	return &Spool{file}, nil
}

// Write implements io.Writer.
func (s *Spool) Write(bytes []byte) (int, error) {
	written, err := s.file.Write(bytes)
	return written, failed(err)
}

// WriteAt implements io.WriterAt.
func (s *Spool) WriteAt(bytes []byte, offset int64) (int, error) {
	written, err := s.file.WriteAt(bytes, offset)
	return written, failed(err)
}

// ReadAt implements io.ReaderAt.
func (s *Spool) ReadAt(bytes []byte, offset int64) (int, error) { return s.file.ReadAt(bytes, offset) }

// Size returns the number of written bytes.
func (s *Spool) Size() (int64, error) {
	info, err := s.file.Stat()
	if err != nil {
		return 0, failed(err)
	}
	return info.Size(), nil
}

// Content returns a reader of all bytes from the first one on.
func (s *Spool) Content() (io.Reader, error) {
	_, err := s.file.Seek(0, io.SeekStart)
	return s.file, failed(err)
}

// Discard removes the temporary file; after Put of the local store there is none.
func (s *Spool) Discard() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

// CleanSpools removes the spools last written before a time, whose uploads were interrupted.
func (d Drivers) CleanSpools(before time.Time) error {
	entries, err := os.ReadDir(d.spoolFolder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		info, broken := entry.Info()
		if broken == nil && info.ModTime().Before(before) {
			err = errors.Join(err, os.Remove(filepath.Join(d.spoolFolder(), entry.Name())))
		}
	}
	return failed(err)
}
