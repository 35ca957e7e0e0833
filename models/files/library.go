package files

import (
	"context"
	"errors"
	"io"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Library stores the contents of files and reads them. Its methods return 503 UNAVAILABLE if the disk or the bucket fails.
type Library struct {
	DB      *db.DB
	Drivers storage.Drivers
}

// stored is a File with the place of its bytes.
type stored struct {
	File
	StorageKey string
	// DateMissing is the time at which the clean-up did not find the bytes.
	DateMissing *time.Time
}

// Content is an opened file; its reader seeks and must be closed.
type Content struct {
	File
	io.ReadSeekCloser
}

// errContentMissing is 404 NOT_FOUND for a row without bytes.
func errContentMissing() error {
	return errs.NotFound("O conteúdo deste arquivo não foi encontrado. Avise quem administra o Acolhe.")
}

// Open returns a file that the caller may see, to be read in whole or in part; any other is 404 NOT_FOUND. The context
// must remain valid while the content is read.
func (l Library) Open(ctx context.Context, by auth.Caller, id int64) (Content, error) {
	content, err := l.open(ctx, by, id)
	if errors.Is(err, storage.ErrMissing) {
		// The file may have moved to the other driver after its row was read.
		content, err = l.open(ctx, by, id)
	}
	if errors.Is(err, storage.ErrMissing) {
		err = errContentMissing()
	}
	return content, err
}

func (l Library) open(ctx context.Context, by auth.Caller, id int64) (Content, error) {
	row, err := findStored(ctx, l.DB, by, id)
	if err != nil {
		return Content{}, err
	}
	store, err := l.Drivers.Of(ctx, l.DB, row.Driver)
	if err != nil {
		return Content{}, err
	}
	size, err := store.Size(ctx, row.StorageKey)
	if err == nil && size != row.Size {
		err = storage.ErrMissing
	}
	if err != nil {
		return Content{}, err
	}
	return Content{row.File, &blobReader{open: func(offset int64) (io.ReadCloser, error) {
		return store.Open(ctx, row.StorageKey, offset)
	}, size: row.Size}}, nil
}

// blobReader reads a blob from the position of the last Seek.
type blobReader struct {
	open     func(offset int64) (io.ReadCloser, error)
	size, at int64
	reading  io.ReadCloser
}

// Read implements io.Reader.
func (b *blobReader) Read(into []byte) (int, error) {
	if b.at >= b.size {
		return 0, io.EOF
	}
	if b.reading == nil {
		opened, err := b.open(b.at)
		if err != nil {
			return 0, err
		}
		b.reading = opened
	}
	read, err := b.reading.Read(into)
	b.at += int64(read)
	return read, err
}

// Seek implements io.Seeker.
func (b *blobReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += b.at
	case io.SeekEnd:
		offset += b.size
	}
	if offset == b.at {
		return offset, nil
	}
	b.at = offset
	return offset, b.Close()
}

// Close implements io.Closer.
func (b *blobReader) Close() error {
	if b.reading == nil {
		return nil
	}
	open := b.reading
	b.reading = nil
	return open.Close()
}
