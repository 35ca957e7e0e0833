package pdf

import (
	"time"

	"github.com/go-pdf/fpdf"
)

// NewLabels returns a document without pages whose pages are labels of this size in millimetres, without head and foot; Begin
// starts a label.
func NewLabels(title string, now time.Time, width, height float64) *Document {
	return newDocument(fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: height}}), title, now)
}

// Blank is a Layout without head and foot, for labels of this height in millimetres.
type Blank struct{ Height float64 }

// WriteHead implements Layout.
func (Blank) WriteHead(*Document) {}

// WriteFoot implements Layout.
func (Blank) WriteFoot(*Document, int, int) {}

// Bottom implements Layout.
func (b Blank) Bottom() float64 { return b.Height }
