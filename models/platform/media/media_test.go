package media_test

import (
	"bytes"
	"errors"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	_ "golang.org/x/image/webp"

	"acolhe/models/platform/media"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/errs"
)

// copied copies a file in small parts and returns its kind, what was stored, and the refusal.
func copied(t *testing.T, content []byte, allowed []media.Kind) (media.Kind, []byte, error) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	kind, refused := media.Copy(out, iotest.HalfReader(bytes.NewReader(content)), allowed)
	stored, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return kind, stored, refused
}

func everything() []media.Kind { return slices.Concat(media.Documents(), media.Office()) }

// Photos keep their picture and lose where and with what they were taken, and what follows the picture.
func TestCopy_PhotoMetadata(t *testing.T) {
	t.Parallel()
	for kind, photo := range map[media.Kind][]byte{
		media.JPEG: mediatest.JPEG(t, 300, 200), media.PNG: mediatest.PNG(t, 300, 200), media.WebP: mediatest.WebP(t),
		media.HEIC: mediatest.HEIC(),
	} {
		if !bytes.Contains(photo, []byte(mediatest.Secret)) {
			t.Fatalf("%s: the test's photo has no metadata", kind)
		}
		is, stored, err := copied(t, photo, media.Documents())
		if err != nil || is != kind {
			t.Errorf("%s is %s: %v", kind, is, err)
			continue
		}
		if bytes.Contains(stored, []byte(mediatest.Secret)) || bytes.Contains(stored, []byte(mediatest.Position)) {
			t.Errorf("%s: the metadata was stored", kind)
		}
		if kind == media.HEIC {
			if len(stored) != len(photo) || !bytes.Contains(stored, []byte(strings.Repeat("P", 16))) {
				t.Error("the picture of HEIC moved or is gone")
			}
			continue
		}
		before, _, err := image.Decode(bytes.NewReader(photo))
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := image.Decode(bytes.NewReader(stored))
		if err != nil || after.Bounds() != before.Bounds() || after.At(0, 0) != before.At(0, 0) {
			t.Errorf("%s: another picture: %v", kind, err)
		}
		if again, twice, err := copied(t, stored, media.Documents()); err != nil || again != kind || !bytes.Equal(twice, stored) {
			t.Errorf("%s: what is stored would not be accepted: %v", kind, err)
		}
	}
}

// A turned photo stays turned: its orientation is the one fact of Exif that is kept.
func TestCopy_Orientation(t *testing.T) {
	t.Parallel()
	_, stored, err := copied(t, mediatest.JPEG(t, 30, 20), media.Documents())
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06"); !bytes.Contains(stored, want) {
		t.Errorf("the orientation is lost: %q", stored[:80])
	}
}

func TestCopy_Documents(t *testing.T) {
	t.Parallel()
	for want, content := range map[media.Kind][]byte{
		media.PDF:  mediatest.PDF(""),
		media.DOCX: mediatest.Office(t, "[Content_Types].xml", "word/document.xml"),
		media.XLSX: mediatest.Office(t, "[Content_Types].xml", "xl/workbook.xml"),
		media.TXT:  []byte("nome;valor\r\nJos\xe9;10,00\r\n"),
	} {
		kind, stored, err := copied(t, content, everything())
		if err != nil || kind != want || !bytes.Equal(stored, content) {
			t.Errorf("%s is %s, %d of %d bytes: %v", want, kind, len(stored), len(content), err)
		}
		if _, _, err := copied(t, content, media.Documents()); want != media.PDF && !errs.HasCode(err, errs.CodeUnsupportedMediaType) {
			t.Errorf("an associate may send %s: %v", want, err)
		}
	}
}

