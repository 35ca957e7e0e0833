package sheet_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
)

// chunkWriter records the written bytes and the size of the largest chunk.
type chunkWriter struct {
	bytes.Buffer
	largest int
}

func (c *chunkWriter) Write(chunk []byte) (int, error) {
	c.largest = max(c.largest, len(chunk))
	return c.Buffer.Write(chunk)
}

// A workbook of any length is written in small chunks: it is never in memory as a whole.
func TestXLSX_Streamed(t *testing.T) {
	t.Parallel()
	const rows, most = 20_000, 64 << 10
	var out chunkWriter
	book, err := sheet.Formats(sheet.Plain())["xlsx"].Open(&out,
		[]sheet.Column{{Name: "id", Kind: kind.Integer}, {Name: "name", Kind: kind.Text}})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Discard()
	for i := range rows {
		if err := book.Row([][]byte{fmt.Appendf(nil, "%d", i), fmt.Appendf(nil, "pessoa %x", i*7919)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.Close(); err != nil {
		t.Fatal(err)
	}
	if out.largest > most || out.Len() < 2*most {
		t.Errorf("%d bytes were written in chunks of up to %d", out.Len(), out.largest)
	}
	read, err := excelize.OpenReader(&out.Buffer)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	cell, err := read.GetCellValue("Sheet1", fmt.Sprintf("B%d", rows+1))
	if err != nil || cell != fmt.Sprintf("pessoa %x", (rows-1)*7919) {
		t.Errorf("the last name is %q (%v)", cell, err)
	}
}
