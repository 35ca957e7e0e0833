// Package spreadsheet reads CSV and XLSX files that people send, row by row with bounded memory: any separator, the usual
// encodings, several sheets. Cells are texts; a date of Excel is its number. It refuses what cannot be read in sentences for
// people, and knows no area.
package spreadsheet

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"acolhe/models/types/errs"
)

// Limits of a file.
const (
	MaxBytes   = 100 << 20
	MaxRows    = 1_000_000
	MaxColumns = 200
	// maxCell is the number of characters that a cell of Excel can have.
	maxCell = 32_767
)

// File is an open file. Its receiver always calls Close.
type File interface {
	// Format describes the file for people: "CSV com ponto e vírgula, Windows-1252".
	Format() string
	// Sheets are the names of its sheets; a CSV file has one without a name.
	Sheets() []string
	// Each calls take with every row of a sheet that is not blank, and with its line from 1 on. The slice is reused.
	Each(sheet int, take func(line int, cells []string) error) error
	// Colours returns the name of the colour of each row by its line, empty for none: "Vermelho". Large files have none.
	Colours(sheet int) (map[int]string, error)
	Close()
}

// Open opens a file of the disk. It returns 415 UNSUPPORTED_MEDIA_TYPE for a file of another kind or with a password, and 400
// VALIDATION_ERROR for one that is empty, damaged or would unpack to too much.
func Open(path string) (File, error) {
	file, err := os.Open(path) //nolint:gosec // a temporary file of this program
	if err != nil {
		return nil, err
	}
	opened, err := open(file, path)
	if err != nil {
		_ = file.Close()
	}
	return opened, err
}

func open(file *os.File, path string) (File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, refused("O arquivo está vazio.")
	}
	start := make([]byte, 512)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	start = start[:n]
	switch {
	case hasPrefix(start, "PK\x03\x04"):
		return openXLSX(file, info.Size(), path)
	case hasPrefix(start, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
		return nil, errOld(file, info.Size())
	case isForeign(start):
		return nil, errKind()
	}
	return openCSV(file)
}

func hasPrefix(start []byte, prefix string) bool { return strings.HasPrefix(string(start), prefix) }

// isForeign reports whether the first bytes are those of pictures, PDFs and archives.
func isForeign(start []byte) bool {
	for _, prefix := range []string{"%PDF", "\x89PNG", "\xff\xd8\xff", "GIF8", "PK\x05\x06", "PK\x07\x08", "Rar!", "7z\xbc\xaf", "\x1f\x8b",
		"RIFF", "\x7fELF", "MZ", "{\\rtf", "<!DOCTYPE", "<html", "<?xml"} {
		if hasPrefix(start, prefix) {
			return true
		}
	}
	return false
}

// errOld distinguishes a workbook with a password from one of an old Excel: both are compound files.
func errOld(file io.ReaderAt, size int64) error {
	head := make([]byte, min(size, 64<<10))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if strings.Contains(string(head), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00") {
		return refused("Esta planilha pede senha. Salve sem senha.")
	}
	return unsupported("Este arquivo é de um Excel antigo. Salve como .xlsx ou .csv e envie de novo.")
}

func errKind() error { return unsupported("Envie CSV ou XLSX.") }

func unsupported(message string) error {
	return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, message)
}

func refused(message string) error {
	refusal := errs.New(errs.KindInvalid, errs.CodeValidation, message)
	refusal.Fields = []errs.Field{{Path: "file", Message: message}}
	return refusal
}

// clean returns a cell without white space around it and without characters that cannot be stored or seen.
func clean(cell string) string {
	if !utf8.ValidString(cell) {
		cell = strings.ToValidUTF8(cell, "\ufffd")
	}
	if strings.ContainsFunc(cell, isUnwanted) {
		cell = strings.Map(func(r rune) rune {
			switch {
			case r == '\u00a0' || r == '\t' || r == '\u202f':
				return ' '
			case isUnwanted(r):
				return -1
			}
			return r
		}, cell)
	}
	return strings.TrimSpace(cell)
}

func isUnwanted(r rune) bool {
	return r == '\u00a0' || r == '\u202f' || r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// row cleans the cells of a row, cuts blank ones at its end, and reports whether anything is left. A row with too many columns
// or a cell that is too long is refused.
func row(line int, cells []string) ([]string, error) {
	last := 0
	for i, cell := range cells {
		if cells[i] = clean(cell); cells[i] == "" {
			continue
		}
		last = i + 1
		if len(cells[i]) > maxCell && utf8.RuneCountInString(cells[i]) > maxCell {
			return nil, refused("A linha " + integer(line) + " tem uma célula com mais de 32.767 letras. Talvez faltem aspas no fim de um texto.")
		}
	}
	if last > MaxColumns {
		return nil, refused("A linha " + integer(line) + " tem mais de 200 colunas. Apague as que sobram e envie de novo.")
	}
	return cells[:last], nil
}

func errRows() error { return refused("O arquivo tem mais de 1.000.000 de linhas. Divida em partes.") }
