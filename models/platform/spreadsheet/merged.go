package spreadsheet

import (
	"strings"

	"github.com/xuri/excelize/v2"
)

const (
	// maxMergedBytes is the size of all rows up to which merged cells and colours are read: that keeps a sheet in memory. Sheets made by
	// hand are smaller, and those that programs write have none.
	maxMergedBytes = 4 << 20
	// maxMergedRows is the height of merged cells that belong to a family; higher ones are decoration.
	maxMergedRows = 100
)

// block is a cell that is merged with those below it.
type block struct {
	column, first, last int
	value               string
}

type mergedCells []block

// whole opens a file again whose sheets are kept in memory; nil for a large one.
func (f *xlsxFile) whole() (*excelize.File, error) {
	if f.path == "" {
		return nil, nil
	}
	book, err := excelize.OpenFile(f.path, excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: inMemory})
	if err != nil {
		return nil, errDamaged()
	}
	return book, nil
}

// merged returns the cells of a sheet that are merged over several rows.
func (f *xlsxFile) merged(sheet int) (blocks mergedCells, err error) {
	book, err := f.whole()
	if book == nil || err != nil {
		return nil, err
	}
	defer func() { _ = book.Close() }()
	found, err := book.GetMergeCells(f.sheets[sheet], true)
	if err != nil {
		// A sheet of a chart has no cells.
		return nil, nil
	}
	for _, one := range found {
		first, last, isRange := strings.Cut(one[0], ":")
		column, top, err := excelize.CellNameToCoordinates(first)
		_, bottom, lastErr := excelize.CellNameToCoordinates(last)
		if isRange && err == nil && lastErr == nil && bottom > top && bottom-top <= maxMergedRows && column <= MaxColumns {
			blocks = append(blocks, block{column: column - 1, first: top, last: bottom})
		}
	}
	return blocks, nil
}

// fill repeats the value of merged cells in each of their rows that holds something else.
func (b mergedCells) fill(line int, cells []string) []string {
	filled := len(cells)
	for i := range b {
		one := &b[i]
		switch {
		case one.first == line && one.column < filled:
			one.value = cells[one.column]
		case one.first < line && line <= one.last && filled > 0 && one.value != "":
			for len(cells) <= one.column {
				cells = append(cells, "")
			}
			if cells[one.column] == "" {
				cells[one.column] = one.value
			}
		}
	}
	return cells
}
