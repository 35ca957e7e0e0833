package prescriptions

import (
	"fmt"
	"slices"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/prescriptions"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	filesview "acolhe/views/panel/files"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

type (
	row   = prescriptions.Prescription
	field = form.Field[row]
)

// Names of fields and values that only the pages have.
const (
	// ReplacesField confirms that a new prescription replaces the latest one.
	ReplacesField = "replaces_latest"
	// MoreRows is the value of the button that adds a row for a product.
	MoreRows = "outro"
)

// FormData is what the form of a prescription shows beside its row.
type FormData struct {
	Person associates.Associate
	// Files are those of the person; File is the one beside the form, 0 for none.
	Files []files.Listed
	File  int64
	// Latest is the prescription that a new one would replace, with the id 0 if there is none.
	Latest prescriptions.Prescription
	// More is set after the button that adds a row.
	More bool
}

// Form returns the form of a prescription.
func Form(data FormData) form.Definition[row] {
	return form.Definition[row]{
		ID: "receita", This: "esta receita", Path: Path, NewSlug: "nova/" + strconv.FormatInt(data.Person.ID, 10), EditSlug: "/editar",
		NewTitle: "Registrar receita", NewVerb: "Registrar receita", Verb: "Salvar", Text: "De " + data.Person.FullName(),
		Title: func(*row) string { return "Editar receita" },
		RowID: func(p *row) int64 { return p.ID }, Name: func(*row) string { return "Receita de " + data.Person.FullName() },
		Sections: []form.Section[row]{
			{Title: "Receita", Fields: data.fields()},
			{Title: "O que pode levar", Fields: []field{data.items()}},
		},
	}
}

func (d FormData) fields() []field {
	fields := []field{
		{Name: "prescriber_name", Label: "Quem prescreveu", MaxLength: 200, Value: func(p *row) string { return p.PrescriberName }},
		{Name: "council", Label: "Conselho", Row: "registro", Kind: form.Select, Prompt: "Escolha", Width: control.Half,
			Options: control.OptionsOf(prescriptions.Councils()),
			Value:   func(p *row) string { return p.Council }},
		{Name: "council_number", Label: "Número", Row: "registro", Input: control.Number, Value: func(p *row) string { return p.CouncilNumber }},
		{Name: "council_state", Label: "Estado", Row: "registro", Kind: form.Select, Prompt: "UF", Width: control.Tiny,
			Options: control.OptionsOf(brdoc.States()),
			Value:   func(p *row) string { return p.CouncilState }},
		{Name: "issued_on", Label: "Emitida em", Row: "datas", Input: control.BirthDate, Value: func(p *row) string { return shown(p.IssuedOn) }},
		{Name: "valid_until", Label: "Vale até", Row: "datas", Input: control.BirthDate, Optional: true,
			Value: func(p *row) string { return shown(p.ValidUntil) },
			Hint:  "Em branco, vale o prazo das configurações."},
	}
	if len(d.Files) > 0 {
		fields = append(fields, field{Name: "file_id", Label: "Arquivo", Kind: form.Select, Prompt: "Sem arquivo", Optional: true,
			Options: d.fileOptions(), Value: fileID})
	}
	if d.Latest.ID != 0 {
		fields = append(fields, field{Name: ReplacesField, Label: "Substituição", Kind: form.Check, Value: func(*row) string { return "true" },
			Statement: "Substitui a receita que vale até " + d.Latest.ValidUntil.Shown()})
	}
	return fields
}

func shown(day civil.Date) string {
	if day == (civil.Date{}) {
		return ""
	}
	return day.Shown()
}

func fileID(p *row) string {
	if p.FileID == nil {
		return ""
	}
	return strconv.FormatInt(*p.FileID, 10)
}

func (d FormData) fileOptions() []control.Option {
	options := make([]control.Option, len(d.Files))
	for i, file := range d.Files {
		options[i] = control.Option{Value: strconv.FormatInt(file.FileID, 10), Label: file.FileName}
		if texts.Of(file.DocKind) == "prescription" {
			options[i].Label += " (receita)"
		}
	}
	return options
}

// Picture is the file beside the form; nil without one.
func (d FormData) Picture() ui.Content {
	at := slices.IndexFunc(d.Files, func(file files.Listed) bool { return file.FileID == d.File })
	if at < 0 {
		return nil
	}
	return picture{d.Files[at]}
}

// items are the rows of the products: the typed or stored ones, and an empty one.
func (d FormData) items() field {
	return field{Name: "items", Label: "O que pode levar", Value: func(p *row) string { return Summary(*p) },
		Also: d.itemPaths(), Control: func(c form.Control) ui.Content { return itemsHead{c.Error} },
		Below: func(state form.State[row]) ui.Content { return itemRows{state.Typed, state.Row.Items, d.More} }}
}

// maxRows is the number of rows whose problems the form names.
const maxRows = 21

func (d FormData) itemPaths() []string {
	var paths []string
	for i := range maxRows {
		for _, name := range []string{"code", "name", "dose", "quantity"} {
			paths = append(paths, itemPath(i, name))
		}
	}
	return paths
}

func itemPath(at int, name string) string { return fmt.Sprintf("items[%d].%s", at, name) }

// content is the address of the bytes of a file.
func content(file files.Listed) string { return filesview.ContentHref(file.FileID) }
