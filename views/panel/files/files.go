// Package files shows attached files: the card on the page of an associate or an order, and the viewer.
package files

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Path is the address to which files are sent; those of one file are below it.
const Path = "/painel/arquivos"

// MaxAtOnce is how many files one form may send.
const MaxAtOnce = 10

// Place is the record whose files are shown: an associate with patients, an order, or a service.
type Place struct {
	Owner files.Owner
	ID    int64
}

// String returns the place as an address has it: users-12.
func (p Place) String() string { return string(p.Owner) + "-" + strconv.FormatInt(p.ID, 10) }

// ParsePlace reads a place from an address; an unknown one has no owner.
func ParsePlace(text string) Place {
	owner, id, _ := strings.Cut(text, "-")
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil || !slices.Contains([]files.Owner{files.OfUser, files.OfOrder, files.OfService}, files.Owner(owner)) {
		return Place{}
	}
	return Place{files.Owner(owner), number}
}

// Href returns the page of the record.
func (p Place) Href() string {
	switch p.Owner {
	case files.OfOrder:
		return "/painel/pedidos/" + strconv.FormatInt(p.ID, 10)
	case files.OfService:
		return "/painel/agenda/" + strconv.FormatInt(p.ID, 10)
	}
	return "/painel/associados/" + strconv.FormatInt(p.ID, 10) + "?parte=documentos"
}

// Href returns the address of the viewer of a file among those of a place.
func Href(place Place, file int64) string {
	return address(file, "") + "?" + url.Values{"de": {place.String()}}.Encode()
}

// FileHref returns the address of the viewer of one file.
func FileHref(file int64) string { return address(file, "") }

// ContentHref returns the address of a file's bytes.
func ContentHref(file int64) string { return address(file, "/conteudo") }

func address(file int64, rest string) string { return Path + "/" + strconv.FormatInt(file, 10) + rest }

// Card is the files of a record on its page.
type Card struct {
	Place Place
	Title string
	Files []files.Listed
	// MayAdd and MayRemove report whether to offer it.
	MayAdd, MayRemove bool
	// People are those whose documents can be added, by their rows: an associate and patients.
	People []control.Option
	// Owner returns whose a file is, for the files of an associate and patients; it may be nil.
	Owner func(files.Listed) string
	Now   time.Time
}

func (c Card) count() string {
	if len(c.Files) == 0 {
		return ""
	}
	return strconv.Itoa(len(c.Files))
}

// Line describes a file in one line: document, whose, and size.
func (c Card) Line(file files.Listed) string {
	owner := ""
	if c.Owner != nil {
		owner = c.Owner(file)
	}
	return fmtbr.Join(" · ", Words(file), owner, pages(file), fmtbr.FileSize(file.Size))
}

// pages returns the number of pages of a PDF in words; empty if it is unknown.
func pages(file files.Listed) string {
	if file.Pages == nil {
		return ""
	}
	return fmtbr.Plural(*file.Pages, "página", "páginas")
}

// Words returns the kind of document of a file: "RG (frente)", "Receita", or the stored kind.
func Words(file files.Listed) string {
	kind := cmp.Or(texts.Of(file.DocType), texts.Of(file.DocKind))
	words, shipped := map[string]string{"": "Documento", "representation": "Prova de representação", "prescription": "Receita",
		"report": "Laudo", "exam": "Exame",
		"proof": "Comprovante", "avatar": "Foto"}[kind]
	if !shipped {
		words = cmp.Or(files.DocType(kind).Label(), kind)
	}
	if side := (map[string]string{"front": "frente", "back": "verso"})[texts.Of(file.Side)]; side != "" {
		words += " (" + side + ")"
	}
	return words
}

// kinds is the choice of the kind of document. A service has none: its proof comes with its payment.
func (c Card) kinds() ui.Content {
	options := []control.Option{{Value: "prescription", Label: "Receita"}, {Value: "report", Label: "Laudo"}, {Value: "exam", Label: "Exame"},
		{Value: "rg.front", Label: "RG, frente"},
		{Value: "rg.back", Label: "RG, verso"}, {Value: "cnh.front", Label: "CNH"}, {Value: "", Label: "Outro documento"}}
	switch c.Place.Owner {
	case files.OfOrder:
		options = []control.Option{{Value: "", Label: "Documento"}, {Value: "proof", Label: "Comprovante"}}
	case files.OfService:
		return templ.NopComponent
	}
	return control.Select{Name: "doc_kind", Label: "Tipo", Options: options}
}

// PersonField is the row of the person whose document a file is.
const PersonField = "pessoa"

// people is the choice of the person; there is none without patients.
func (c Card) people() control.Select {
	return control.Select{Name: PersonField, Label: "De quem", Options: c.People}
}

// Accepted are the endings that the dialog for files offers; the server decides by the bytes.
const Accepted = ".pdf,.jpg,.jpeg,.png,.webp,.heic,.docx,.xlsx,.csv,.txt"

// ViewData is the viewer of one file among those of a record.
type ViewData struct {
	Place    Place
	File     files.Listed
	Previous int64
	Next     int64
	Position string
	// Held are the records that hold the file; MayAttach and MayRemove report whether to offer it.
	Held                 files.Held
	MayAttach, MayRemove bool
	Now                  time.Time
}

// mayRemove reports whether to offer deleting the file: only one that nothing holds.
func (d ViewData) mayRemove() bool { return d.MayRemove && !d.Held.IsUsed }

// sentence begins a text with a capital and ends it with a stop.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

func (d ViewData) kind() media.Kind { return media.Kind(d.File.ContentType) }

// isPicture reports whether every browser shows the file as a picture; HEIC is shown by few.
func (d ViewData) isPicture() bool { return d.kind().IsImage() && d.kind() != media.HEIC }

func (d ViewData) content() string { return ContentHref(d.File.FileID) }

func (d ViewData) why() string {
	if d.kind() == media.HEIC {
		return "Fotos HEIC do iPhone abrem só em alguns navegadores. Baixe para ver."
	}
	return "Este tipo de arquivo não abre aqui. Baixe para ver."
}

// Refused is the page of files that were not stored, each with the reason.
type Refused struct {
	Place  Place
	Files  []RefusedFile
	Stored int
}

// RefusedFile is a file that was not stored.
type RefusedFile struct {
	Name string
	Err  error
}

func (f RefusedFile) reason() string { return Reason(f.Err) }

// Reason returns why a file was not stored.
func Reason(err error) string {
	refusal := errs.As(err)
	if refusal == nil {
		return "Tente de novo."
	}
	if len(refusal.Fields) > 0 {
		return refusal.Fields[0].Message
	}
	return refusal.Message
}

// StoredWords returns the message after files were stored.
func StoredWords(count int) string {
	if count == 1 {
		return "Arquivo guardado."
	}
	return fmtbr.Integer(int64(count)) + " arquivos guardados."
}
