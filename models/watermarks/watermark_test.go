package watermarks_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os/exec"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/media"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/errs"
	"acolhe/models/watermarks"
)

const name = "João Ávila, 26/11/2026"

// A picture keeps its size, has the text on every part of it, and is another for another person.
func TestDraw_Picture(t *testing.T) {
	t.Parallel()
	for kind, original := range map[media.Kind][]byte{media.JPEG: mediatest.JPEG(t, 900, 600), media.PNG: plain(t, 900, 600)} {
		kept := bytes.Clone(original)
		drawn, got, err := watermarks.Draw(original, kind, name)
		if err != nil || got != kind || !bytes.Equal(kept, original) {
			t.Fatalf("%s: %s, %v", kind, got, err)
		}
		before, after := decode(t, original), decode(t, drawn)
		if after.Bounds() != before.Bounds() {
			t.Errorf("%s: the size is %v", kind, after.Bounds())
		}
		for _, part := range []image.Rectangle{image.Rect(0, 0, 450, 300), image.Rect(450, 0, 900, 300), image.Rect(0, 300, 450, 600),
			image.Rect(450, 300, 900, 600)} {
			if changed(before, after, part) < 500 {
				t.Errorf("%s: %v has no text", kind, part)
			}
		}
		other, _, err := watermarks.Draw(original, kind, "Bia, 26/11/2026")
		if err != nil || bytes.Equal(other, drawn) {
			t.Errorf("%s: the text makes no difference: %v", kind, err)
		}
	}
}

// A PDF shows the text on each page, with its accents, beside what it shows.
func TestDraw_PDF(t *testing.T) {
	t.Parallel()
	document := pdf.New("Laudo", time.Now())
	document.Begin(pdf.Head{Title: "Laudo", Now: time.Now()})
	document.Paragraph("Conteúdo do laudo")
	document.End()
	var original bytes.Buffer
	if err := document.Write(&original); err != nil {
		t.Fatal(err)
	}
	drawn, kind, err := watermarks.Draw(original.Bytes(), media.PDF, name)
	if err != nil || kind != media.PDF {
		t.Fatal(kind, err)
	}
	reader := exec.Command("pdftotext", "-raw", "-", "-")
	reader.Stdin = bytes.NewReader(drawn)
	shown, err := reader.Output()
	if text := string(shown); err != nil || !strings.Contains(text, "Conteúdo do laudo") || !strings.Contains(text, name) {
		t.Errorf("the page shows %q, %v", text, err)
	}
}

// What cannot be written over is not shown.
func TestDraw_Refused(t *testing.T) {
	t.Parallel()
	for what, one := range map[string]struct {
		kind    media.Kind
		content []byte
	}{
		"a broken PDF":     {media.PDF, []byte("%PDF-1.7\nbroken")},
		"a broken picture": {media.JPEG, []byte("\xff\xd8\xff")},
		"a HEIC":           {media.HEIC, []byte("....ftypheic")},
		"nothing":          {media.PNG, nil},
	} {
		if drawn, _, err := watermarks.Draw(one.content, one.kind, name); !errs.HasCode(err, errs.CodeConflict) || drawn != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// plain returns a picture of one colour.
func plain(t *testing.T, width, height int) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		picture.Pix[i] = 200
	}
	picture.Set(1, 1, color.Black)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func decode(t *testing.T, content []byte) image.Image {
	t.Helper()
	decoded, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// changed counts the pixels of a part that differ clearly.
func changed(before, after image.Image, part image.Rectangle) (count int) {
	const clearly = 0x1000
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			was, _, _, _ := before.At(x, y).RGBA()
			is, _, _, _ := after.At(x, y).RGBA()
			if was > is+clearly || is > was+clearly {
				count++
			}
		}
	}
	return count
}
