package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"github.com/google/uuid"

	"acolhe/models/files/filename"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Upload is a received and checked file that is not stored yet. Its receiver always calls Discard.
type Upload struct {
	Name string
	Kind media.Kind

	spool *storage.Spool
}

// Discard removes the received file; after Store it does nothing.
func (u *Upload) Discard() { u.spool.Discard() }

// Receive reads an upload with bounded memory, checks its bytes and removes the metadata of photos. The name is only a
// label. It returns the errors of media.Copy, 401 and 403 for a caller who may not upload, and 503 UNAVAILABLE for a full
// disk. Associates send documents and photos, the staff and tokens also office files.
func (l Library) Receive(by auth.Caller, name string, content io.Reader) (*Upload, error) {
	if by.Kind != auth.Associate {
		if err := access.Require(by, "files", access.Create); err != nil {
			return nil, err
		}
	}
	return l.receive(name, content, acceptedFrom(by))
}

// ReceivePicture is Receive for the picture of a row: the permission to change the row suffices, that to upload files is
// not required. Who stores the picture refuses any other kind.
func (l Library) ReceivePicture(name string, content io.Reader) (*Upload, error) {
	return l.receive(name, content, slices.Concat(media.Documents(), media.Office()))
}

func (l Library) receive(name string, content io.Reader, accepted []media.Kind) (*Upload, error) {
	spool, err := l.Drivers.NewSpool()
	if err != nil {
		return nil, err
	}
	kind, err := media.Copy(spool, content, accepted)
	if err != nil {
		spool.Discard()
		return nil, err
	}
	kind = filename.KindOf(kind, name)
	return &Upload{Name: filename.Clean(name, kind), Kind: kind, spool: spool}, nil
}

// acceptedFrom returns the kinds that a caller may upload (decisions.md, "Files").
func acceptedFrom(by auth.Caller) []media.Kind {
	if by.Kind == auth.Associate {
		return media.Documents()
	}
	return slices.Concat(media.Documents(), media.Office())
}

// Store stores an upload: first its bytes, then its row, together with what attach does in the same transaction; attach
// may be nil. If anything fails, or the process dies, there is no row, and at most bytes that the clean-up removes.
func (l Library) Store(ctx context.Context, by auth.Caller, upload *Upload, attach func(tx *db.DB, file File) error) (File, error) {
	row, err := upload.row(by)
	if err != nil {
		return File{}, err
	}
	driver, store, err := l.Drivers.Active(ctx, l.DB)
	if err != nil {
		return File{}, err
	}
	row.Driver, row.StorageKey = driver, storage.NewKey()
	if err := store.Put(ctx, row.StorageKey, upload.spool); err != nil {
		return File{}, err
	}
	err = l.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if attach != nil {
			if err := attach(tx, row.File); err != nil {
				return err
			}
		}
		return enqueuePreview(ctx, tx, row.File)
	})
	return row.File, err
}

// SHA256 returns the checksum in hex with which the upload is stored.
func (u *Upload) SHA256() (string, error) {
	sum, _, err := u.measure()
	return sum, err
}

// measure returns the checksum of an upload in hex, and its size in bytes.
func (u *Upload) measure() (sum string, size int64, err error) {
	content, err := u.spool.Content()
	if err != nil {
		return "", 0, err
	}
	hash := sha256.New()
	size, err = io.Copy(hash, content)
	return hex.EncodeToString(hash.Sum(nil)), size, err
}

func (u *Upload) row(by auth.Caller) (stored, error) {
	sum, size, err := u.measure()
	if err != nil {
		return stored{}, err
	}
	return stored{File: File{
		FileName: u.Name, ContentType: string(u.Kind), Size: size, SHA256: sum,
		Pages:      pagesOf(u.Kind, u.spool, size),
		UploadedBy: uploaderOf(by), DateCreated: by.Now,
	}}, nil
}

// pagesOf returns the number of pages of a PDF; nil if it is unknown.
func pagesOf(kind media.Kind, content io.ReaderAt, size int64) *int {
	if kind != media.PDF {
		return nil
	}
	pages := media.CountPages(content, size)
	if pages == 0 {
		return nil
	}
	return &pages
}

// uploaderOf returns the user_code of an operator or associate; tokens and the program itself have none.
func uploaderOf(by auth.Caller) *uuid.UUID {
	code, err := uuid.Parse(by.Code)
	if err != nil || by.Kind != auth.Operator && by.Kind != auth.Associate {
		return nil
	}
	return &code
}

// UploadQuota is what an associate uploads in a day. A whole registration with five patients takes about 30 files.
func UploadQuota() ratelimit.Quota {
	return ratelimit.Quota{Name: "uploads", Count: 200, Bytes: 500 << 20, One: "arquivo", Many: "arquivos"}
}
