package associates

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"acolhe/models/areas"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/agenda"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/releases"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// historyID is the id of the timeline in the page.
const historyID = "historico"

// The number of events that the timeline shows at first, adds each time, and shows at most.
const (
	historyStep = 20
	historyMost = 300
)

// drawerEvents is the number of events in the drawer.
const drawerEvents = 5

// HistoryQuery is the state of the timeline, all of which is in the address.
type HistoryQuery struct {
	// Only is the only of a historyFilter, or empty for all.
	Only  string
	Shown int
	// withoutNotes leaves out the annotations, which the drawer shows separately.
	withoutNotes bool
}

// NewHistoryQuery reads the state from parameters; malformed ones count as the default.
func NewHistoryQuery(only, shown string) HistoryQuery {
	query := HistoryQuery{Shown: historyStep}
	if slices.ContainsFunc(historyFilterList(), func(filter historyFilter) bool { return filter.only == only }) {
		query.Only = only
	}
	if number, err := strconv.Atoi(shown); err == nil && number > historyStep {
		query.Shown = min(number, historyMost)
	}
	return query
}

// DrawerHistory is the short timeline of the drawer.
func DrawerHistory() HistoryQuery { return HistoryQuery{Shown: drawerEvents, withoutNotes: true} }

// Window returns the number of rows of each list that the timeline may need: one more than it shows.
func (q HistoryQuery) Window() int { return q.Shown + 1 }

func (q HistoryQuery) wants(kind string) bool { return q.Only == "" || q.Only == kind }

// happening is an event with its time.
type happening struct {
	at    time.Time
	event record.Event
}

// happenings returns everything that happened to the person in one list, newest first.
func (s PageData) happenings() []happening {
	var all []happening
	if s.Query.wants("pedidos") {
		for _, order := range s.History.Orders {
			all = append(all, happening{order.DateCreated, orderEvent(order)})
			if order.PaidAt != nil {
				all = append(all, happening{*order.PaidAt, paymentEvent(order)})
			}
		}
		for _, one := range releases.Happenings(s.Releases) {
			all = append(all, happening{one.At, one.Event})
		}
	}
	if s.Query.wants("servicos") {
		for _, service := range s.History.Services {
			all = append(all, happening{service.DateCreated, s.serviceEvent(service)})
		}
	}
	if s.Query.wants("anotacoes") && !s.Query.withoutNotes {
		for _, note := range s.Associate.Annotations {
			all = append(all, happening{note.DateCreated, noteEvent(note)})
		}
	}
	if !s.Query.withoutNotes {
		all = append(all, s.recordHappenings()...)
	}
	slices.SortStableFunc(all, func(a, b happening) int { return b.at.Compare(a.at) })
	return all
}

// recordHappenings are those of the record itself, which the drawer leaves out.
func (s PageData) recordHappenings() []happening {
	var all []happening
	if s.Query.wants("mudancas") {
		all = append(all, s.changeHappenings()...)
	}
	if s.Query.wants("arquivos") {
		for _, file := range s.Files {
			all = append(all, happening{file.DateCreated,
				record.Event{Title: "Documento: " + file.FileName, Text: s.fileLine(file), Icon: "paperclip"}})
		}
		for _, term := range s.Terms {
			all = append(all, termEvents(term)...)
		}
	}
	if s.Query.wants("mensagens") {
		for _, opened := range s.Reminders {
			all = append(all, happening{opened.DateCreated, reminderEvent(opened)})
		}
		for _, mail := range s.Mails {
			all = append(all, happening{mail.DateCreated, mailEvent(mail)})
		}
	}
	if s.Query.wants("recepcao") {
		for _, visit := range s.Visits {
			all = append(all, visitEvents(visit)...)
		}
	}
	return all
}

// changeHappenings are the changes of the person and of their patients. A record from before the history began at least
// has the day of its creation.
func (s PageData) changeHappenings() []happening {
	var all []happening
	isCreated := len(s.Changes) > s.Query.Shown
	for _, change := range s.Changes {
		isCreated = isCreated || change.Action == history.Created && change.UserID == s.Associate.ID
		if event, isShown := s.changeEvent(change); isShown {
			all = append(all, happening{change.DateCreated, event})
		}
	}
	if !isCreated {
		all = append(all, happening{s.Associate.DateCreated, record.Event{Title: "Cadastro criado", Icon: "user-plus"}})
	}
	return all
}

// events returns the happenings on the page.
func (s PageData) events() []record.Event {
	var events []record.Event
	for _, one := range s.happenings() {
		if len(events) == s.Query.Shown {
			break
		}
		one.event.At = ui.Moment(one.at, s.Now)
		events = append(events, one.event)
	}
	return events
}

