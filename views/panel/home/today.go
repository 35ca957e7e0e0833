package home

import (
	"slices"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/ui"
)

// Path is the address of the page.
const Path = "/painel"

// Today is what the page shows. A nil part is not shown to the person.
type Today struct {
	// Now has the association's time zone.
	Now         time.Time
	By          auth.Caller
	Association string
	Asked       Asked

	// First are the first steps of a new installation.
	First templ.Component
	// News are the news of the latest release; nil once they are read.
	News templ.Component

	CanPlace, CanRegister, CanClaim, CanMove bool

	Queue                    *reception.Queue
	Agenda                   *bookings.Agenda
	ToSign, Invalid, Stalled *People
	Preparation              *Preparation
	Unpaid                   *Unpaid
	Received                 *orders.Received
	PerDay                   *orders.PerDay
	Latest                   []history.Activity
	System                   *System
	// Failed are the parts that could not be read.
	Failed []Part
}

// Asked is what the address asks for beside the page itself.
type Asked struct{ WholeQueue, WholeAgenda, Table bool }

// AskedBy reads the query of the address.
func AskedBy(query func(name string) string) Asked {
	return Asked{WholeQueue: query("fila") == "toda", WholeAgenda: query("agenda") == "toda", Table: query("pedidos") == "tabela"}
}

// The addresses of other looks at a part. The fragment keeps the part in sight.
const (
	wholeQueueHref  = Path + "?fila=toda#fila"
	wholeAgendaHref = Path + "?agenda=toda#agenda"
	chartHref       = Path + "#pedidos-por-dia"
	tableHref       = Path + "?pedidos=tabela#pedidos-por-dia"
)

// People are some associates of a list, and how many it has.
type People struct {
	Rows    []associates.Listed
	Counted page.Counted
}

// Unpaid are the oldest orders that await their payment, and the sum of all.
type Unpaid struct {
	orders.Receivable
	Oldest []orders.Pending
}

// Preparation is what production has to do, the oldest orders first, and what was sent today and yesterday.
type Preparation struct {
	ToPick, ToSend           []orders.Pending
	PickCount, SendCount     int
	SentToday, SentYesterday int
}

// System is the state of the system.
type System struct {
	Database string // name and version
	Version  string // of the program
	// Queued and FailedMails are mails, Tasks are tasks under way.
	Queued, FailedMails page.Counted
	Tasks               int
}

// Part is a part of the page, by what the sentence about its failure calls it.
type Part string

// The parts.
const (
	QueuePart       Part = "a fila da recepção"
	AgendaPart      Part = "a agenda"
	ToSignPart      Part = "os termos para assinar"
	InvalidPart     Part = "os documentos inválidos"
	StalledPart     Part = "os cadastros parados"
	PreparationPart Part = "os pedidos para preparar"
	UnpaidPart      Part = "os pedidos a receber"
	ReceivedPart    Part = "o que foi recebido"
	PerDayPart      Part = "os pedidos por dia"
	LatestPart      Part = "as últimas atividades"
	SystemPart      Part = "a situação do sistema"
)

// row is a row of cards.
type row struct {
	shape ui.Shape
	cards []ui.Content
}

// rows are the cards of the page, the most urgent first, without those that the person does not have.
func (t Today) rows() []row {
	all := []row{
		{ui.SevenFive, []ui.Content{t.card(QueuePart, t.Queue != nil, t.queue()), t.card(AgendaPart, t.Agenda != nil, t.agenda())}},
		{ui.SevenFive, []ui.Content{t.card(PreparationPart, t.Preparation != nil, t.toPick()), t.cardOf(t.Preparation != nil, t.toSend())}},
		{ui.Even, []ui.Content{
			t.card(ToSignPart, t.ToSign != nil, t.toSign()), t.card(InvalidPart, t.Invalid != nil, t.invalid()), t.card(StalledPart, t.Stalled != nil, t.stalled()),
		}},
		{ui.Even, []ui.Content{t.card(UnpaidPart, t.Unpaid != nil, t.unpaid()), t.card(ReceivedPart, t.Received != nil, t.received())}},
		{ui.TwoOne, []ui.Content{t.card(PerDayPart, t.PerDay != nil, t.perDay()), t.card(LatestPart, t.Latest != nil, t.latest())}},
		{ui.Even, []ui.Content{t.card(SystemPart, t.System != nil, t.system())}},
	}
	for i := range all {
		all[i].cards = slices.DeleteFunc(all[i].cards, func(card ui.Content) bool { return card == nil })
	}
	return slices.DeleteFunc(all, func(row row) bool { return len(row.cards) == 0 })
}

// card is the card of a part, the sentence that it could not be read, or nil.
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
