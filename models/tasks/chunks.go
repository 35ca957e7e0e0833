package tasks

import (
	"context"
	"errors"
	"io"
	"os"

	"acolhe/models/platform/db"
)

// chunkSize is the size in bytes of the chunks in which a file is stored and read.
const chunkSize = 1 << 20

// errFileRemoved is returned if a file is removed during its download.
var errFileRemoved = errors.New("the file was removed")

// spool is a temporary file for an export that is being written. It keeps the reading of the
// database short, and an incomplete file is never stored.
type spool struct{ file *os.File }

// newSpool creates an unlinked file, so that a killed process leaves no data on the disk.
func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "acolhe-export-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // on systems that do not remove open files, close does
	return &spool{file}, nil
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

// store writes the file in chunks to the database, which all instances share, and returns its size
// in bytes.
func (s *spool) store(tx *db.DB, id int64) (size int64, err error) {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	chunk := make([]byte, chunkSize)
	for place := 0; ; place++ {
		length, err := io.ReadFull(s.file, chunk)
		if errors.Is(err, io.EOF) {
			return size, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return size, err
		}
		stored := tx.Exec("insert into export_chunks (task_id, place, bytes) values (?, ?, ?)", id, place, chunk[:length])
		if stored.Error != nil {
			return size, stored.Error
		}
		size += int64(length)
	}
}

// copyChunks writes a stored file. Each chunk is a query of its own, so that a slow client holds no
// connection.
func copyChunks(ctx context.Context, tx *db.DB, id, size int64, w io.Writer) error {
	for place, left := 0, size; left > 0; place++ {
		var chunks [][]byte
		if err := tx.WithContext(ctx).Table("export_chunks").Where("task_id = ? and place = ?", id, place).Pluck("bytes", &chunks).
			Error; err != nil {
			return err
		}
		if len(chunks) == 0 {
			return errFileRemoved
		}
		if _, err := w.Write(chunks[0]); err != nil {
			return err
		}
		left -= int64(len(chunks[0]))
	}
	return nil
}
