// Package sheet writes rows to files that people open in a spreadsheet, or programs read:
// CSV, XLSX and JSON. Values come as PostgreSQL's text; a row is gone once it is written, so
// a file may be of any length.
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
	// Row writes one row, a value for each column; nil is nothing.
	Row(values [][]byte) error
	// Close completes the file.
	Close() error
	// Discard frees what the file took; it is called in any case.
	Discard()
}

// Format is a kind of file.
type Format struct {
	ContentType string
	Open        func(w io.Writer, columns []Column) (Writer, error)
}

// The types of the formats that are no JSON.
const (
	csvType  = "text/csv"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// ContentTypes lists the types of the formats that are no JSON.
func ContentTypes() []string { return []string{csvType, xlsxType} }

// Formats lists the formats by the names of the parameter `export`.
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

// Style is how values are spelled in a CSV.
type Style struct {
	separator rune
	mark      string
	zone      *time.Location
	brazilian bool
}

// Plain is RFC 4180, with values as the JSON interface spells them.
func Plain() Style { return Style{separator: ',', zone: time.UTC} }

// Brazilian is what a Brazilian spreadsheet takes without asking: a mark that says UTF-8,
// semicolons, decimal commas, days as 20/11/2026 in the zone.
func Brazilian(zone *time.Location) Style {
	return Style{separator: ';', mark: "\ufeff", zone: zone, brazilian: true}
}

// cell spells a value.
func (s Style) cell(k kind.Kind, value []byte) string {
	text := string(value)
	switch {
	case value == nil:
		return ""
	case k == kind.List:
		return harmless(joined(text))
	case k.IsText() || k == kind.JSON:
		return harmless(text)
	case k == kind.Timestamp:
		return s.moment(text)
	case k == kind.Boolean:
		return s.yesOrNo(text)
	case !s.brazilian:
		return text
	case k == kind.Decimal:
		return strings.Replace(text, ".", ",", 1)
	case k == kind.Date:
		return s.day(text)
	}
	return text
}

// stored are the forms of a moment as PostgreSQL writes it.
const stored = "2006-01-02 15:04:05.999999Z07"

func (s Style) moment(text string) string {
	moment, err := time.Parse(stored, text)
	if err != nil {
		return text
	}
	if s.brazilian {
		return moment.In(s.zone).Format("02/01/2006 15:04:05")
	}
	return moment.UTC().Format(time.RFC3339Nano)
}

func (s Style) day(text string) string {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return day.Format("02/01/2006")
}

func (s Style) yesOrNo(text string) string {
	words := map[string]string{"t": "true", "f": "false"}
	if s.brazilian {
		words = map[string]string{"t": "Sim", "f": "Não"}
	}
	return words[text]
}

// harmless keeps a text that somebody typed from being a formula for those who open the file: a
// spreadsheet computes what begins with one of these signs, some also in their wide forms and
// behind what cannot be seen.
func harmless(text string) string {
	seen := strings.TrimLeftFunc(text, isUnseen)
	first, _ := utf8.DecodeRuneInString(seen)
	if strings.ContainsRune("=+-@＝＋－＠", first) || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") {
		return "'" + text
	}
	return text
}

// isUnseen reports whether a character is a space, or one that controls or joins others.
func isUnseen(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }
