package reports

import (
	"strconv"
	"time"

	"acolhe/models/reports"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
	"acolhe/views/ui/table"
)

// StatementData is the page of a statement.
type StatementData struct {
	Statement reports.Statement
	Events    []reports.Event
	CanReopen bool
	Zone      *time.Location
	Now       time.Time
}

func (d StatementData) href() string { return StatementHref(d.Statement.ID) }

// Title returns the title of a statement.
func Title(s reports.Statement) string { return "Extrato nº " + s.Number() }

// MonthName returns the month of a statement: "outubro de 2026".
func MonthName(s reports.Statement, zone *time.Location) string {
	return fmtbr.LongMonth(s.Month.In(zone).From, zone)
}

func (d StatementData) subtitle() string {
	version := ""
	if d.Statement.Version > 1 {
		version = strconv.Itoa(d.Statement.Version) + "ª versão"
	}
	return fmtbr.Join(" · ", d.Statement.ProfessionalName, professionals.TypeName(d.Statement.Type), MonthName(d.Statement, d.Zone), version)
}

func (d StatementData) columns() []table.Column {
	return []table.Column{{Label: "Data"}, {Label: "Associado e paciente"}, {Label: "Serviço", HidesBelow: table.Wide},
		{Label: "Recebido", Right: true}, {Label: "Taxa", Right: true}, {Label: "Doação", Right: true}, {Label: "A repassar", Right: true}}
}

func (d StatementData) sums() []record.Fact {
	share := d.Statement.Share()
	return []record.Fact{{Label: "Recebido de associados", Value: fmtbr.Money(share.Received)},
		{Label: "Taxa da associação", Value: kept(share.Fee)},
		{Label: "Doações à associação", Value: kept(share.Donation)}, {Label: "A repassar", Value: fmtbr.Money(share.Payable)}}
}

func (d StatementData) payment() []record.Fact {
	key := record.Fact{Label: "Chave Pix", Value: "falta no cadastro"}
	if found := reports.KeyOf(d.Statement.PaymentDetails); found != "" {
		key = record.Fact{Label: "Chave Pix", Content: ui.Copy{Text: found, What: "a chave"}}
	}
	state := "A pagar desde " + fmtbr.Date(d.Statement.DateClosed, d.Zone)
	switch {
	case !d.Statement.IsClosed:
		state = "Reaberto: não vale até o novo fechamento"
	case d.Statement.PaidOn != nil:
		state = "Pago em " + d.Statement.PaidOn.Shown()
	}
	return []record.Fact{key, {Label: "Situação", Value: state}}
}

func (d StatementData) timeline() record.Timeline {
	events := make([]record.Event, len(d.Events))
	for i, event := range d.Events {
		events[i] = record.Event{Who: texts.Of(event.ActorName), At: ui.Moment(event.DateCreated, d.Now)}
		switch event.Kind {
		case reports.Closed:
			events[i].Title, events[i].Icon, events[i].Tone = "Mês fechado", "lock", ui.Good
		case reports.Reopened:
			events[i].Title, events[i].Icon, events[i].Tone = "Mês reaberto: "+texts.Of(event.Reason), "rotate-ccw", ui.Warn
		case reports.PaidOut:
			events[i].Title, events[i].Icon, events[i].Tone = "Repasse pago", "wallet", ui.Good
		case reports.Unpaid:
			events[i].Title, events[i].Icon, events[i].Tone = "Pagamento desfeito", "undo-2", ui.Muted
		case reports.KeyAsked:
			events[i].Title, events[i].Icon, events[i].Tone = "Chave Pix pedida ao profissional", "mail", ui.Muted
		}
	}
	return record.Timeline{Events: events}
}

func (d StatementData) canPay() bool {
	return d.Statement.IsClosed && d.Statement.PaidOn == nil && reports.KeyOf(d.Statement.PaymentDetails) != ""
}
