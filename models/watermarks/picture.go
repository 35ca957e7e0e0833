package watermarks

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"sync"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
	_ "golang.org/x/image/webp" // decodes WebP

	"acolhe/models/platform/media"
)

const (
	// slope is the angle of the text, upwards to the right.
	slope = -math.Pi / 6
	// quality is that of a JPEG for reading on a screen.
	quality = 85
	// minLetter is the smallest height of the letters in pixels; they grow with the picture.
	minLetter = 11
)

var regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// overPicture writes the text in rows over the whole picture. A photo keeps how it is turned.
func overPicture(content []byte, kind media.Kind, text string) ([]byte, media.Kind, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, kind, err
	}
	if size.Width*size.Height > maxPixels {
		return nil, kind, errTooLarge
	}
	decoded, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, kind, err
	}
	canvas := image.NewRGBA(decoded.Bounds())
	draw.Draw(canvas, canvas.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	label, err := labelOf(text, max(minLetter, float64(min(size.Width, size.Height))/22))
	if err != nil {
		return nil, kind, err
	}
	tile(canvas, label)
	var out bytes.Buffer
	if kind == media.PNG {
		err := png.Encode(&out, canvas)
		return out.Bytes(), kind, err
	}
	if err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: quality}); err != nil {
		return nil, kind, err
	}
	return withExif(out.Bytes(), content), media.JPEG, nil
}

// labelOf draws the text once: light letters with a dark edge, which show on any ground.
func labelOf(text string, height float64) (*image.RGBA, error) {
	parsed, err := regular()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: height, DPI: 72})
	if err != nil {
		return nil, err
	}
	defer face.Close()
	drawer := font.Drawer{Face: face}
	width, rise := drawer.MeasureString(text).Ceil()+4, face.Metrics().Ascent.Ceil()
	label := image.NewRGBA(image.Rect(0, 0, width, face.Metrics().Height.Ceil()+4))
	drawer.Dst = label
	for _, layer := range []struct {
		shift int
		ink   color.NRGBA
	}{{1, color.NRGBA{A: 90}}, {0, color.NRGBA{R: 255, G: 255, B: 255, A: 110}}} {
		drawer.Src, drawer.Dot = image.NewUniform(layer.ink), fixed.P(2+layer.shift, rise+layer.shift)
		drawer.DrawString(text)
	}
	return label, nil
}

// tile draws the label over the canvas in sloping rows, each shifted against the one above.
func tile(canvas *image.RGBA, label image.Image) {
	width, height := float64(label.Bounds().Dx()), float64(label.Bounds().Dy())
	sin, cos := math.Sin(slope), math.Cos(slope)
	bounds := canvas.Bounds()
	for row, y := 0, float64(bounds.Min.Y); y < float64(bounds.Max.Y)+width; row, y = row+1, y+5*height {
		for x := float64(bounds.Min.X) - width*float64(row%2)/2; x < float64(bounds.Max.X); x += 1.3 * width {
			xdraw.BiLinear.Transform(canvas, f64.Aff3{cos, -sin, x, sin, cos, y}, label, label.Bounds(), draw.Over, nil)
		}
	}
}

// withExif puts the Exif data of a photo, which say how it is turned, into a JPEG that was encoded again.
func withExif(encoded, original []byte) []byte {
	const app1 = 0xE1
	for at := 2; at+4 <= len(original) && original[at] == 0xFF; {
		length := 2 + int(binary.BigEndian.Uint16(original[at+2:]))
		if at+length > len(original) {
			break
		}
		if original[at+1] == app1 && bytes.HasPrefix(original[at+4:], []byte("Exif\x00")) {
			return bytes.Join([][]byte{encoded[:2], original[at : at+length], encoded[2:]}, nil)
		}
		at += length
	}
	return encoded
}