func TestCopy_Refused(t *testing.T) {
	t.Parallel()
	photo, picture := mediatest.JPEG(t, 300, 200), mediatest.PNG(t, 300, 200)
	for name, c := range map[string]struct {
		content []byte
		code    string
		why     string
	}{
		"empty":     {nil, errs.CodeValidation, "vazio"},
		"too large": {mediatest.SizedPDF(media.MaxBytes + 1), errs.CodePayloadTooLarge, "maior que 20 MB"},
		"program":   {[]byte("MZ\x90\x00\x03\x00\x00\x00"), errs.CodeUnsupportedMediaType, "Programas"},
		"ELF":       {[]byte("\x7fELF\x02\x01\x01"), errs.CodeUnsupportedMediaType, "Programas"},
		"script":    {[]byte("#!/bin/sh\nrm -rf /\n"), errs.CodeUnsupportedMediaType, "Programas"},
		"SVG": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			errs.CodeUnsupportedMediaType, "SVG"},
		"XML":  {[]byte("\ufeff \n<?xml version='1.0'?><svg/>"), errs.CodeUnsupportedMediaType, "SVG"},
		"HTML": {[]byte("<!doctype html><p>"), errs.CodeUnsupportedMediaType, "SVG"},
		"GIF":  {[]byte("GIF89a...."), errs.CodeUnsupportedMediaType, "JPEG ou PNG"},
		"AVIF": {[]byte("\x00\x00\x00\x14ftypavif\x00\x00\x00\x00mif1"), errs.CodeUnsupportedMediaType, "JPEG ou PNG"},
		"video": {[]byte("\x00\x00\x00\x14ftypisom\x00\x00\x00\x00mp42"), errs.CodeUnsupportedMediaType,
			"Não conseguimos abrir"},
		"old Word":         {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), errs.CodeUnsupportedMediaType, "DOCX"},
		"binary":           {[]byte("\x01\x02\x03\x04"), errs.CodeUnsupportedMediaType, "Não conseguimos abrir"},
		"text with binary": {append([]byte(strings.Repeat("a", 1000)), 0), errs.CodeUnsupportedMediaType, "Não conseguimos abrir"},
		"JAR":              {mediatest.Office(t, "META-INF/MANIFEST.MF"), errs.CodeUnsupportedMediaType, "Não conseguimos abrir"},
		"macros": {mediatest.Office(t, "[Content_Types].xml", "xl/workbook.xml", "xl/vbaProject.bin"),
			errs.CodeUnsupportedMediaType, "macros"},
		"cut ZIP": {mediatest.Office(t, "[Content_Types].xml", "xl/workbook.xml")[:60], errs.CodeUnsupportedMediaType,
			"danificado"},
		"PDF with JavaScript": {mediatest.PDF("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>"), errs.CodeUnsupportedMediaType,
			"programa dentro"},
		"PDF with an escaped name": {mediatest.PDF("/OpenAction << /S /J#61va#53cript /JS (app.alert(1)) >>"), errs.CodeUnsupportedMediaType,
			"programa dentro"},
		"encrypted Excel": {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00",
			70_000) + "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"), errs.CodeUnsupportedMediaType,
			"sem senha"},
		"PDF that launches": {mediatest.PDF("/OpenAction << /S /Launch >>"), errs.CodeUnsupportedMediaType, "programa dentro"},
		"cut PDF":           {mediatest.PDF("")[:40], errs.CodeUnsupportedMediaType, "danificado"},
		"PDF and ZIP": {append(mediatest.PDF(""), append(mediatest.Office(t, "a.class"), "%%EOF"...)...),
			errs.CodeUnsupportedMediaType, "dois formatos"},
		"cut JPEG":         {photo[:len(photo)/2], errs.CodeUnsupportedMediaType, "danificado"},
		"empty JPEG":       {[]byte("\xff\xd8\xff\xd9"), errs.CodeUnsupportedMediaType, "danificado"},
		"cut PNG":          {picture[:len(picture)/2], errs.CodeUnsupportedMediaType, "danificado"},
		"changed PNG":      {bytes.Replace(picture, []byte("IDAT"), []byte("IDAX"), 1), errs.CodeUnsupportedMediaType, "danificado"},
		"bomb":             {mediatest.HugePNG(60000, 60000), errs.CodePayloadTooLarge, "100 milhões"},
		"overflowing bomb": {mediatest.HugePNG(1<<31, 1<<31), errs.CodePayloadTooLarge, "100 milhões"},
		"cut WebP":         {mediatest.WebP(t)[:40], errs.CodeUnsupportedMediaType, "danificado"},
		"cut HEIC":         {mediatest.HEIC()[:120], errs.CodeUnsupportedMediaType, "danificado"},
	} {
		_, _, err := copied(t, c.content, everything())
		refusal := errs.As(err)
		if refusal == nil || refusal.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
			continue
		}
		if message := refusal.Message + errs.For(refusal.Fields, "file"); !strings.Contains(message, c.why) {
			t.Errorf("%s: %q, want %q", name, message, c.why)
		}
	}
}

// A name is found wherever the parts in which a file is read meet within it.
func TestCopy_EscapedNameBetweenParts(t *testing.T) {
	t.Parallel()
	for before := 64<<10 - 120; before < 64<<10; before += 6 {
		content := mediatest.PDF(strings.Repeat("%", before) + "/#4a#61#76#61#53#63#72#69#70#74 /JS (app.alert(1))")
		if _, _, err := copied(t, content, everything()); !errs.HasCode(err, errs.CodeUnsupportedMediaType) {
			t.Errorf("after %d bytes: %v", before, err)
		}
	}
}

func TestCopy_LargestFile(t *testing.T) {
	t.Parallel()
	if _, stored, err := copied(t, mediatest.SizedPDF(media.MaxBytes), media.Documents()); err != nil || len(stored) != media.MaxBytes {
		t.Errorf("%d bytes: %v", len(stored), err)
	}
}

// A connection that breaks is no damaged file.
func TestCopy_BrokenConnection(t *testing.T) {
	t.Parallel()
	broken := errors.New("the connection broke")
	photo := mediatest.JPEG(t, 300, 200)
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	in := io.MultiReader(bytes.NewReader(photo[:len(photo)/2]), iotest.ErrReader(broken))
	if _, err := media.Copy(out, in, media.Documents()); !errors.Is(err, broken) {
		t.Errorf("refused with %v", err)
	}
}

// Whatever the bytes are, they are stored or refused, and never stored with bytes that copying would refuse.
func FuzzCopy(f *testing.F) {
	for _, seed := range [][]byte{mediatest.JPEG(f, 20, 10), mediatest.PNG(f, 20, 10), mediatest.WebP(f), mediatest.HEIC(), mediatest.PDF(""),
		mediatest.Office(f, "[Content_Types].xml", "word/document.xml"), []byte("a;b")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		kind, stored, err := copied(t, content, everything())
		if err != nil {
			if errs.As(err) == nil {
				t.Fatalf("an unexpected error: %v", err)
			}
			return
		}
		if again, _, err := copied(t, stored, everything()); err != nil || again != kind {
			t.Fatalf("%s was stored and is %s: %v", kind, again, err)
		}
	})
}
