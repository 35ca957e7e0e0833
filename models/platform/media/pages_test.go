package media_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"acolhe/models/platform/media"
	"acolhe/models/platform/media/mediatest"
)

// packedPDF returns a PDF whose objects are in a packed object stream, as most programs write them.
func packedPDF(t *testing.T, objects string) []byte {
	t.Helper()
	var stream bytes.Buffer
	writer := zlib.NewWriter(&stream)
	if _, err := writer.Write([]byte(objects)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, "%%PDF-1.5\n9 0 obj\n<</Length %d/Type/ObjStm/N 3/First 15/Filter/FlateDecode>>\nstream\r\n%s\nendstream\nendobj\n%%%%EOF", stream.Len(), stream.Bytes())
}

func TestCountPages(t *testing.T) {
	t.Parallel()
	kids := strings.Repeat("12345 0 R ", 2500)
	for name, c := range map[string]struct {
		pdf  []byte
		want int
	}{
		"plain":             {[]byte("%PDF-1.4\n1 0 obj\n<< /Type /Pages\n/Kids [3 0 R]\n/Count 4 /MediaBox [0 0 1 1] >>\nendobj"), 4},
		"count first":       {[]byte("1 0 obj <</Count 12/Resources<</Font<<>>>>/Kids[3 0 R]/Type/Pages>> endobj"), 12},
		"many children":     {[]byte(strings.Repeat("x", 200<<10) + "<</Type/Pages/Kids[" + kids + "]/Count 2500>>"), 2500},
		"outlines":          {[]byte("<</Type/Pages/Kids[]>><</Type/Outlines/Count 77>>"), 0},
		"inner tree":        {[]byte("<</Type/Pages/Count 2>> <</Type/Pages/Count 9>> <</Type/Pages/Count 7>>"), 9},
		"packed":            {packedPDF(t, "<</Type/Outlines/Count 77>><</Type/Pages/Kids[1 0 R]/Count 3>>"), 3},
		"damaged stream":    {append(packedPDF(t, "<</Type/Pages/Count 3>>")[:90], "garbage"...), 0},
		"encrypted":         {[]byte("<</Type/ObjStm>>stream\n\x01\x02\x03"), 0},
		"absurd":            {[]byte("<</Type/Pages/Count 999999>>"), 0},
		"no page tree":      {mediatest.SizedPDF(300 << 10), 0},
		"brackets that end": {[]byte(">><</Type/Pages"), 0},
		"empty":             {nil, 0},
	} {
		if got := media.CountPages(bytes.NewReader(c.pdf), int64(len(c.pdf))); got != c.want {
			t.Errorf("%s: %d pages, want %d", name, got, c.want)
		}
	}
}

// A file full of page trees that never end is searched within a limit.
func TestCountPages_ManyTrees(t *testing.T) {
	t.Parallel()
	pdf := []byte(strings.Repeat("/Type/Pages", media.MaxBytes/11))
	if got := media.CountPages(bytes.NewReader(pdf), int64(len(pdf))); got != 0 {
		t.Errorf("%d pages", got)
	}
}

// Unpacking stops at a limit, however much an object stream holds.
func TestCountPages_Bomb(t *testing.T) {
	t.Parallel()
	bomb := packedPDF(t, strings.Repeat(" ", 8<<20)+"<</Type/Pages/Count 3>>")
	if got := media.CountPages(bytes.NewReader(bomb), int64(len(bomb))); got != 0 {
		t.Errorf("%d pages", got)
	}
}

func FuzzCountPages(f *testing.F) {
	f.Add([]byte("1 0 obj <</Count 12/Resources<</Font<<>>>>/Kids[3 0 R]/Type/Pages>> endobj"))
	f.Add([]byte("<</Type/ObjStm>>stream\n\x78\x9c"))
	f.Fuzz(func(t *testing.T, pdf []byte) {
		if pages := media.CountPages(bytes.NewReader(pdf), int64(len(pdf))); pages < 0 || pages > 100_000 {
			t.Errorf("%d pages", pages)
		}
	})
}
