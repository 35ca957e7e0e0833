package spreadsheet

import (
	"archive/zip"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Limits of a workbook, whose parts are packed.
const (
	// maxUnpacked is the size in bytes of all its parts, maxAside of those that are neither rows nor their texts, which are
	// kept in memory; maxRatio is how much larger than the file they may be.
	maxUnpacked = 2 << 30
	maxAside    = 32 << 20
	maxRatio    = 200
	// maxSheets is the number of sheets that are offered.
	maxSheets = 50
	// inMemory is the size in bytes from which a part is unpacked to the disk.
	inMemory = 1 << 20
)

type xlsxFile struct {
	book   *excelize.File
	sheets []string
	// path is that of the file, empty for one whose merged cells and colours are not read.
	path string
}

func openXLSX(file *os.File, size int64, path string) (File, error) {
	rowBytes, err := checkParts(file, size)
	if err != nil {
		return nil, err
	}
	_ = file.Close()
	book, err := excelize.OpenFile(path, excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: inMemory})
	if err != nil {
		return nil, errDamaged()
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		_ = book.Close()
		return nil, errDamaged()
	}
	if rowBytes > maxMergedBytes {
		path = ""
	}
	return &xlsxFile{book: book, sheets: sheets[:min(len(sheets), maxSheets)], path: path}, nil
}

func errDamaged() error {
	return refused("A planilha está danificada ou não é do Excel. Abra, salve como .xlsx ou .csv e envie de novo.")
}

// checkParts refuses a file that is no workbook or unpacks to too much.
func checkParts(file *os.File, size int64) (rowBytes uint64, err error) {
	parts, err := zip.NewReader(file, size)
	if err != nil {
		return 0, errDamaged()
	}
	var all, aside uint64
	isWorkbook := false
	for _, part := range parts.File {
		name := strings.ToLower(strings.ReplaceAll(part.Name, `\`, "/"))
		isWorkbook = isWorkbook || name == "xl/workbook.xml"
		all += min(part.UncompressedSize64, maxUnpacked)
		if !strings.HasPrefix(name, "xl/worksheets/") && name != "xl/sharedstrings.xml" {
			aside += min(part.UncompressedSize64, maxUnpacked)
		}
	}
	switch {
	case !isWorkbook:
		return 0, errKind()
	case all > maxUnpacked, all > uint64(size)*maxRatio && all > maxAside:
		return 0, refused("Esta planilha se expande para um tamanho que não cabe. Copie os dados para uma planilha nova, ou salve como CSV.")
	case aside > maxAside:
		return 0, refused("Esta planilha tem imagens ou gráficos demais. Salve como CSV e envie de novo.")
	}
	return all - aside, nil
}

// Format implements File.
func (f *xlsxFile) Format() string { return "XLSX" }

// Sheets implements File.
func (f *xlsxFile) Sheets() []string { return f.sheets }

// Close implements File.
func (f *xlsxFile) Close() { _ = f.book.Close() }

// Each implements File.
func (f *xlsxFile) Each(sheet int, take func(line int, cells []string) error) error {
	if sheet < 0 || sheet >= len(f.sheets) {
		return refused("Esta planilha não existe no arquivo.")
	}
	rows, err := f.book.Rows(f.sheets[sheet])
	if err != nil {
		// A sheet of a chart has no rows.
		return nil
	}
	defer func() { _ = rows.Close() }()
	merged, err := f.merged(sheet)
	if err != nil {
		return err
	}
	taken := 0
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns()
		if err != nil {
			return errDamaged()
		}
		for i, cell := range cells {
			cells[i] = plainNumber(cell)
		}
		if cells, err = row(line, cells); err != nil {
			return err
		}
		if cells = merged.fill(line, cells); len(cells) == 0 {
			continue
		}
		if taken++; taken > MaxRows {
			return errRows()
		}
		if err := take(line, cells); err != nil {
			return err
		}
	}
	if rows.Error() != nil {
		return errDamaged()
	}
	return nil
}

// scientific matches a number as workbooks store long ones: 5.2998224725E10; imprecise one with the noise of binary
// fractions: 389.89999999999998.
var (
	scientific = regexp.MustCompile(`^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$`)
	imprecise  = regexp.MustCompile(`^-?\d+\.\d{9,}$`)
)

// plainNumber writes a stored number as a person sees it.
func plainNumber(cell string) string {
	if len(cell) < 4 || len(cell) > 32 || !scientific.MatchString(cell) && !imprecise.MatchString(cell) {
		return cell
	}
	number, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	// Excel computes with fifteen digits.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 15, 64), 64)
	if err != nil {
		return cell
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
