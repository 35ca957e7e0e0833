package files

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // registers the decoder

	"acolhe/models/files/filename"
	"acolhe/models/platform/media"
	"acolhe/models/types/errs"
)

// unpackedPixels are the largest pictures that are unpacked, by how much memory a point takes. HEIC files are not: the
// decoders without C that the module proxy had in November 2026 contain code under the LGPL or the AGPL.
var unpackedPixels = map[media.Kind]int{media.JPEG: 24_000_000, media.PNG: 8_000_000, media.WebP: 12_000_000}

// redrawing limits the pictures that are unpacked in requests to one, because each takes much memory.
var redrawing = make(chan struct{}, 1)

// Drawing is how a received picture is drawn again: as media.JPEG or media.PNG, its longer side at most Side points.
type Drawing struct {
	Kind media.Kind
	Side int
}

// Redraw replaces a received picture with a smaller one that stands upright, on white where it was transparent, and has
// no metadata. It returns 415 UNSUPPORTED_MEDIA_TYPE for another file or a damaged picture, 413 PAYLOAD_TOO_LARGE for one
// with too many points, and 503 UNAVAILABLE for a full disk.
func (l Library) Redraw(ctx context.Context, upload *Upload, drawing Drawing) error {
	if unpackedPixels[upload.Kind] == 0 {
		return unsupportedPicture()
	}
	select {
	case redrawing <- struct{}{}:
		defer func() { <-redrawing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	size, err := upload.spool.Size()
	if err != nil {
		return err
	}
	drawn, err := redrawn(upload.Kind, io.NewSectionReader(upload.spool, 0, size), drawing.Side)
	if err != nil {
		return err
	}
	spool, err := l.Drivers.NewSpool()
	if err != nil {
		return err
	}
	if err := drawing.write(spool, drawn); err != nil {
		spool.Discard()
		return err
	}
	upload.Discard()
	upload.spool, upload.Kind, upload.Name = spool, drawing.Kind, filename.Clean(upload.Name, drawing.Kind)
	return nil
}

func (d Drawing) write(into io.Writer, drawn image.Image) error {
	if d.Kind == media.PNG {
		return png.Encode(into, drawn)
	}
	return jpeg.Encode(into, drawn, &jpeg.Options{Quality: 85})
}

func unsupportedPicture() error {
	return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, "Envie uma imagem JPG, PNG ou WebP.")
}

// redrawn returns a picture within side points. It returns the errors of Redraw.
func redrawn(kind media.Kind, content io.ReadSeeker, side int) (image.Image, error) {
	config, _, err := image.DecodeConfig(content)
	if err != nil {
		return nil, asDamaged(err)
	}
	if config.Width*config.Height > unpackedPixels[kind] {
		return nil, errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, "Imagem grande demais. Diminua a imagem e envie de novo.")
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(content)
	if err != nil {
		return nil, asDamaged(err)
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return turned(shrunk(picture, side), media.OrientationOf(content)), nil
}

// asDamaged returns the error of reading, and 415 UNSUPPORTED_MEDIA_TYPE for a picture that is not understood.
func asDamaged(err error) error {
	if errs.As(err) != nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType,
		"A imagem está danificada. Abra-a no seu aparelho para conferir e envie de novo.")
}

// shrunk returns a picture within side points, on white where it is transparent.
func shrunk(picture image.Image, side int) *image.RGBA {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer > side {
		size = image.Pt(max(1, size.X*side/longer), max(1, size.Y*side/longer))
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
