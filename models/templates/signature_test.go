package templates

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"acolhe/models/types/errs"
)

func urlOf(file []byte) string { return pngURL + base64.StdEncoding.EncodeToString(file) }

func pictureOf(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// resized returns a PNG whose header claims another size.
func resized(file []byte, width, height uint32) []byte {
	forged := bytes.Clone(file)
	binary.BigEndian.PutUint32(forged[16:], width)
	binary.BigEndian.PutUint32(forged[20:], height)
	binary.BigEndian.PutUint32(forged[29:], crc32.ChecksumIEEE(forged[12:29]))
	return forged
}

func TestCheckSignature_Refused(t *testing.T) {
	t.Parallel()
	good := drawn(600, 200)
	blank := image.NewNRGBA(image.Rect(0, 0, 600, 200))
	dot := image.NewNRGBA(image.Rect(0, 0, 600, 200))
	white := image.NewGray(image.Rect(0, 0, 600, 200))
	for x := range 600 {
		for y := range 200 {
			white.Set(x, y, color.White)
		}
	}
	for x := range 10 {
		for y := range 10 {
			dot.Set(300+x, 100+y, color.Black)
		}
	}
	for name, c := range map[string]struct{ sent, code string }{
		"empty": {"", CodeSignatureRequired}, "spaces": {"  ", CodeSignatureRequired}, "prefix alone": {pngURL, CodeSignatureRequired},
		"blank": {urlOf(pictureOf(t, blank)), CodeSignatureRequired}, "white": {urlOf(pictureOf(t, white)), CodeSignatureRequired},
		"one dot":      {urlOf(pictureOf(t, dot)), CodeSignatureRequired},
		"one pixel":    {urlOf(pictureOf(t, image.NewNRGBA(image.Rect(0, 0, 1, 1)))), CodeSignatureRequired},
		"no URL":       {base64.StdEncoding.EncodeToString(good), errs.CodeValidation},
		"JPEG":         {"data:image/jpeg;base64,/9j/4AAQ", errs.CodeValidation},
		"SVG":          {"data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte("<svg/>")), errs.CodeValidation},
		"SVG as PNG":   {urlOf([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`)), errs.CodeValidation},
		"no base64":    {pngURL + "!!!!", errs.CodeValidation},
		"text":         {urlOf([]byte("assinatura")), errs.CodeValidation},
		"header only":  {urlOf(good[:33]), errs.CodeValidation},
		"truncated":    {urlOf(good[:len(good)/2]), errs.CodeValidation},
		"no end":       {urlOf(good[:len(good)-20]), errs.CodeValidation},
		"forged size":  {urlOf(resized(good, 4000, 1900)), errs.CodeValidation},
		"smaller":      {urlOf(resized(good, 10, 10)), errs.CodeValidation},
		"huge":         {urlOf(resized(good, 1<<31-1, 1<<31-1)), errs.CodeValidation},
		"zero":         {urlOf(resized(good, 0, 0)), errs.CodeValidation},
		"10,000 px":    {urlOf(resized(good, 10_000, 10)), errs.CodeValidation},
		"wide drawing": {urlOf(drawn(10_000, 60)), errs.CodeValidation},
		"many pixels":  {urlOf(resized(good, 4096, 4096)), errs.CodeValidation},
		"5 MB":         {urlOf(make([]byte, 5<<20)), errs.CodeValidation},
	} {
		if file, err := CheckSignature(c.sent); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %d bytes, %v", name, len(file), err)
		}
	}
	altered := bytes.Clone(good)
	for at := range altered {
		altered[at] ^= 0xff
		_, _ = CheckSignature(urlOf(altered)) // no panic
		altered[at] ^= 0xff
	}
}

// The ink is cut to its borders, whatever the kind of PNG.
func TestCheckSignature_Ink(t *testing.T) {
	t.Parallel()
	wide := image.NewNRGBA64(image.Rect(0, 0, 2700, 1200))
	gray := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range gray.Pix {
		gray.Pix[i] = 255
	}
	for x := 100; x < 2500; x++ {
		for y := range 6 {
			wide.Set(x, 500+y, color.NRGBA64{0, 0, 0x8000, 0xffff})
			gray.Set(x/10, 100+y, color.Gray{40})
		}
	}
	for name, c := range map[string]struct {
		picture     image.Image
		width, high int
	}{"16 bits": {wide, 1200, 3}, "gray on white": {gray, 240, 6}} {
		file, err := CheckSignature(urlOf(pictureOf(t, c.picture)))
		if err != nil {
			t.Fatal(name, err)
		}
		size, err := png.DecodeConfig(bytes.NewReader(file))
		if err != nil || size.Width != c.width || size.Height != c.high || size.ColorModel != color.NRGBAModel &&
			size.ColorModel != color.RGBAModel {
			t.Errorf("%s: %+v, %v", name, size, err)
		}
	}
}

func TestCheckTypedName(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{" Ana  \t Souza\n": "Ana Souza", "李明": "李明", "Zoë 🌿": "Zoë 🌿"} {
		if got, err := CheckTypedName(sent); got != want || err != nil {
			t.Errorf("%q: %q, %v", sent, got, err)
		}
	}
	for sent, code := range map[string]string{"": CodeSignatureRequired, " \n": CodeSignatureRequired, "A": CodeSignatureRequired,
		strings.Repeat("ç", 251): errs.CodeValidation} {
		if _, err := CheckTypedName(sent); !errs.HasCode(err, code) {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

// drawn returns a PNG of a wave.
func drawn(width, height int) []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		middle := height/2 + int(float64(height/3)*math.Sin(float64(x)/40))
		for y := max(0, middle-3); y < min(height, middle+3); y++ {
			picture.Set(x, y, color.NRGBA{20, 32, 63, 255})
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		panic(err)
	}
	return file.Bytes()
}
