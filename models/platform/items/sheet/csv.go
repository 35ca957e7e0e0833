package sheet

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
)

// csvFile writes lines that end in CR LF, as RFC 4180 has them.
type csvFile struct {
	to      *csv.Writer
	columns []Column
	style   Style
	line    []string
}

func openCSV(w io.Writer, columns []Column, style Style) (Writer, error) {
	if _, err := io.WriteString(w, style.mark); err != nil {
		return nil, err
	}
	f := &csvFile{to: csv.NewWriter(w), columns: columns, style: style, line: make([]string, len(columns))}
	f.to.Comma, f.to.UseCRLF = style.separator, true
	for i, column := range columns {
		f.line[i] = column.Name
	}
	return f, f.to.Write(f.line)
}

// lineBreaks spells every break of a line in one way: of a lone CR the writer would keep nothing.
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

// joined spells a list of words as people do.
func joined(list string) string {
	var words []string
	if json.Unmarshal([]byte(list), &words) != nil {
		return list
	}
	return strings.Join(words, ", ")
}
