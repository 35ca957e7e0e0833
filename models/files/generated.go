package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
)

// Generated is a PDF of the program whose bytes are stored and whose row is not.
type Generated struct{ row stored }

// SHA256 returns the hash of the bytes, in hexadecimal.
func (g Generated) SHA256() string { return g.row.SHA256 }

// PutPDF stores the bytes of a generated PDF, before the transaction that saves its row. If that transaction fails,
// the caller discards them. It returns 503 UNAVAILABLE if the disk or the bucket fails.
func (l Library) PutPDF(ctx context.Context, by auth.Caller, name string, content []byte) (Generated, error) {
	spool, err := l.Drivers.NewSpool()
	if err != nil {
		return Generated{}, err
	}
	defer spool.Discard()
	if _, err := spool.Write(content); err != nil {
		return Generated{}, err
	}
	driver, store, err := l.Drivers.Active(ctx, l.DB)
	if err != nil {
		return Generated{}, err
	}
	sum := sha256.Sum256(content)
	row := stored{StorageKey: storage.NewKey(), File: File{
		FileName: cleanName(name, media.PDF), ContentType: string(media.PDF), Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Driver: driver, UploadedBy: uploaderOf(by), DateCreated: by.Now,
	}}
	return Generated{row}, store.Put(ctx, row.StorageKey, spool)
}

// Save creates the row of a generated file, in the transaction that refers to it.
func (g Generated) Save(ctx context.Context, tx *db.DB) (File, error) {
	row := g.row
	err := tx.WithContext(ctx).Create(&row).Error
	return row.File, err
}

// Discard has a job remove the bytes of generated files that no row refers to, after a transaction that failed.
func (l Library) Discard(ctx context.Context, by auth.Caller, generated ...Generated) error {
	for _, file := range generated {
		if err := RemoveBlob(ctx, l.DB, file.row.Driver, file.row.StorageKey, by.Now); err != nil {
			return err
		}
	}
	return nil
}
