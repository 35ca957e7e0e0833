package associates

import (
	"slices"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// historyID is the id of the timeline in the page.
const historyID = "historico"

// The number of events that the timeline shows at first and more at a time, and at most.
const (
	historyStep = 15
	historyMost = 300
)

// drawerEvents is the number of events in the drawer.
const drawerEvents = 5

// HistoryQuery is the state of the timeline, all of which is in the address.
type HistoryQuery struct {
	// Only is pedidos, servicos, anotacoes, or empty for all of them.
	Only  string
	Shown int
	// withoutNotes leaves the annotations out, which the drawer shows separately.
	withoutNotes bool
}

// NewHistoryQuery reads the state from parameters; malformed ones count as the default.
func NewHistoryQuery(only, shown string) HistoryQuery {
	query := HistoryQuery{Shown: historyStep}
	if slices.Contains([]string{"pedidos", "servicos", "anotacoes"}, only) {
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
	event ui.Event
}

// happenings returns orders, services and annotations in one list, newest first.
func (s Sheet) happenings() []happening {
	var all []happening
	if s.Asked.wants("pedidos") {
		for _, order := range s.History.Orders {
			all = append(all, happening{order.DateCreated, orderEvent(order)})
		}
	}
	if s.Asked.wants("servicos") {
		for _, service := range s.History.Services {
			all = append(all, happening{service.DateCreated, s.serviceEvent(service)})
		}
	}
	if s.Asked.wants("anotacoes") && !s.Asked.withoutNotes {
		for _, note := range s.Associate.Annotations {
			all = append(all, happening{note.DateCreated, noteEvent(note)})
		}
	}
	slices.SortStableFunc(all, func(a, b happening) int { return b.at.Compare(a.at) })
	return all
}

// events returns the happenings on the page.
func (s Sheet) events() []ui.Event {
	var events []ui.Event
	for _, one := range s.happenings() {
		if len(events) == s.Asked.Shown {
			break
		}
		one.event.At = ui.Moment(one.at, s.Now)
		events = append(events, one.event)
	}
	return events
}

// moreHref returns the address with older events, empty if there are none.
func (s Sheet) moreHref() string {
	if len(s.happenings()) <= s.Asked.Shown || s.Asked.Shown >= historyMost {
		return ""
	}
	return s.here().With("ate", strconv.Itoa(s.Asked.Shown+historyStep)) + "#" + historyID
}

func (s Sheet) here() ui.Here {
	return ui.Here(ui.Here(s.href()).With("historico", s.Asked.Only))
}

func (s Sheet) historyTabs() ui.Tabs {
	tabs := ui.Tabs{Label: "Filtrar o histórico", Plain: true}
	for _, tab := range []struct{ only, label string }{{"", "Tudo"}, {"pedidos", "Pedidos"}, {"servicos", "Serviços"}, {"anotacoes", "Anotações"}} {
		tabs.Tabs = append(tabs.Tabs, ui.Tab{Label: tab.label, Current: s.Asked.Only == tab.only,
			Href: s.here().With("historico", tab.only) + "#" + historyID})
	}
	return tabs
}

func orderEvent(order orders.Order) ui.Event {
	what := string(order.Status) + " · " + fmtbr.Money(order.Total)
	if len(order.Items) > 0 {
		what = ordersview.Summary(&order) + " · " + what
	}
	return ui.Event{Title: "Pedido " + ordersview.Number(order.ID), Href: ordersview.Href(order.ID), Icon: "shopping-cart", Tone: ordersview.StatusBadge(order.Status).Tone, Text: what}
}

func (s Sheet) serviceEvent(service bookings.Service) ui.Event {
	day := "sem data marcada"
	if service.ConsultationDate != nil {
		day = fmtbr.DateTime(*service.ConsultationDate, s.Now.Location())
	}
	return ui.Event{Title: ServiceName(service.Type) + " com " + service.ProfessionalName, Icon: "stethoscope", Tone: ui.Info,
		Text: fmtbr.Join(" · ", day, texts.Of(service.PatientName), serviceStatusName(service.Status))}
}

// serviceStatusName returns the status of a service as pages spell it, like the status of an order.
func serviceStatusName(status bookings.Status) string {
	return map[bookings.Status]string{bookings.AwaitingPayment: "Aguardando pagamento", bookings.Paid: "Pagamento concluído"}[status]
}

// ServiceName returns the name of a service by the type of its professional; a type that the association added
// has its own name.
func ServiceName(kind string) string {
	words, shipped := map[string]string{"medic": "Consulta médica", "dentist": "Consulta odontológica", "psychologist": "Consulta psicológica",
		"veterinarian": "Consulta veterinária", "therapist": "Terapia", "lawyer": "Consulta jurídica"}[kind]
	if !shipped {
		return kind
	}
	return words
}

func noteEvent(note associates.Annotation) ui.Event {
	return ui.Event{Title: "Anotação", Text: note.Text, Who: noteAuthor(note), Icon: "message-square"}
}
