package files

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"acolhe/models/files/filename"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
)

// placedGrace is the time in which a placed document must get its row; it is longer than any request.
const placedGrace = time.Hour

// Document is a generated document to store.
type Document struct {
	Name    string
	Kind    media.Kind
	Content []byte
}

// Placed is a document whose bytes are stored and that has no row yet.
type Placed struct{ row stored }

// SHA256 returns the hash of the bytes.
func (p Placed) SHA256() string { return p.row.SHA256 }

// Place stores the bytes of a document outside of any transaction; AddRow completes it in the transaction of the row that
// refers to it. Bytes without a row after an hour, because the transaction failed or the process died, are removed by a
// job. It returns 503 UNAVAILABLE if the disk or the bucket fails.
func (l Library) Place(ctx context.Context, by auth.Caller, document Document) (Placed, error) {
	sum := sha256.Sum256(document.Content)
	placed := Placed{stored{File: File{
		FileName: filename.Clean(document.Name, document.Kind), ContentType: string(document.Kind), Size: int64(len(document.Content)),
		SHA256: hex.EncodeToString(sum[:]), Pages: pagesOf(document.Kind, bytes.NewReader(document.Content), int64(len(document.Content))),
		DateCreated: by.Now,
	}}}
	driver, store, err := l.Drivers.Active(ctx, l.DB)
	if err != nil {
		return placed, err
	}
	placed.row.Driver, placed.row.StorageKey = driver, storage.NewKey()
	spool, err := l.Drivers.NewSpool()
	if err != nil {
		return placed, err
	}
	defer spool.Discard()
	if _, err := spool.Write(document.Content); err != nil {
		return placed, err
	}
	// The removal is enqueued first, so that no crash leaves bytes that it does not know.
	if err := RemoveBlob(ctx, l.DB, driver, placed.row.StorageKey, by.Now.Add(placedGrace)); err != nil {
		return placed, err
	}
	return placed, store.Put(ctx, placed.row.StorageKey, spool)
}

// AddRow stores the row of a placed document.
func (p Placed) AddRow(ctx context.Context, tx *db.DB) (File, error) {
	row := p.row
	err := tx.WithContext(ctx).Create(&row).Error
	return row.File, err
}
