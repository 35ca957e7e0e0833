package sheet

import (
	"io"

	"acolhe/models/platform/items/kind"
)

// jsonFile writes the envelope of the JSON interface with the rows as its data.
type jsonFile struct {
	to      io.Writer
	columns []Column
	row     []byte
	lead    string
}

func openJSON(w io.Writer, columns []Column) (Writer, error) {
	return &jsonFile{to: w, columns: columns, lead: `{"data":[`}, nil
}

func (f *jsonFile) Row(values [][]byte) error {
	f.row = append(f.row[:0], f.lead...)
	for i, column := range f.columns {
		f.row = append(f.row, "{,"[min(i, 1)])
		f.row = kind.AppendString(f.row, []byte(column.Name))
		f.row = column.Kind.AppendJSON(append(f.row, ':'), values[i])
	}
	f.row = append(f.row, '}')
	f.lead = ",\n"
	_, err := f.to.Write(f.row)
	return err
}

func (f *jsonFile) Close() error {
	lead := ""
	if f.lead != ",\n" {
		lead = f.lead
	}
	_, err := io.WriteString(f.to, lead+`],"meta":null,"errors":null}`)
	return err
}

func (f *jsonFile) Discard() {}
