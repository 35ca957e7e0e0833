package imports

import (
	"io"
	"time"

	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/errs"
)

// ContentType is the content type of a template with this extension.
func ContentType(extension string) string {
	return sheet.Formats(sheet.Brazilian(time.UTC))[extension].ContentType
}

// WriteTemplate writes a sheet with the titles of a kind and one row of examples, as csv or xlsx.
func WriteTemplate(w io.Writer, of Kind, extension string) error {
	format, known := sheet.Formats(sheet.Brazilian(time.UTC))[extension]
	if !known || !of.IsSheet() {
		return errs.NotFound("Este modelo não existe.")
	}
	var columns []sheet.Column
	var examples [][]byte
	for _, field := range of.Fields() {
		columns = append(columns, sheet.Column{Name: field.Title(), Kind: kind.Text})
		var example []byte
		if field.Example != "" {
			example = []byte(field.Example)
		}
		examples = append(examples, example)
	}
	file, err := format.Open(w, columns)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := file.Row(examples); err != nil {
		return err
	}
	return file.Close()
}
