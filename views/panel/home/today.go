package home

import (
	"slices"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/analytics"
	"acolhe/models/associates"
	"acolhe/models/bookings/listing"
	"acolhe/models/documents"
	"acolhe/models/orders"
	"acolhe/models/picking"
	"acolhe/models/platform/backup"
	"acolhe/models/prescriptions"
	"acolhe/models/receipts"
	"acolhe/models/reception/queue"
	"acolhe/models/settlement"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	"acolhe/views/panel/arrangement"
	"acolhe/views/ui"
)

// Path is the address of the page, LivePath that of its events.
const (
	Path     = "/painel"
	LivePath = Path + "/ao-vivo"
)

// Today is the data of the page. A nil part is not shown.
type Today struct {
	// Now is in the association's time zone.
	Now         time.Time
	By          auth.Caller
	Association string
	Query       Query

	// First are the first steps of a new installation.
	First templ.Component
	// News are the news of the latest release; nil once they are read.
	News templ.Component

	CanPlace, CanBook, CanRegister, CanClaim, CanMove bool

	Queue  *queue.Queue
	Agenda *listing.Agenda
	// ToCheck are the documents of associates that wait to be checked; nil without any.
	ToCheck *Documents
	// Undated are the services that have been without a date for more than a day.
	Undated                  *listing.Waiting
	ToSign, Invalid, Stalled *People
	// Ending are prescriptions that end soon; nil without any.
	Ending      *Prescriptions
	Preparation *Preparation
	Picking     *picking.List
	// Shelf is for Produção and Settlement for Financeiro, who see figures of nothing else.
	Shelf      *Shelf
	Settlement *settlement.Settlement
	Unpaid     *Unpaid
	Received   *receipts.Received
	PerDay     *orders.PerDay
	Analytics  *analytics.Summary
	System     *System
	// Arrangement is the person's own order of cards, nil for that of the role.
	Arrangement arrangement.Arrangement
	// Failed are the parts that could not be read.
	Failed []Part
}

// Query holds the options of the page in its address.
type Query struct{ WholeAgenda, WholePicking, Table bool }

// NewQuery reads the options from the query.
func NewQuery(query func(name string) string) Query {
	return Query{WholeAgenda: query("agenda") == "toda", WholePicking: query("separacao") == "toda", Table: query("pedidos") == "tabela"}
}

// The addresses of the page with an option. The fragment scrolls to the part.
const (
	wholeAgendaHref  = Path + "?agenda=toda#agenda"
	ownPickingHref   = Path + "#" + pickingID
	wholePickingHref = Path + "?separacao=toda#" + pickingID
	chartHref        = Path + "#pedidos-por-dia"
	tableHref        = Path + "?pedidos=tabela#pedidos-por-dia"
)

// pickingID is the id of the card of the picking list.
const pickingID = "separacao"

// People are some associates of a list, and the number of all.
type People struct {
	Rows    []associates.Listed
	Counted page.Counted
}

// Documents are the oldest documents that wait to be checked, and the number of all.
type Documents struct {
	Oldest  []documents.Item
	Counted page.Counted
}

// Prescriptions are the first of a list of prescriptions, and the number of all.
type Prescriptions struct {
	Rows    []prescriptions.Listed
	Counted page.Counted
}

// Unpaid are the oldest orders that await their payment, and the sum of all.
type Unpaid struct {
	orders.Receivable
	Oldest []orders.Pending
}

// Preparation holds the orders for production, the oldest first, and the numbers sent today and yesterday.
type Preparation struct {
	ToPick, ToSend           []orders.Pending
	PickCount, SendCount     int
	SentToday, SentYesterday int
}

// Shelf counts what production lacks: labels of orders and, while the stock is switched on, products.
type Shelf struct {
	WithoutLabel  page.Counted
	HasStock      bool
	Low, Expiring page.Counted
}

// System is the state of the system: its alarms, and by Ages the last copy.
type System struct {
	backup.Ages
	Alarms []layouts.Alarm
	// Queued and FailedMails are mails, Tasks are tasks under way.
	Queued, FailedMails page.Counted
	Tasks               int
}

// Part is a part of the page, by its name in the message that it failed.
type Part string

// The parts.
const (
	QueuePart       Part = "a fila da recepção"
	AgendaPart      Part = "a agenda"
	UndatedPart     Part = "os serviços sem data"
	ToSignPart      Part = "os termos para assinar"
	ToCheckPart     Part = "os documentos a conferir"
	InvalidPart     Part = "os documentos inválidos"
	StalledPart     Part = "os cadastros parados"
	EndingPart      Part = "as receitas a vencer"
	PreparationPart Part = "os pedidos para preparar"
	PickingPart     Part = "a lista de separação"
	ShelfPart       Part = "o que falta na produção"
	SettlementPart  Part = "o fechamento do mês"
	UnpaidPart      Part = "os pedidos a receber"
	ReceivedPart    Part = "o que foi recebido"
	PerDayPart      Part = "os pedidos por dia"
	AnalyticsPart   Part = "as análises"
	SystemPart      Part = "a situação do sistema"
)

