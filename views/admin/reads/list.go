// Package reads shows administrators who saw which person's data, and what was unusual.
package reads

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/reads"
	"acolhe/models/reads/words"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list, ReviewPath that of the question why unusual reads are in order.
const (
	Path       = "/admin/quem-viu"
	ReviewPath = Path + "/conferir"
	// AskPath is the address of the question to the operator of unusual reads.
	AskPath = Path + "/perguntar"
)

var channels = []control.Option{{Value: "page", Label: "página"}, {Value: "api", Label: "API"}, {Value: "file", Label: "arquivo"},
	{Value: "export", Label: "planilha"}}

var viewers = []control.Option{{Value: string(auth.Operator), Label: "equipe"}, {Value: string(auth.Associate), Label: "associados"},
	{Value: string(auth.Token), Label: "tokens"}}

// List returns the list of reads.
func List() list.Definition[reads.Entry, reads.ListInput] {
	return list.Definition[reads.Entry, reads.ListInput]{
		About: list.About{
			Name: "leituras", Title: "Quem viu", Text: "Cada vez que alguém abre o cadastro, um documento ou um relatório de uma pessoa.",
			Path: Path, Search: "Pessoa vista ou quem viu",
			NothingYet: list.Sentence{Title: "Ninguém viu nada ainda",
				Text: "Cada cadastro, documento e relatório aberto aparece aqui em um segundo."},
			Rows:         list.Noun{One: "leitura", Many: "leituras", None: "Nenhuma leitura"},
			NothingFound: list.Sentence{Title: "Nenhuma leitura com estes filtros", Text: "Confira a grafia e o período ou remova um filtro."},
		},
		Filters: []list.Filter[reads.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *reads.ListInput) *string { return &in.Q })},
			{Name: "quem", Label: "Quem", All: "qualquer um", Options: viewers,
				Set: list.To(func(in *reads.ListInput) *auth.Kind { return &in.Kind })},
			{Name: "via", Label: "Por onde", All: "qualquer forma", Options: channels,
				Set: list.To(func(in *reads.ListInput) *string { return &in.Channel })},
			{Name: "de", Label: "De", Kind: list.Day, Set: list.To(func(in *reads.ListInput) *string { return &in.From })},
			{Name: "ate", Label: "Até", Kind: list.Day, Set: list.To(func(in *reads.ListInput) *string { return &in.To })},
			{Name: "operador", Label: "Operador nº", Kind: list.ByLink, Set: setViewer},
		},
		HasPlainTabs: true,
		Lead: list.Lead[reads.Entry]{
			Label: "Quem",
			Text:  func(e *reads.Entry) string { return words.Who(*e) },
			Note:  roleAfter,
		},
		Columns: []list.Column[reads.Entry]{
			{Name: "quando", Label: "Quando", Time: func(e *reads.Entry) time.Time { return e.SeenAt }},
			{Name: "visto", Label: "Quem foi visto", Text: func(e *reads.Entry) string { return words.Seen(*e) }, Cell: seen},
			{Name: "o-que", Label: "O que", Text: func(e *reads.Entry) string { return words.What(*e) }},
			{Name: "forma", Label: "Por onde", HidesBelow: table.Wide, Text: func(e *reads.Entry) string { return words.Way(*e) }},
			{Name: "motivo", Label: "Motivo", HidesBelow: table.Wide, Text: func(e *reads.Entry) string { return reasonOf(*e) }},
		},
		Read: list.Windowed(func(in *reads.ListInput) *page.Window { return &in.Window }),
	}
}

func setViewer(in *reads.ListInput, value string) error {
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 1 {
		return errs.Invalid("operador", "deve ser o número de um operador")
	}
	in.Viewer = id
	return nil
}

// seen links to the record of the person.
func seen(e *reads.Entry, _ time.Time) ui.Content {
	if e.PersonID == nil || e.PersonName == "" {
		return nil
	}
	return ui.Link{Text: words.Seen(*e), Href: "/painel/associados/" + strconv.FormatInt(*e.PersonID, 10)}
}

func reasonOf(e reads.Entry) string {
	if e.Reason == "" {
		return "–"
	}
	return words.Reason(e.Reason)
}

