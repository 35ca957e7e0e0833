package pix

import qrcode "github.com/skip2/go-qrcode"

// Squares is a QR code row by row, true where dark. The four squares around it that must stay
// light are not among them.
type Squares [][]bool

// QR draws a code so that a seventh of it may be lost or dirty.
func QR(code string) (Squares, error) {
	drawn, err := qrcode.New(code, qrcode.Medium)
	if err != nil {
		return nil, err
	}
	drawn.DisableBorder = true
	return drawn.Bitmap(), nil
}

// Run is a part of a row that is dark all along.
type Run struct{ X, Y, Length int }

// Runs returns the dark parts of the rows, from the top.
func (s Squares) Runs() []Run {
	var runs []Run
	for y, row := range s {
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			run := Run{X: x, Y: y}
			for ; x < len(row) && row[x]; x++ {
				run.Length++
			}
			runs = append(runs, run)
		}
	}
	return runs
}
