package pix

import qrcode "github.com/skip2/go-qrcode"

// Bitmap is a QR code row by row, true for dark modules, without the border of four light modules
// that it needs.
type Bitmap [][]bool

// QR returns the QR code with error correction level M, which recovers 15 % of damage.
func QR(code string) (Bitmap, error) {
	qr, err := qrcode.New(code, qrcode.Medium)
	if err != nil {
		return nil, err
	}
	qr.DisableBorder = true
	return qr.Bitmap(), nil
}

// Run is a sequence of dark modules in a row.
type Run struct{ X, Y, Length int }

// Runs returns the runs of all rows, from the top.
func (b Bitmap) Runs() []Run {
	var runs []Run
	for y, row := range b {
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
