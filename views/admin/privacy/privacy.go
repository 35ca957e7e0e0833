// Package privacy shows administrators the requests of persons about their data, the register of what is held, and erasures.
package privacy

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/incidents"
	"acolhe/models/privacy"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
	"acolhe/web"
)

// The addresses.
const (
	Path            = "/admin/privacidade"
	NewPath         = Path + "/pedidos/novo"
	RequestPath     = Path + "/pedidos/:id"
	IdentifyPath    = RequestPath + "/conferir"
	AnswerPath      = RequestPath + "/responder"
	RefusePath      = RequestPath + "/recusar"
	QuestionPath    = RequestPath + "/perguntar"
	InformPath      = RequestPath + "/informacao"
	RegisterPath    = Path + "/registro"
	RegisterPDFPath = RegisterPath + ".pdf"
	CopyPath        = RequestPath + "/copia"
	CodePath        = RequestPath + "/codigo"
	ProofsPath      = RequestPath + "/provas"
	ProofPath       = ProofsPath + "/:prova"
	RequestPDFPath  = RequestPath + "/pedido.pdf"
	TextsPath       = Path + "/textos"
	TextPath        = TextsPath + "/:kind"
	CopyFilePath    = Path + "/copias/:id"
	ErasuresPath    = Path + "/eliminacoes"
	PreviewPath     = Path + "/apagar/:id"
	PreviewPDFPath  = PreviewPath + "/previa.pdf"
	ErasurePath     = ErasuresPath + "/:id"
	ConfirmPath     = ErasurePath + "/confirmar"
	CancelPath      = ErasurePath + "/desistir"
	CertificatePath = ErasurePath + "/certidao.pdf"
	RecordPath      = ErasurePath + "/guardado/:guardado"
	// CopyPart is the id of the part of a request that follows the copy of the data.
	CopyPart = "copia"
	// StatePart is the id of the part of the page that follows an erasure.
	StatePart        = "eliminacao"
	amberDays        = 5
	redDays          = 2
	shownRecordPlace = ":guardado"
)

// At returns an address with its number.
func At(path string, id int64) string {
	return strings.Replace(path, ":id", strconv.FormatInt(id, 10), 1)
}

func recordAt(erasure, id int64) string {
	return strings.Replace(At(RecordPath, erasure), shownRecordPlace, strconv.FormatInt(id, 10), 1)
}

func proofAt(request, id int64) string {
	return strings.Replace(At(ProofPath, request), ":prova", strconv.FormatInt(id, 10), 1)
}

// TextAt returns the address of the texts of a kind.
func TextAt(kind privacy.Kind) string { return strings.Replace(TextPath, ":kind", string(kind), 1) }

// Tab is a part of the pages.
type Tab int

// The parts.
const (
	Requests Tab = iota
	Register
	Erasures
	Retention
	Sharing
	Incidents
	Texts
	Laws
	LifeEvents
)

// The addresses of the parts that have packages of their own.
const (
	RetentionPath = Path + "/retencao"
	SharingPath   = Path + "/compartilhamento"
	IncidentsPath = Path + "/incidentes"
	AdultsPath    = Path + "/maioridade"
	LawsPath      = Path + "/leis"
)

// Tabs are the parts of the pages, with what waits in them.
func Tabs(frame layouts.Frame, current Tab) nav.Tabs {
	incidents := nav.Tab{Label: "Incidentes", Href: IncidentsPath, Current: current == Incidents}
	if frame.OpenIncidents > 0 {
		incidents.Problems = strconv.Itoa(frame.OpenIncidents)
	}
	return nav.Tabs{Label: "Partes da privacidade", Plain: true, Tabs: []nav.Tab{
		{Label: "Pedidos", Href: Path, Current: current == Requests, Count: &frame.OpenRequests},
		{Label: "O que guardamos", Href: RegisterPath, Current: current == Register},
		{Label: "O que sai e quando", Href: RetentionPath, Current: current == Retention},
		{Label: "Com quem compartilhamos", Href: SharingPath, Current: current == Sharing},
		incidents,
		{Label: "Maioridade", Href: AdultsPath, Current: current == LifeEvents},
		{Label: "Apagados", Href: ErasuresPath, Current: current == Erasures},
		{Label: "Textos", Href: TextsPath, Current: current == Texts},
		{Label: "Leis", Href: LawsPath, Current: current == Laws},
	}}
}

// List is the page of the requests. Today is in the association's zone.
type List struct {
	State    privacy.State
	Requests []privacy.Request
	Counts   map[privacy.State]int
	// Late is the number of open requests past their last day, Year what was done in the year of Today.
	Late int
	Year privacy.Year
	// Incident is the open incident that is due first; nil without one.
	Incident *incidents.Incident
	// Cases are persons whose data another person will decide about, Leaves what leaves in the next nights.
	Cases, Leaves []ui.Line
	Today         civil.Date
	Zone          *time.Location
}

