package pdf

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/go-pdf/fpdf"
)

// maxPixels is the maximum width and height of a picture.
const maxPixels = 4000

// Raster is a checked picture, encoded as PNG with 8 bits a channel.
type Raster struct {
	PNG           []byte
	Width, Height int
	// Alt says what the picture shows, for readers that speak; "Imagem" if it is empty.
	Alt string
}

// Picture checks a PNG and encodes it again, because fpdf panics for truncated pictures and wrong sizes
// (integrations.md 6.1). It returns an error for anything else, including a picture of more than 4,000 pixels a side.
func Picture(content []byte) (Raster, error) {
	size, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return Raster{}, err
	}
	if size.Width < 1 || size.Height < 1 || size.Width > maxPixels || size.Height > maxPixels {
		return Raster{}, fmt.Errorf("a picture of %d by %d pixels", size.Width, size.Height)
	}
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return Raster{}, err
	}
	pixels := image.NewNRGBA(image.Rect(0, 0, size.Width, size.Height))
	draw.Draw(pixels, pixels.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	var encoded bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed} // fpdf compresses the pixels of transparent pictures again
	if err := fast.Encode(&encoded, pixels); err != nil {
		return Raster{}, err
	}
	return Raster{PNG: encoded.Bytes(), Width: size.Width, Height: size.Height}, nil
}

// Fit returns the size of the picture inside a frame.
func (b Raster) Fit(maxWidth, maxHeight float64) (width, height float64) {
	width, height = maxHeight*float64(b.Width)/float64(b.Height), maxHeight
	if width > maxWidth {
		width, height = maxWidth, maxWidth*float64(b.Height)/float64(b.Width)
	}
	return width, height
}

// Draw draws a picture with this width, in millimetres. The same picture is in the file once.
func (d *Document) Draw(picture Raster, x, y, width float64) {
	sum := sha256.Sum256(picture.PNG)
	name, options := hex.EncodeToString(sum[:8]), fpdf.ImageOptions{ImageType: "PNG"}
	if !d.pictures[name] {
		d.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(picture.PNG))
		d.pictures[name] = true
	}
	d.tag(roleFigure, cmp.Or(picture.Alt, "Imagem"), func() { d.pdf.ImageOptions(name, x, y, width, 0, false, options, 0, "") })
}
