// Package sheet writes rows to CSV, XLSX and JSON files. Values are in PostgreSQL's text format.
// Rows are not kept in memory, so a file may have any length.
package sheet

import (
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"acolhe/models/platform/items/kind"
)

// Column is one column of a file.
type Column struct {
	Name string
	Kind kind.Kind
}

// Writer writes one file.
type Writer interface {
	// Row writes one row with a value for each column; nil is null.
	Row(values [][]byte) error
	// Close completes the file.
	Close() error
	// Discard releases the resources of the file and must always be called.
	Discard()
}

// Format is a file format.
type Format struct {
	ContentType string
	Open        func(w io.Writer, columns []Column) (Writer, error)
}

// Content types of the formats other than JSON.
const (
	csvType  = "text/csv"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// ContentTypes lists the content types of the formats other than JSON.
func ContentTypes() []string { return []string{csvType, xlsxType} }

// Formats returns the formats by the values of the parameter `export`.
func Formats(style Style) map[string]Format {
	return map[string]Format{
		"csv": {csvType + "; charset=utf-8", func(w io.Writer, columns []Column) (Writer, error) {
			return openCSV(w, columns, style)
		}},
		"xlsx": {xlsxType, func(w io.Writer, columns []Column) (Writer, error) {
			return openXLSX(w, columns, style)
		}},
		"json": {"application/json; charset=utf-8", openJSON},
	}
}

// Style is the format of values in a CSV file.
type Style struct {
	separator rune
	bom       string
	zone      *time.Location
	brazilian bool
}

// Plain is RFC 4180 with values as in the JSON interface.
func Plain() Style { return Style{separator: ',', zone: time.UTC} }

// Brazilian is the format that Brazilian spreadsheets open without questions: a UTF-8 byte order
// mark, semicolons, decimal commas, and dates as 20/11/2026 in the zone.
func Brazilian(zone *time.Location) Style {
	return Style{separator: ';', bom: "\ufeff", zone: zone, brazilian: true}
}

// cell formats a value.
func (s Style) cell(k kind.Kind, value []byte) string {
	text := string(value)
	switch {
	case value == nil:
		return ""
	case k == kind.List:
		return escapeFormula(joinList(text))
	case k.IsText() || k == kind.JSON:
		return escapeFormula(text)
	case k == kind.Timestamp:
		return s.timestamp(text)
	case k == kind.Boolean:
		return s.boolean(text)
	case !s.brazilian:
		return text
	case k == kind.Decimal:
		return strings.Replace(text, ".", ",", 1)
	case k == kind.Date:
		return s.date(text)
	}
	return text
}

// timestampLayout is the layout of a timestamp in PostgreSQL's text format.
const timestampLayout = "2006-01-02 15:04:05.999999Z07"

func (s Style) timestamp(text string) string {
	moment, err := time.Parse(timestampLayout, text)
	if err != nil {
		return text
	}
	if s.brazilian {
		return moment.In(s.zone).Format("02/01/2006 15:04:05")
	}
	return moment.UTC().Format(time.RFC3339Nano)
}

func (s Style) date(text string) string {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return day.Format("02/01/2006")
}

func (s Style) boolean(text string) string {
	words := map[string]string{"t": "true", "f": "false"}
	if s.brazilian {
		words = map[string]string{"t": "Sim", "f": "Não"}
	}
	return words[text]
}

// escapeFormula keeps a spreadsheet from evaluating a text as a formula: formulas begin with one of
// these characters, in some programs also with their full-width forms or after invisible
// characters.
func escapeFormula(text string) string {
	visible := strings.TrimLeftFunc(text, isInvisible)
	first, _ := utf8.DecodeRuneInString(visible)
	if strings.ContainsRune("=+-@＝＋－＠", first) || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") {
		return "'" + text
	}
	return text
}

// isInvisible reports whether a character is a space, a control or a format character.
func isInvisible(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }
