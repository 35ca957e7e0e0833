package upload

import (
	"context"
	"errors"
	"io"
	"os"

	"acolhe/models/platform/db"
)

// chunkSize is the size in bytes of the parts in which a file is stored.
const chunkSize = 1 << 20

// Store stores the file for an import in parts, as rows of import_chunks.
func (f *File) Store(tx *db.DB, importID int64) error {
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	chunk := make([]byte, chunkSize)
	for place := 0; ; place++ {
		length, err := io.ReadFull(f.file, chunk)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if err := tx.Exec("insert into import_chunks (import_id, place, bytes) values (?, ?, ?)", importID, place, chunk[:length]).Error; err != nil {
			return err
		}
	}
}

// Stored reads the stored file of an import in any order, a part at a time. It is not for concurrent use.
type Stored struct {
	read  func(place int64) ([]byte, error)
	place int64
	chunk []byte
}

// Open returns the stored file of an import. The context is that of all its reads.
func Open(ctx context.Context, tx *db.DB, importID int64) *Stored {
	return &Stored{place: -1, read: func(place int64) ([]byte, error) {
		var found [][]byte
		err := tx.WithContext(ctx).Table("import_chunks").Where("import_id = ? and place = ?", importID, place).Pluck("bytes", &found).Error
		if err != nil || len(found) == 0 {
			return nil, err
		}
		return found[0], nil
	}}
}

// ReadAt implements io.ReaderAt.
func (s *Stored) ReadAt(into []byte, from int64) (read int, err error) {
	for read < len(into) {
		place, within := (from+int64(read))/chunkSize, (from+int64(read))%chunkSize
		if place != s.place {
			if s.chunk, err = s.read(place); err != nil {
				return read, err
			}
			s.place = place
		}
		if within >= int64(len(s.chunk)) {
			return read, io.EOF
		}
		read += copy(into[read:], s.chunk[within:])
	}
	return read, nil
}

// Restore writes the stored file of an import to a temporary one, which the caller removes.
func Restore(ctx context.Context, tx *db.DB, importID int64) (path string, err error) {
	file, err := os.CreateTemp("", "acolhe-import-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = io.Copy(file, io.NewSectionReader(Open(ctx, tx, importID), 0, 1<<62))
	return file.Name(), err
}