// row is a row of cards.
type row struct {
	shape ui.Shape
	cards []ui.Content
}

// rows returns the cards of the page, the most urgent first, without missing parts.
func (t Today) rows() []row {
	received := t.card(ReceivedPart, t.Received != nil, t.received())
	unpaid := []ui.Content{t.card(UnpaidPart, t.Unpaid != nil, t.unpaid()), received}
	perDay := []ui.Content{t.card(PerDayPart, t.PerDay != nil, t.perDay())}
	numbers := t.card(AnalyticsPart, t.Analytics != nil, t.analytics())
	prepared := []ui.Content{t.card(PreparationPart, t.Preparation != nil, t.preparation()),
		t.card(PickingPart, t.Picking != nil, t.PickingCard())}
	if t.Preparation != nil && t.Unpaid != nil {
		unpaid, perDay = []ui.Content{t.card(PreparationPart, true, t.toPick()), unpaid[0]}, append(perDay, received)
		prepared = nil
	} else {
		perDay, numbers = append(perDay, numbers), nil
	}
	all := []row{
		{ui.SevenFive, []ui.Content{t.card(QueuePart, t.Queue != nil, t.queue()), t.card(AgendaPart, t.Agenda != nil, t.agenda())}},
		{ui.Even, []ui.Content{
			t.documents(), t.card(ToSignPart, t.ToSign != nil, t.toSign()),
			t.card(StalledPart, t.Stalled != nil, t.stalled()), t.card(EndingPart, t.Ending != nil, t.ending()),
		}},
		{ui.SevenFive, prepared},
		{ui.SevenFive, unpaid},
		{ui.SevenFive, perDay},
		{ui.Even, []ui.Content{numbers}},
	}
	system := row{ui.Even, []ui.Content{t.card(SystemPart, t.System != nil, t.system())}}
	if t.System != nil && t.systemTone() == ui.Bad {
		all = slices.Insert(all, 0, system)
	} else {
		all = append(all, system)
	}
	for i := range all {
		all[i].cards = slices.DeleteFunc(all[i].cards, func(card ui.Content) bool { return card == nil })
	}
	return slices.DeleteFunc(all, func(row row) bool { return len(row.cards) == 0 })
}

// card returns the card of a part, the message that it could not be read, or nil.
func (t Today) card(part Part, isThere bool, card ui.Content) ui.Content {
	if slices.Contains(t.Failed, part) {
		return failed(part)
	}
	return t.cardOf(isThere, card)
}

func (t Today) cardOf(isThere bool, card ui.Content) ui.Content {
	if !isThere {
		return nil
	}
	return card
}

// documents returns the card of the documents that wait to be checked, or without any of those that are invalid.
func (t Today) documents() ui.Content {
	if t.ToCheck != nil || slices.Contains(t.Failed, ToCheckPart) {
		return t.card(ToCheckPart, true, t.toCheck())
	}
	return t.card(InvalidPart, t.Invalid != nil, t.invalid())
}

// CardParts are the parts that the cards of an arrangement show.
var CardParts = map[string]Part{
	arrangement.Queue: QueuePart, arrangement.Agenda: AgendaPart, arrangement.ToSign: ToSignPart, arrangement.Documents: InvalidPart,
	arrangement.Stalled: StalledPart, arrangement.Ending: EndingPart, arrangement.Prepare: PreparationPart, arrangement.Picking: PickingPart,
	arrangement.Receivable: UnpaidPart,
	arrangement.PerDay:     PerDayPart, arrangement.Received: ReceivedPart, arrangement.Analytics: AnalyticsPart,
	arrangement.System: SystemPart,
}

// arranged returns the card of a place, nil for a hidden or missing one.
func (t Today) arranged(place arrangement.Place) ui.Content {
	part := CardParts[place.Card]
	if place.Hidden {
		return nil
	}
	switch part {
	case QueuePart:
		return t.card(part, t.Queue != nil, t.queue())
	case AgendaPart:
		return t.card(part, t.Agenda != nil, t.agenda())
	case ToSignPart:
		return t.card(part, t.ToSign != nil, t.toSign())
	case InvalidPart:
		return t.documents()
	case StalledPart:
		return t.card(part, t.Stalled != nil, t.stalled())
	case EndingPart:
		return t.card(part, t.Ending != nil, t.ending())
	case PreparationPart:
		return t.card(part, t.Preparation != nil, t.preparation())
	case PickingPart:
		return t.card(part, t.Picking != nil, t.PickingCard())
	case UnpaidPart:
		return t.card(part, t.Unpaid != nil, t.unpaid())
	case PerDayPart:
		return t.card(part, t.PerDay != nil, t.perDay())
	case ReceivedPart:
		return t.card(part, t.Received != nil, t.received())
	case AnalyticsPart:
		return t.card(part, t.Analytics != nil, t.analytics())
	}
	return t.card(part, t.System != nil, t.system())
}
