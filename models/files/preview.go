package files

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // registers the decoder
	"io"
	"time"

	"github.com/riverqueue/river"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // registers the decoder

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

// previewPixels are the largest pictures that are unpacked for a preview, by how much memory a point takes. HEIC files
// have none: the decoders without C that the module proxy had in November 2026 contain code under the LGPL or the AGPL.
var previewPixels = map[media.Kind]int{media.JPEG: 24_000_000, media.PNG: 8_000_000, media.WebP: 12_000_000}

// makePreview is the job that makes the preview of a picture.
type makePreview struct {
	File int64 `json:"file"`
}

// Kind returns the name of the job in the queue.
func (makePreview) Kind() string { return "make_preview" }

func enqueuePreview(ctx context.Context, tx *db.DB, file File) error {
	if previewPixels[media.Kind(file.ContentType)] == 0 {
		return nil
	}
	return jobs.Enqueue(ctx, tx, makePreview{file.ID}, &river.InsertOpts{Queue: jobs.PictureQueue})
}

type previewWorker struct {
	river.WorkerDefaults[makePreview]
	library Library
	now     func() time.Time
}

// Work implements river.Worker. A file that was removed meanwhile needs no preview.
func (w *previewWorker) Work(ctx context.Context, job *river.Job[makePreview]) error {
	return ignoreNotFound(w.library.MakePreview(ctx, auth.Caller{Kind: auth.System}.At(w.now()), job.Args.File))
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
	return l.DB.WithContext(ctx).Exec("insert into file_previews (file_id, bytes, date_created) values (?, ?, ?) on conflict do nothing", id, made, by.Now).Error
}

// previewOf returns a small JPEG of a picture, nil if there is none.
func previewOf(kind media.Kind, content io.ReadSeeker) ([]byte, error) {
	config, _, err := image.DecodeConfig(content)
	if err != nil || config.Width*config.Height > previewPixels[kind] {
		return nil, ignoreFormat(err)
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(content)
	if err != nil {
		return nil, ignoreFormat(err)
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	small := turned(shrunk(picture), media.OrientationOf(content))
	var encoded bytes.Buffer
	err = jpeg.Encode(&encoded, small, &jpeg.Options{Quality: previewQuality})
	return encoded.Bytes(), err
}

// ignoreFormat returns the error of reading, and nil for a picture that is not understood.
func ignoreFormat(err error) error {
	if errs.As(err) != nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// shrunk returns a picture that fits into a preview, on white where it is transparent.
func shrunk(picture image.Image) *image.RGBA {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer > previewSide {
		size = image.Pt(max(1, size.X*previewSide/longer), max(1, size.Y*previewSide/longer))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	return small
}

// turned returns a picture as its orientation (Exif, 1 to 8) says.
func turned(picture *image.RGBA, orientation int) *image.RGBA {
	if orientation < 2 || orientation > 8 {
		return picture
	}
	width, height := picture.Bounds().Dx(), picture.Bounds().Dy()
	size := image.Rect(0, 0, width, height)
	if orientation > 4 {
		size = image.Rect(0, 0, height, width)
	}
	made := image.NewRGBA(size)
	for y := range height {
		for x := range width {
			right, down := width-1-x, height-1-y
			to := [...]image.Point{2: {X: right, Y: y}, 3: {X: right, Y: down}, 4: {X: x, Y: down}, 5: {X: y, Y: x},
				6: {X: down, Y: x}, 7: {X: down, Y: right}, 8: {X: y, Y: right}}[orientation]
			made.SetRGBA(to.X, to.Y, picture.RGBAAt(x, y))
		}
	}
	return made
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