// dayEvents are the events of one day under its heading.
type dayEvents struct {
	title  string
	events []record.Event
}

// days returns the events on the page by day.
func (s PageData) days() []dayEvents {
	var days []dayEvents
	for i, one := range s.happenings() {
		if i == s.Query.Shown {
			break
		}
		title := dayOf(one.at, s.Now)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, dayEvents{title: title})
		}
		one.event.At = ui.When{Text: fmtbr.Clock(one.at, s.Now.Location()), ISO: ui.Moment(one.at, s.Now).ISO,
			Title: fmtbr.DateTime(one.at, s.Now.Location())}
		days[len(days)-1].events = append(days[len(days)-1].events, one.event)
	}
	return days
}

// moreHref returns the address with older events, empty if there are none.
func (s PageData) moreHref() string {
	if len(s.happenings()) <= s.Query.Shown || s.Query.Shown >= historyMost {
		return ""
	}
	return s.here().With("ate", strconv.Itoa(s.Query.Shown+historyStep)) + "#" + historyID
}

func (s PageData) here() ui.Here {
	here := ui.Here(s.href()).With("parte", string(s.Part))
	if s.Part == Summary {
		here = ui.Here(here).With("historico", s.Query.Only)
	}
	return ui.Here(here)
}

func (s PageData) historyTitle() string {
	titles := map[Part]string{Orders: "Pedidos", Services: "Atendimentos"}
	return cmp.Or(titles[s.Part], "Linha do tempo")
}

func (s PageData) historyFoot() ui.Content {
	more := s.moreHref()
	if more == "" {
		return nil
	}
	return ui.CardFoot{Text: "Os " + strconv.Itoa(s.Query.Shown) + " mais recentes",
		Link: ui.Link{Text: "Mostrar mais " + strconv.Itoa(historyStep), Href: more}}
}

// historyFilter is a link over the timeline that shows one kind of event.
type historyFilter struct{ only, label string }

func historyFilterList() []historyFilter {
	return []historyFilter{{"", "Tudo"}, {"pedidos", "Pedidos"}, {"servicos", "Atendimentos"}, {"arquivos", "Documentos"},
		{"mensagens", "Mensagens"},
		{"recepcao", "Recepção"}, {"anotacoes", "Anotações"}, {"mudancas", "Mudanças"}}
}

func mailEvent(entry mail.Entry) record.Event {
	badges := map[mail.Status]ui.Badge{mail.Queued: {Tone: ui.Muted, Text: "Na fila"}, mail.Failed: {Tone: ui.Bad, Text: "Não foi entregue"},
		mail.Sent: {Tone: ui.Good, Text: "Enviado"}}
	return record.Event{Title: "E-mail: " + areas.MailLabel(entry.Kind), Icon: "mail", Tone: ui.Info, Badge: badges[entry.Status]}
}

func orderEvent(order orders.Order) record.Event {
	what := ""
	if len(order.Items) > 0 {
		what = ordersview.Summary(&order)
	}
	return record.Event{Title: "Pedido " + ordersview.Number(order.ID) + " · " + fmtbr.Money(order.Total), Href: ordersview.Href(order.ID),
		Icon: "shopping-cart", Tone: ordersview.StatusBadge(order.Status).Tone, Text: what,
		Badge: ordersview.StatusBadge(order.Status)}
}

func (s PageData) serviceEvent(service bookings.Service) record.Event {
	day := "sem data marcada"
	if service.ConsultationDate != nil {
		day = fmtbr.DateTime(*service.ConsultationDate, s.Now.Location())
	}
	return record.Event{Title: ServiceName(service.Type) + " com " + service.ProfessionalName, Href: agenda.Href(service.ID),
		Icon: "stethoscope", Tone: ui.Info,
		Text: fmtbr.Join(" · ", day, texts.Of(service.PatientName), serviceStatusName(service.Status))}
}

// serviceStatusName returns the status of a service for pages.
func serviceStatusName(status bookings.Status) string {
	return map[bookings.Status]string{bookings.AwaitingPayment: "Aguardando pagamento", bookings.Paid: "Pagamento concluído"}[status]
}

// ServiceName returns the name of a service by the type of its professional; a type added by the association has its
// own name.
func ServiceName(kind string) string {
	words, shipped := map[string]string{"medic": "Consulta médica", "dentist": "Consulta odontológica", "psychologist": "Consulta psicológica",
		"veterinarian": "Consulta veterinária", "therapist": "Terapia", "lawyer": "Consulta jurídica"}[kind]
	if !shipped {
		return kind
	}
	return words
}

func noteEvent(note associates.Annotation) record.Event {
	return record.Event{Title: "Anotação", Text: note.Text, Who: noteAuthor(note), Icon: "message-square"}
}
