package files

import (
	"bytes"
	"context"
	"image/jpeg"
	"io"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/media"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// previewSide is the longer side of a preview in points.
	previewSide    = 320
	previewQuality = 75
)

// makePreview is the job that makes the preview of a picture.
type makePreview struct {
	File int64 `json:"file"`
}

// Kind returns the name of the job in the queue.
func (makePreview) Kind() string { return "make_preview" }

func enqueuePreview(ctx context.Context, tx *db.DB, file File) error {
	if unpackedPixels[media.Kind(file.ContentType)] == 0 {
		return nil
	}
	return jobs.Enqueue(ctx, tx, makePreview{file.ID}, &river.InsertOpts{Queue: jobs.PictureQueue})
}

// MakePreview makes the preview of a picture and stores it, once. A picture that is too large or cannot be unpacked gets
// none, and is not tried again.
func (l Library) MakePreview(ctx context.Context, by auth.Caller, id int64) error {
	content, err := l.Open(ctx, by, id)
	if err != nil {
		return err
	}
	defer content.Close()
	made, err := previewOf(media.Kind(content.ContentType), content)
	if err != nil {
		return err
	}
	return l.DB.WithContext(ctx).Exec("insert into file_previews (file_id, bytes, date_created) values (?, ?, ?) on conflict do nothing", id,
		made, by.Now).Error
}

// previewOf returns a small JPEG of a picture, nil if there is none.
func previewOf(kind media.Kind, content io.ReadSeeker) ([]byte, error) {
	small, err := redrawn(kind, content, previewSide)
	if errs.HasCode(err, errs.CodeUnsupportedMediaType) || errs.HasCode(err, errs.CodePayloadTooLarge) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var encoded bytes.Buffer
	err = jpeg.Encode(&encoded, small, &jpeg.Options{Quality: previewQuality})
	return encoded.Bytes(), err
}

// Preview returns the preview of a file that the caller may see; a file without one is 404 NOT_FOUND.
func Preview(ctx context.Context, tx *db.DB, by auth.Caller, id int64) ([]byte, error) {
	if _, err := FindFor(ctx, tx, by, id); err != nil {
		return nil, err
	}
	var found [][]byte
	err := tx.WithContext(ctx).Table("file_previews").Where("file_id = ? and bytes is not null", id).Pluck("bytes", &found).Error
	if err == nil && len(found) == 0 {
		err = errNotFound()
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}
