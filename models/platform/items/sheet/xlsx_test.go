package sheet_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
)

// pieces keeps what is written, and the size of the largest piece.
type pieces struct {
	bytes.Buffer
	largest int
}

func (p *pieces) Write(piece []byte) (int, error) {
	p.largest = max(p.largest, len(piece))
	return p.Buffer.Write(piece)
}

// A workbook of any length leaves in small pieces: it is never in memory as a whole.
func TestXLSX_Streamed(t *testing.T) {
	t.Parallel()
	const rows, most = 20_000, 64 << 10
	var out pieces
	book, err := sheet.Formats(sheet.Plain())["xlsx"].Open(&out, []sheet.Column{{Name: "id", Kind: kind.Integer}, {Name: "name", Kind: kind.Text}})
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
		t.Errorf("%d bytes left in pieces of up to %d", out.Len(), out.largest)
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
