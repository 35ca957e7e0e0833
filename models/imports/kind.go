package imports

import (
	"io"
	"time"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/people"
	"acolhe/models/imports/targets"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/errs"
)

// Kind is what a spreadsheet holds.
type Kind string

// The kinds.
const (
	Associates    Kind = "associates"
	Annotations   Kind = "annotations"
	Products      Kind = "products"
	Tags          Kind = "tags"
	Professionals Kind = "professionals"
	Orders        Kind = "orders"
	Services      Kind = "services"
	// Scans is a ZIP of scanned documents: a row is a file.
	Scans Kind = "scans"
)

// Kinds lists the kinds.
func Kinds() []Kind {
	return []Kind{Associates, Orders, Services, Products, Professionals, Annotations, Tags, Scans}
}

// IsSheet reports whether the kind is read from a spreadsheet.
func (k Kind) IsSheet() bool { return k != Scans }

// Fields returns the fields of a kind.
func (k Kind) Fields() []cells.Field { return byKind[k].Fields() }

// Label names what is imported, in Portuguese: "Associados e pacientes".
func (k Kind) Label() string { return byKind[k].Label }

// File is the name of the template's file without its extension.
func (k Kind) File() string { return byKind[k].File }

// byKind are the kinds of imports with what their rows become.
var byKind = map[Kind]targets.Target{
	Associates: {Label: "Associados e pacientes", File: "associados", Fields: func() []cells.Field { return cells.Associates },
		Identity: people.Identity, Check: people.Check, Run: people.Run, Undo: people.Undo},
	Annotations: {Label: "Anotações", File: "anotacoes", Fields: func() []cells.Field { return cells.Annotations },
		Identity: noIdentity, Check: people.CheckAnnotations, Run: people.RunAnnotations, Undo: people.UndoAnnotation},
	Products:      targets.OfRecord(kinds.Products),
	Tags:          targets.OfRecord(kinds.Tags),
	Professionals: targets.OfRecord(kinds.Professionals),
	Orders:        targets.OfSale(kinds.Orders),
	Services:      targets.OfSale(kinds.Services),
	Scans:         targets.OfScans(),
}

func noIdentity(map[string]string) string { return "" }

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
