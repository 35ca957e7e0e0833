// Package mediatest creates files for tests: pictures of every kind with place and camera, and documents.
package mediatest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// Secret is a text in the metadata of every picture; no stored file may contain it.
const Secret = "GPS -27.5969 -48.5495 CANON-EOS"

// Orientation is the orientation of the pictures of JPEG.
const Orientation = 6

// Position is the place in the pictures of JPEG, as its bytes.
const Position = "\x1b\x00\x00\x00\x01\x00\x00\x00\x23\x00\x00\x00"

// Picture returns a picture with a pattern.
func Picture(width, height int) image.Image {
	drawn := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			drawn.Set(x, y, color.RGBA{uint8(x * 255 / width), uint8(y * 255 / height), 120, 255})
		}
	}
	return drawn
}

// lined is Picture with dark lines, as those of writing: without edges a photo is blurred.
func lined(width, height int) image.Image {
	drawn := Picture(width, height).(*image.RGBA)
	for x := 0; x < width; x += 40 {
		for y := range height {
			drawn.Set(x, y, color.Black)
			drawn.Set(x+1, y, color.Black)
		}
	}
	return drawn
}

// The Exif data of a photo: the main directory with the orientation and the offset of the second one, which holds the
// place, latitude 27° 35' 49" south.
const (
	exifStart   = "Exif\x00\x00II*\x00\x08\x00\x00\x00"
	orientation = "\x02\x00" + "\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00" + "\x25\x88\x04\x00\x01\x00\x00\x00\x26\x00\x00\x00" + "\x00\x00\x00\x00"
	location    = "\x02\x00" + "\x01\x00\x02\x00\x02\x00\x00\x00S\x00\x00\x00" + "\x02\x00\x05\x00\x03\x00\x00\x00\x44\x00\x00\x00" + "\x00\x00\x00\x00" +
		Position + "\x01\x00\x00\x00" + "\x31\x00\x00\x00\x01\x00\x00\x00"
)

// JPEG returns a photo with Exif data that has the place, a comment, and bytes after its end.
func JPEG(t testing.TB, width, height int) []byte {
	t.Helper()
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, lined(width, height), nil); err != nil {
		t.Fatal(err)
	}
	exif := exifStart + orientation + location + Secret
	photo := []byte("\xff\xd8" + segment(0xe1, exif) + segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+Secret) + segment(0xfe, Secret))
	photo = append(photo, encoded.Bytes()[2:]...)
	return append(photo, "PK\x03\x04<script>"+Secret...)
}

func segment(marker byte, payload string) string {
	return string([]byte{0xff, marker, byte((len(payload) + 2) >> 8), byte(len(payload) + 2)}) + payload
}

// PNG returns a picture with texts and bytes after its end.
func PNG(t testing.TB, width, height int) []byte {
	t.Helper()
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, Picture(width, height)); err != nil {
		t.Fatal(err)
	}
	const afterHeader = 8 + 25
	parts := encoded.Bytes()
	return bytes.Join([][]byte{parts[:afterHeader], chunk("tEXt", "Comment\x00"+Secret), chunk("eXIf", Secret), parts[afterHeader:],
		[]byte(Secret)}, nil)
}

// HugePNG returns a small file that claims to be a picture of this size.
func HugePNG(width, height uint32) []byte {
	header := binary.BigEndian.AppendUint32(nil, width)
	header = append(binary.BigEndian.AppendUint32(header, height), 8, 2, 0, 0, 0)
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", string(header)), chunk("IDAT", "x"), chunk("IEND", "")}, nil)
}

func chunk(name, content string) []byte {
	made := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	made = append(made, name+content...)
	return binary.BigEndian.AppendUint32(made, crc32.ChecksumIEEE([]byte(name+content)))
}

// WebP returns a picture of one point with Exif and XMP data.
func WebP(t testing.TB) []byte {
	t.Helper()
	simple, err := base64.StdEncoding.DecodeString("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
	if err != nil {
		t.Fatal(err)
	}
	const metadata = "\x0c"
	content := "WEBP" + riff("VP8X", metadata+"\x00\x00\x00"+"\x00\x00\x00"+"\x00\x00\x00") + string(simple[12:]) + riff("EXIF",
		Secret) + riff("XMP ", Secret)
	return []byte(riff("RIFF", content) + Secret)
}

func riff(name, content string) string {
	made := name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(content)))) + content
	return made + strings.Repeat("\x00", len(content)%2)
}

// HEIC returns the structure of a photo of iOS: an Exif item in mdat, an XMP item in idat, and a box of another program.
func HEIC() []byte {
	ftyp := atom("ftyp", "heic\x00\x00\x00\x00mif1heic")
	infe := func(id byte, kind string) string {
		return string(atom("infe", "\x02\x00\x00\x00\x00"+string([]byte{id})+"\x00\x00"+kind+"\x00"))
	}
	iinf := atom("iinf", "\x00\x00\x00\x00\x00\x03"+infe(1, "hvc1")+infe(2, "Exif")+infe(3, "mime"))
	ispe := atom("ispe", "\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x01\x00")
	iprp := atom("iprp", string(atom("ipco", string(ispe))))
	idat := atom("idat", Secret)
	meta := func(picture, exif int) []byte {
		iloc := "\x01\x00\x00\x00\x44\x00\x00\x03"
		for _, item := range []struct{ id, method, at, size int }{{1, 0, picture, 16}, {2, 0, exif, len(Secret)}, {3, 1, 0, len(Secret)}} {
			iloc += string([]byte{0, byte(item.id), 0, byte(item.method), 0, 0, 0, 1})
			iloc += string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(item.at)), uint32(item.size)))
		}
		return atom("meta", "\x00\x00\x00\x00"+string(iinf)+string(atom("iloc", iloc))+string(iprp)+string(idat))
	}
	begins := len(ftyp) + len(meta(0, 0)) + 8
	made := append(ftyp, meta(begins, begins+16)...)
	made = append(made, atom("mdat", strings.Repeat("P", 16)+Secret)...)
	return append(made, atom("mpvd", Secret)...)
}

func atom(name, content string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(content)+8)), name+content...)
}

// PDF returns a document with something in its body.
func PDF(body string) []byte {
	return []byte("%PDF-1.4\n1 0 obj\n<< /Type /Catalog " + body + " >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n")
}

// SizedPDF returns a document of this size.
func SizedPDF(size int) []byte {
	frame := len(PDF(""))
	return PDF("% " + strings.Repeat("x", size-frame-2))
}

// Office returns a ZIP with entries of these names.
func Office(t testing.TB, names ...string) []byte {
	t.Helper()
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, name := range names {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(entry, "<xml/>")
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}
