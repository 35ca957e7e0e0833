package tasks

import (
	"cmp"
	"context"
	"io"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Download is a file to download.
type Download struct {
	Name        string
	ContentType string
	// Size is in bytes.
	Size int64
	// Write writes the file.
	Write func(ctx context.Context, w io.Writer) error
}

// OpenDownload returns the file of one of the caller's exports and records the download before the first byte. Only the
// owner can download a file, because it has the rows that the owner may read and the event names the owner. It returns 404
// NOT_FOUND for an unknown export or a missing file, 403 FORBIDDEN for a list that the caller may not read, and as exports.RequireConfirmed.
func OpenDownload(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (*Download, error) {
	task, err := findOwnExport(ctx, tx, by, id)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(task.File.allow(by), exports.RequireConfirmed(by, task.Changed)); err != nil {
		return nil, err
	}
	if task.Status == Done && !task.File.IsAvailableAt(by.Now) {
		return nil, errs.NotFound("Este arquivo expirou: as exportações ficam disponíveis por 24 horas. Exporte de novo.")
	}
	if task.Status != Done {
		return nil, errs.NotFound("Este arquivo ainda não está pronto.")
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := markSeen(tx, by, id); err != nil {
			return err
		}
		return exports.Record(ctx, tx, exports.Download{List: task.File.List, Rows: task.Changed, Summary: task.File.Words, By: by})
	})
	if err != nil {
		return nil, err
	}
	return &Download{
		Name: *task.File.FileName, ContentType: *task.File.ContentType, Size: *task.File.Size,
		Write: func(ctx context.Context, w io.Writer) error { return copyChunks(ctx, tx, id, *task.File.Size, w) },
	}, nil
}