// Head is what stands around the list.
type Head struct {
	Unusual []reads.Unusual
	Check   reads.Check
	Now     time.Time
}

// title says what is unusual: "Breno Quintana viu 214 pessoas".
func title(u reads.Unusual) string {
	people := fmtbr.Plural(u.People, "pessoa", "pessoas")
	switch u.Kind {
	case reads.Many:
		return u.ViewerName + " viu dados de " + people + " em uma hora"
	case reads.Night:
		return u.ViewerName + " viu dados de " + people + " à noite"
	case reads.Colleague:
		return u.ViewerName + " abriu o cadastro de colega"
	}
	return u.ViewerName + " abriu um nome protegido"
}

func (h Head) note(u reads.Unusual) string {
	zone := h.Now.Location()
	first, last := fmtbr.Clock(u.First, zone), fmtbr.Clock(u.Last, zone)
	if first != last {
		first += " a " + last
	}
	return fmtbr.Date(u.First, zone) + ", " + first
}

func seeAll(u reads.Unusual) string {
	return Path + "?" + url.Values{"operador": {strconv.FormatInt(u.ViewerID, 10)}, "de": {u.Day}, "ate": {u.Day}}.Encode()
}

func reviewHref(u reads.Unusual) string {
	return ReviewPath + "?" + url.Values{"tipo": {string(u.Kind)}, "operador": {strconv.FormatInt(u.ViewerID, 10)}, "dia": {u.Day}}.Encode()
}

func askHref(u reads.Unusual) string {
	return AskPath + "?" + url.Values{"tipo": {string(u.Kind)}, "operador": {strconv.FormatInt(u.ViewerID, 10)}, "dia": {u.Day}}.Encode()
}

func suspendHref(u reads.Unusual) string {
	return "/admin/operadores/" + strconv.FormatInt(u.ViewerID, 10)
}

// integrity says how the last check of the log ended.
func (h Head) integrity() string {
	if h.Check.At == nil {
		return "O registro é conferido toda noite. A primeira conferência ainda não terminou."
	}
	return "Registro íntegro: " + fmtbr.Plural(int(h.Check.Rows), "linha conferida",
		"linhas conferidas") + " em " + fmtbr.DateTime(*h.Check.At, h.Now.Location()) +
		", nenhuma falta e nenhuma foi alterada."
}

// fault says what the last check found: "Falta 1 linha em 12/11/2026 entre 10:02 e 10:03."
func (h Head) fault(f reads.Fault) string {
	zone := h.Now.Location()
	when := " em " + fmtbr.Date(f.To, zone) + " entre " + fmtbr.Clock(f.From, zone) + " e " + fmtbr.Clock(f.To, zone) + "."
	rows := fmtbr.Plural(f.Rows, "linha", "linhas")
	switch f.Kind {
	case reads.Missing, reads.Lost:
		if f.Rows > 1 {
			return "Faltam " + rows + when
		}
		return "Falta " + rows + when
	case reads.Added:
		return "Há " + rows + " a mais" + when
	case reads.Altered:
		return "Há linhas alteradas" + when
	}
	return "A corrente do registro está interrompida" + when
}

// AskData is the question to the operator of unusual reads.
type AskData struct {
	Unusual  reads.Unusual
	Text     string
	Refused  error
	IsDialog bool
}

// ReviewData is the question why unusual reads are in order.
type ReviewData struct {
	Unusual  reads.Unusual
	Reason   string
	Refused  error
	IsDialog bool
}

// Find returns the listed unusual reads of the address.
func Find(listed []reads.Unusual, input reads.ReviewInput) (reads.Unusual, error) {
	for _, found := range listed {
		if found.Kind == input.Kind && found.ViewerID == input.ViewerID && found.Day == input.Day {
			return found, nil
		}
	}
	return reads.Unusual{}, errs.NotFound("Estas leituras já foram conferidas.")
}

// roleAfter returns the role after the name, if there is one.
func roleAfter(e *reads.Entry) string {
	if role := words.Role(*e); role != "" {
		return " · " + role
	}
	return ""
}
