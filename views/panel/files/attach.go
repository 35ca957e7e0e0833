package files

import (
	"strconv"

	"acolhe/models/files"
	"acolhe/models/types/errs"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
	"acolhe/web"
)

// Addresses of attaching a file that is stored already: from the page of a record, and the search of records.
const (
	ChoosePath   = Path + "/escolher"
	SearchPath   = Path + "/registros"
	AttachSlug   = "/anexar"
	RemoveSlug   = "/excluir"
	maxNameField = 200
)

// AttachHref returns the form that attaches a file to another record of a collection.
func AttachHref(file int64, owner files.Owner) string {
	return address(file, AttachSlug) + "?em=" + string(owner)
}

// RemoveHref removes an attachment.
func RemoveHref(attachment int64) string {
	return Path + "/remover/" + strconv.FormatInt(attachment, 10)
}

// linkLine is a record that holds the file, with the way to remove the file from it.
func (d ViewData) linkLine(link files.Link) ui.Line {
	line := ui.Line{Title: LinkText(link), Href: LinkHref(link)}
	if d.MayRemove && link.AttachmentID != nil {
		line.Actions = []ui.Content{d.detach(link)}
	}
	return line
}

// ChooseHref returns the page that chooses a stored file for a record.
func ChooseHref(place Place) string { return ChoosePath + "?de=" + place.String() }

// AttachData is the form that attaches a stored file to a record.
type AttachData struct {
	File files.Held
	// Owner is the collection of the record; Record is the chosen one.
	Owner  files.Owner
	Record string
	Typed  web.FormData
	// Found are the matches of a text that was sent without a choice.
	Found   []files.Record
	Refused error
}

func (d AttachData) segments() nav.Segments {
	segments := nav.Segments{Label: "Em que anexar"}
	for _, one := range []struct {
		owner files.Owner
		label string
	}{{files.OfUser, "Associado ou paciente"}, {files.OfOrder, "Pedido"}, {files.OfService, "Serviço"}} {
		segments.Segments = append(segments.Segments,
			nav.Tab{Label: one.label, Href: AttachHref(d.File.ID, one.owner), Current: d.Owner == one.owner})
	}
	return segments
}

func (d AttachData) search() control.Search {
	hint := map[files.Owner]string{files.OfUser: "Busque por nome, CPF ou e-mail.", files.OfOrder: "Busque pelo número ou pelo associado.",
		files.OfService: "Busque pelo código, pelo associado ou pelo paciente."}[d.Owner]
	return control.Search{Name: "id", Label: "Registro", Value: d.Typed.Or("id", ""), Text: d.Typed.Or("id_texto", ""),
		URL: SearchPath + "/" + string(d.Owner), Hint: hint,
		Error: d.problems().For("id"), Focus: true}
}

func (d AttachData) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
		return map[string]string{"id": "Registro", "doc_kind": "Tipo", "kind": "Tipo", "file_id": "Arquivo"}[path]
	})
}

func (d AttachData) refusal() string {
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		return refused.Message
	}
	return ""
}

// ChooseData is the page that chooses a stored file for a record.
type ChooseData struct {
	Place Place
	Q     string
	Found []files.Held
}

func recordID(record files.Record) string { return strconv.FormatInt(record.ID, 10) }

// RecordOptions answers the search of records.
func RecordOptions(list string, found []files.Record) control.Options {
	options := make([]control.Option, len(found))
	for i, record := range found {
		options[i] = control.Option{Value: recordID(record), Label: record.Name, Detail: record.Detail}
	}
	return control.Options{List: list, Options: options}
}
