// Package incidents shows administrators incidents with personal data, part by part.
package incidents

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/incidents"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// The addresses.
const (
	Path          = privacy.IncidentsPath
	NewPath       = Path + "/novo"
	ShownPath     = Path + "/:id"
	StopPath      = ShownPath + "/parar"
	HappenPath    = ShownPath + "/aconteceu"
	SearchPath    = ShownPath + "/busca"
	AddPath       = ShownPath + "/incluir"
	PeoplePath    = ShownPath + "/pessoas"
	LetterPath    = ShownPath + "/carta"
	PostedPath    = ShownPath + "/pessoas/:pessoa/avisada"
	AuthorityPath = ShownPath + "/autoridade"
	ClosePath     = ShownPath + "/encerrar"
	DismissPath   = ShownPath + "/nao-e"
	ReportPath    = ShownPath + "/relatorio.pdf"
	// LettersPart is the id of the part of the page that follows the letters.
	LettersPart = "cartas"
)

// At returns an address with its number.
func At(path string, id int64) string { return privacy.At(path, id) }

func postedAt(id, person int64) string {
	return strings.Replace(At(PostedPath, id), ":pessoa", strconv.FormatInt(person, 10), 1)
}

// Form is a form of a part with what was typed and why it was refused.
type Form struct {
	Part     incidents.Part
	Typed    web.FormData
	Refused  error
	IsDialog bool
}

var labels = map[string]string{
	"title": "O que aconteceu, em poucas palavras", "noticed_at": "Quando se soube", "noticed_how": "Quem percebeu e como", "text": "Texto",
	"viewer": "Quem viu", "from": "De", "to": "Até", "channel": "Como viu", "about": "O quê", "person": "Pessoas", "seen": "O que foi visto",
	"reason": "Por quê",
}

func (f Form) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
}

func (f Form) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