func (l List) tabs() nav.Tabs {
	tab := func(label string, state privacy.State, href string) nav.Tab {
		count := l.Counts[state]
		return nav.Tab{Label: label, Href: href, Current: l.State == state, Count: &count}
	}
	return nav.Tabs{Label: "Situação", Tabs: []nav.Tab{
		tab("Abertos", privacy.Open, Path), tab("Respondidos", privacy.Answered, Path+"?situacao=respondidos"),
		tab("Recusados", privacy.Refused, Path+"?situacao=recusados"),
	}}
}

func (l List) figures(openIncidents int) []ui.KPI {
	next := ui.KPI{Label: "Abertos", Value: strconv.Itoa(l.Counts[privacy.Open]), Note: "nenhum vence logo", Tone: ui.Good}
	if l.State == privacy.Open && len(l.Requests) > 0 {
		if left := l.Requests[0].DaysLeft(l.Today); left <= amberDays {
			next.Note, next.Tone = "o primeiro: "+daysLeft(left), tone(left)
		}
	}
	year := l.Today.String()[:4]
	answered := ui.KPI{Label: "Respondidos em " + year, Value: strconv.Itoa(l.Year.Answered)}
	if l.Year.Answered > 0 {
		answered.Note = "em " + fmtbr.Plural(l.Year.MeanDays, "dia", "dias") + ", na média"
	}
	late := ui.KPI{Label: "Fora do prazo", Value: strconv.Itoa(l.Late + l.Year.Late), Note: "em " + year, Tone: ui.Good}
	if l.Late+l.Year.Late > 0 {
		late.Tone = ui.Bad
	}
	incidents := ui.KPI{Label: "Incidentes abertos", Value: strconv.Itoa(openIncidents), Note: "nenhum corre", Tone: ui.Good, Href: IncidentsPath}
	if l.Incident != nil {
		incidents.Note, incidents.Tone = "avisar até "+l.Incident.DueOn.Shown(), ui.Bad
	}
	return []ui.KPI{next, answered, late, incidents}
}

// daysLeft says how many days are left.
func daysLeft(days int) string {
	switch {
	case days < 0:
		return "atrasado " + fmtbr.Plural(-days, "dia", "dias")
	case days == 0:
		return "vence hoje"
	case days == 1:
		return "falta 1 dia"
	}
	return "faltam " + fmtbr.Plural(days, "dia", "dias")
}

// tone is that of the days that are left: amber from five, red from two.
func tone(days int) ui.Tone {
	switch {
	case days <= redDays:
		return ui.Bad
	case days <= amberDays:
		return ui.Warn
	}
	return ui.Good
}

// deadline is how much of the time of a request is left.
func (l List) deadline(request privacy.Request) deadline {
	return deadline{left: request.DaysLeft(l.Today), days: request.ReceivedOn.DaysUntil(request.DueOn)}
}

// verb is what the button of a request does.
func (l List) verb() string {
	if l.State == privacy.Open {
		return "Continuar"
	}
	return "Abrir"
}

func step(request privacy.Request) string {
	switch {
	case request.State == privacy.Answered:
		return "Respondido por " + request.ClosedBy
	case request.State == privacy.Refused:
		return "Recusado por " + request.ClosedBy
	case request.IsWaiting():
		return "Espera a pessoa"
	case request.Identity == "":
		return "Conferir quem pede"
	case request.Kind == privacy.Erase:
		return "Conferir o que sai"
	}
	return "Responder"
}

// Form is a form with what was typed and why it was refused.
type Form struct {
	Typed    web.FormData
	Refused  error
	IsDialog bool
	// Text is what the letter says before it is changed.
	Text string
}

var labels = map[string]string{
	"user_id": "Quem pede", "kind": "O que pede", "channel": "Como chegou", "text": "O que a pessoa escreveu ou disse",
	"received_on": "Pedido recebido em",
	"identity":    "Como foi conferido", "code": "Código que a pessoa recebeu", "answer": "Texto da carta", "reason": "Por que você precisa ver",
	"file": "Arquivo", "question": "O que falta saber", "information": "O que a pessoa respondeu",
	"requester": "Quem pede e o parentesco",
}

func (f Form) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

func (f Form) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

func (f Form) refusal() string {
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func kindOptions() (options []control.Option) {
	for _, kind := range privacy.Kinds() {
		options = append(options, control.Option{Value: string(kind), Label: kind.Label()})
	}
	return options
}

func channelOptions() (options []control.Option) {
	for _, channel := range privacy.Channels() {
		options = append(options, control.Option{Value: string(channel), Label: fmtbr.Capitalized(channel.Label())})
	}
	return options
}

func identityOptions(request privacy.Request) (options []control.Option) {
	for _, way := range privacy.Identities(request) {
		options = append(options, control.Option{Value: way, Label: fmtbr.Capitalized(way)})
	}
	return options
}
