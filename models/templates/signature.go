package templates

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"strings"
	"unicode"

	"golang.org/x/image/draw"

	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// CodeSignatureRequired is 422.
const CodeSignatureRequired = "SIGNATURE_REQUIRED"

// Limits of a drawn signature: a phone's whole screen at three pixels a point has some 4 million pixels.
const (
	maxSignatureBytes  = 2 << 20
	maxSignatureSide   = 4096
	maxSignaturePixels = 8_000_000
	// minStroke is the least width or height of a drawing, and minInk its least number of dark pixels.
	minStroke = 24
	minInk    = 40
	// maxDrawnWidth is the most pixels that a signature has in a PDF.
	maxDrawnWidth = 1200
)

// Fields of a signature in the inputs of signing.
const (
	imagePath = "signature_image_base64"
	namePath  = "typed_name"
)

const pngURL = "data:image/png;base64,"

// CheckSignature decodes the data URL of a drawn signature and returns its ink as a PNG, cut to its borders. A missing
// or blank drawing is 422 SIGNATURE_REQUIRED; anything but a whole PNG of a permitted size is 400 VALIDATION_ERROR.
func CheckSignature(dataURL string) ([]byte, error) {
	encoded, isPNG := strings.CutPrefix(strings.TrimSpace(dataURL), pngURL)
	switch {
	case strings.TrimSpace(dataURL) == "" || isPNG && encoded == "":
		return nil, errSignatureRequired("Desenhe sua assinatura ou escolha Digitar.")
	case !isPNG:
		return nil, errs.Invalid(imagePath, "deve ser uma imagem PNG, como data:image/png;base64,…")
	case base64.StdEncoding.DecodedLen(len(encoded)) > maxSignatureBytes:
		return nil, errs.Invalid(imagePath, "deve ter no máximo 2 MB")
	}
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, errs.Invalid(imagePath, "não está em base64")
	}
	return inkOf(raw)
}

// CheckTypedName returns a typed signature. An empty one is 422 SIGNATURE_REQUIRED, a long one 400 VALIDATION_ERROR.
func CheckTypedName(name string) (string, error) {
	name = strings.Join(strings.Fields(richtext.Clean(name)), " ")
	switch {
	case len([]rune(name)) < 2 || !strings.ContainsFunc(name, unicode.IsLetter):
		return "", errSignatureRequired("Digite seu nome completo para assinar.")
	case !texts.Fits(name, 250):
		return "", errs.Invalid(namePath, "deve ter no máximo 250 caracteres")
	}
	return name, nil
}

func errSignatureRequired(message string) error {
	return errs.New(errs.KindUnprocessable, CodeSignatureRequired, message)
}

// inkOf decodes a PNG whose header has a permitted size, and returns the drawing without its empty borders.
func inkOf(raw []byte) ([]byte, error) {
	size, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return nil, errs.Invalid(imagePath, "deve ser uma imagem PNG")
	}
	if size.Width > maxSignatureSide || size.Height > maxSignatureSide || size.Width*size.Height > maxSignaturePixels {
		return nil, errs.Invalid(imagePath, "tem pixels demais: o máximo é 4096 de lado e 8 milhões ao todo")
	}
	decoded, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, errs.Invalid(imagePath, "está incompleta ou danificada")
	}
	ink, dark := borders(decoded)
	if dark < minInk || max(ink.Dx(), ink.Dy()) < minStroke {
		return nil, errSignatureRequired("Desenhe sua assinatura ou escolha Digitar.")
	}
	var cut bytes.Buffer
	err = png.Encode(&cut, scaled(decoded, ink))
	return cut.Bytes(), err
}

// borders returns the rectangle around the ink, and its number of pixels. Ink is neither transparent nor almost white.
func borders(picture image.Image) (ink image.Rectangle, dark int) {
	area := picture.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if !isInk(picture.At(x, y).RGBA()) {
				continue
			}
			dark++
			ink = ink.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return ink, dark
}

// isInk reports whether a colour is ink; its parts are up to 0xffff and multiplied by the alpha.
func isInk(red, green, blue, alpha uint32) bool {
	const faint, pale = 0x4000, 0xd000
	onPaper := (red+green+blue)/3 + 0xffff - alpha
	return alpha > faint && onPaper < pale
}

// scaled returns a part of a picture, at most maxDrawnWidth wide.
func scaled(picture image.Image, part image.Rectangle) *image.NRGBA {
	width, height := part.Dx(), part.Dy()
	if longest := max(width, height); longest > maxDrawnWidth {
		width, height = max(1, width*maxDrawnWidth/longest), max(1, height*maxDrawnWidth/longest)
	}
	into := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.ApproxBiLinear.Scale(into, into.Bounds(), picture, part, draw.Src, nil)
	return into
}
