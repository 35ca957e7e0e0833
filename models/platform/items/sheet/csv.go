package sheet

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
)

// csvFile writes lines that end in CR LF, as in RFC 4180.
type csvFile struct {
	to      *csv.Writer
	columns []Column
	style   Style
	line    []string
}

func openCSV(w io.Writer, columns []Column, style Style) (Writer, error) {
	if _, err := io.WriteString(w, style.bom); err != nil {
		return nil, err
	}
	f := &csvFile{to: csv.NewWriter(w), columns: columns, style: style, line: make([]string, len(columns))}
	f.to.Comma, f.to.UseCRLF = style.separator, true
	for i, column := range columns {
		f.line[i] = column.Name
	}
	return f, f.to.Write(f.line)
}

// lineBreaks replaces every line break with LF, because csv.Writer drops a CR without LF.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func (f *csvFile) Row(values [][]byte) error {
	for i, column := range f.columns {
		f.line[i] = lineBreaks.Replace(f.style.cell(column.Kind, values[i]))
	}
	return f.to.Write(f.line)
}

func (f *csvFile) Close() error {
	f.to.Flush()
	return f.to.Error()
}

func (f *csvFile) Discard() {}

// joinList joins the elements of a list with commas.
func joinList(list string) string {
	var words []string
	if json.Unmarshal([]byte(list), &words) != nil {
		return list
	}
	return strings.Join(words, ", ")
}