func (f Form) refusal() string {
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

// of returns the form if it is that of a part, else an empty one.
func (f Form) of(part incidents.Part) Form {
	if f.Part == part {
		return f
	}
	return Form{}
}

// Shown is the page of an incident.
type Shown struct {
	incidents.Incident
	Clock    incidents.Clock
	People   []incidents.Person
	Gravity  incidents.Gravity
	Progress incidents.Progress
	Events   []incidents.Event
	// Viewers are the operators and tokens whom a search may name.
	Viewers []control.Option
	Zone    *time.Location
	Form    Form
}

func (s Shown) subtitle() string {
	return "Incidente " + s.Number() + " · percebido em " + fmtbr.DateTime(s.NoticedAt, s.Zone) + ", por " + s.NoticedHow
}

// partTitles are the names of the parts.
var partTitles = map[incidents.Part]string{
	incidents.Stop: "Parar", incidents.Happen: "O que aconteceu", incidents.Affect: "Quem foi atingido", incidents.Write: "Avisar as pessoas",
	incidents.Report: "Avisar a autoridade (ANPD)", incidents.End: "Encerrar",
}

// allParts are the parts in their order.
func allParts() []incidents.Part {
	return []incidents.Part{incidents.Stop, incidents.Happen, incidents.Affect, incidents.Write, incidents.Report, incidents.End}
}

func (s Shown) state(part incidents.Part) string {
	switch {
	case s.IsDone(part):
		return "done"
	case s.Current() == part:
		return "current"
	}
	return "ahead"
}

// isOpen reports whether a part is unfolded: the current one, and one with a refused form.
func (s Shown) isOpen(part incidents.Part) bool {
	return s.Current() == part || s.Form.Refused != nil && s.Form.Part == part
}

// summary says in a line what a part has, or what is to be done.
func (s Shown) summary(part incidents.Part) string {
	switch part {
	case incidents.Stop:
		return orElse(s.Stopped, "Encerrar aparelhos, trocar senhas, desligar o que vazou")
	case incidents.Happen:
		return orElse(s.Happened, "O que, quando e como")
	case incidents.Affect:
		return s.affected()
	case incidents.Write:
		return s.letters()
	case incidents.Report:
		if s.DateAuthority != nil {
			return s.Authority
		}
		if s.Gravity.IsRelevant() {
			return "Há dados de saúde ou de crianças: o aviso é obrigatório. O relatório sai preenchido em PDF."
		}
		return "O relatório sai preenchido em PDF."
	}
	return orElse(s.Lessons, "O que mudou para não acontecer de novo")
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (s Shown) affected() string {
	if s.DateAffected == nil {
		return "Busca em Quem viu, ou códigos à mão"
	}
	return fmtbr.Plural(s.Gravity.People, "pessoa", "pessoas") + ", " + fmtbr.Integer(s.Gravity.Health) + " com dados de saúde"
}

func (s Shown) letters() string {
	if s.DateLetters == nil {
		return "Carta pronta, com o que foi visto de cada uma. Sai por e-mail; quem não tem e-mail recebe por outro meio."
	}
	parts := []string{fmtbr.Plural(s.Progress.Sent+s.Progress.Posted, "avisada", "avisadas") + " de " + fmtbr.Integer(s.Progress.All)}
	for _, of := range []struct {
		count     int
		one, many string
	}{{s.Progress.Waiting, "na fila", "na fila"}, {s.Progress.Failed, "falhou", "falharam"}, {s.Progress.Post, "sem e-mail", "sem e-mail"}} {
		if of.count > 0 {
			parts = append(parts, fmtbr.Plural(of.count, of.one, of.many))
		}
	}
	return strings.Join(parts, ", ")
}

// searched says what the last search was.
func (s Shown) searched() string {
	if s.Search.IsEmpty() {
		return ""
	}
	words := "Busca em Quem viu: " + s.Search.Name + ", " + fmtbr.DateTime(s.Search.From, s.Zone) + " a " + fmtbr.DateTime(s.Search.To,
		s.Zone) + "."
	if s.Lists > 0 {
		words += " E " + fmtbr.Plural(s.Lists, "lista ou planilha", "listas ou planilhas") + ", que não dizem quem estava nelas: inclua à mão."
	}
	return words
}

func (s Shown) searchValue(name string) string {
	form := s.Form.of(incidents.Affect)
	if s.Search.IsEmpty() {
		return form.Typed.Or(name, "")
	}
	stored := map[string]string{"viewer": string(s.Search.Kind) + ":" + strconv.FormatInt(s.Search.Viewer, 10),
		"from": civil.LocalTime(s.Search.From, s.Zone), "to": civil.LocalTime(s.Search.To, s.Zone), "channel": s.Search.Channel,
		"about": s.Search.About}
	return form.Typed.Or(name, stored[name])
}

func channelOptions() []control.Option {
	return []control.Option{{Value: "", Label: "De qualquer forma"}, {Value: "page", Label: "Página"}, {Value: "api", Label: "API"},
		{Value: "file", Label: "Arquivo"}, {Value: "export", Label: "Planilha"}}
}

func aboutOptions() []control.Option {
	return []control.Option{{Value: "", Label: "Qualquer dado"}, {Value: "people", Label: "Cadastros e contatos"}, {Value: "orders", Label: "Pedidos"},
		{Value: "services", Label: "Consultas"}, {Value: "files", Label: "Documentos e arquivos"}}
}

// Viewer returns the choice of an operator or token.
func Viewer(kind auth.Kind, id int64, name string) control.Option {
	if kind == auth.Token {
		name = "Token “" + name + "”"
	}
	return control.Option{Value: string(kind) + ":" + strconv.FormatInt(id, 10), Label: name}
}

func (s Shown) gravity() []record.Fact {
	encrypted := "não, vistos em tela"
	if s.IsEncrypted {
		encrypted = "sim"
	}
	return []record.Fact{
		{Label: "Pessoas", Value: fmtbr.Integer(s.Gravity.People)},
		{Label: "Dados de saúde", Value: fmtbr.Integer(s.Gravity.Health) + " das " + fmtbr.Integer(s.Gravity.People)},
		{Label: "Crianças ou adolescentes", Value: fmtbr.Integer(s.Gravity.Children)},
		{Label: "Dados cifrados", Value: encrypted},
	}
}

func (s Shown) risk() string {
	if s.Gravity.IsRelevant() {
		return "Risco relevante: avisar."
	}
	return "Sem dados de saúde nem de crianças."
}

func letterBadge(person incidents.Person) ui.Badge {
	switch {
	case person.Letter == "posted":
		return ui.Badge{Tone: ui.Good, Text: "avisada por " + person.PostedByName}
	case person.Letter == "post":
		return ui.Badge{Tone: ui.Warn, Text: "sem e-mail"}
	case person.Letter == "queued" && person.MailStatus == "failed":
		return ui.Badge{Tone: ui.Bad, Text: "falhou"}
	case person.Letter == "queued" && person.MailStatus != "queued":
		return ui.Badge{Tone: ui.Good, Text: "enviada"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "na fila"}
}

// needsPost reports whether a person must be notified in another way.
func needsPost(person incidents.Person) bool {
	return person.Letter == "post" || person.Letter == "queued" && person.MailStatus == "failed"
}

func seenWords(person incidents.Person) string {
	return fmtbr.Capitalized(strings.Join(person.Seen, ", "))
}

func (s Shown) history() (events []record.Event) {
	for i := len(s.Events) - 1; i >= 0; i-- {
		event := s.Events[i]
		events = append(events, record.Event{
			Title: event.Action,
			Text:  fmtbr.DateTime(event.DateCreated, s.Zone) + " · " + event.ActorName,
			Icon:  "check",
		})
	}
	return events
}
