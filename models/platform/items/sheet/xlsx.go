package sheet

import (
	"archive/zip"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"acolhe/models/platform/items/kind"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of the format.
const (
	maxRows      = 1_048_576
	maxCellRunes = 32_767
)

// Number formats of dates and times.
const (
	dayFormat    = "dd/mm/yyyy"
	momentFormat = "dd/mm/yyyy hh:mm:ss"
)

// xlsxFile writes a workbook. Rows are stored in a temporary file, and the workbook is written at
// Close, so a failed export writes nothing.
type xlsxFile struct {
	to          io.Writer
	book        *excelize.File
	rows        *excelize.StreamWriter
	columns     []Column
	zone        *time.Location
	day, moment int
	line        []any
	written     int
}

func openXLSX(w io.Writer, columns []Column, style Style) (Writer, error) {
	f := &xlsxFile{to: w, book: excelize.NewFile(), columns: columns, zone: style.zone, line: make([]any, len(columns))}
	var err error
	if f.day, err = f.numberFormat(dayFormat); err != nil {
		return nil, err
	}
	if f.moment, err = f.numberFormat(momentFormat); err != nil {
		return nil, err
	}
	if f.rows, err = f.book.NewStreamWriter("Sheet1"); err != nil {
		return nil, err
	}
	for i, column := range columns {
		f.line[i] = column.Name
	}
	return f, f.write()
}

func (f *xlsxFile) numberFormat(format string) (int, error) {
	return f.book.NewStyle(&excelize.Style{CustomNumFmt: &format})
}

func (f *xlsxFile) Row(values [][]byte) error {
	for i, column := range f.columns {
		f.line[i] = f.cell(column.Kind, values[i])
	}
	return f.write()
}

func (f *xlsxFile) write() error {
	if f.written++; f.written > maxRows {
		return errs.Invalid("export", "uma planilha tem no máximo 1.048.576 linhas: filtre, ou exporte como csv")
	}
	return f.rows.SetRow("A"+strconv.Itoa(f.written), f.line)
}

// cell returns numbers, dates, times and booleans with their own type. A text in a workbook is
// never a formula.
func (f *xlsxFile) cell(k kind.Kind, value []byte) any {
	if value == nil {
		return nil
	}
	text := string(value)
	switch k {
	case kind.Integer, kind.Decimal:
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return number
		}
	case kind.Boolean:
		return text == "t"
	case kind.Timestamp:
		if moment, err := time.Parse(timestampLayout, text); err == nil {
			return excelize.Cell{StyleID: f.moment, Value: wallClock(moment.In(f.zone))}
		}
	case kind.Date:
		if day, err := time.Parse(time.DateOnly, text); err == nil {
			return excelize.Cell{StyleID: f.day, Value: day}
		}
	case kind.List:
		text = joinList(text)
	}
	return texts.Truncate(text, maxCellRunes)
}

// wallClock returns the time in UTC that has the same clock time, because a cell has no zone.
func wallClock(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.Add(time.Duration(offset) * time.Second).UTC()
}

func (f *xlsxFile) Close() error {
	if err := f.rows.Flush(); err != nil {
		return err
	}
	// By default the library compresses the whole workbook in memory before it writes.
	f.book.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(f.to) })
	return f.book.Write(f.to)
}

// Discard removes the temporary files.
func (f *xlsxFile) Discard() {
	_ = f.book.Close() // a temporary file that cannot be removed is no error of the export
}
