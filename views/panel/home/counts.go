package home

import (
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/panel/documents"
	ordersview "acolhe/views/panel/orders"
	receptionview "acolhe/views/panel/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// counts returns the figures over the page, at most six, the most urgent first. Who sees more areas sees fewer of each.
func (t Today) counts() []nav.CountCell {
	var cells []nav.CountCell
	if t.Queue != nil {
		cells = append(cells, t.queueCount())
	}
	cells = append(cells, t.peopleCounts()...)
	if t.Agenda != nil {
		cells = append(cells, t.agendaCount())
	}
	if t.Undated != nil && t.Preparation == nil {
		cells = append(cells, t.undatedCount())
	}
	if t.Preparation != nil {
		cells = append(cells, t.preparationCounts()...)
	}
	if t.Unpaid != nil {
		cells = append(cells, t.unpaidCount())
	}
	if t.Received != nil && t.Queue == nil {
		cells = append(cells, t.receivedCounts()...)
	}
	return cells
}

func (t Today) peopleCounts() []nav.CountCell {
	var cells []nav.CountCell
	if t.ToCheck != nil {
		cells = append(cells, nav.CountCell{Label: "Documentos a conferir", Value: counted(t.ToCheck.Counted), Href: documents.Path,
			Note: "o mais antigo, " + fmtbr.Since(t.ToCheck.Oldest[0].DateCreated, t.Now)})
	}
	for _, people := range []struct {
		*People
		label, href, note string
	}{
		{t.Invalid, "Documentos inválidos", associatesview.MembershipHref(associates.InvalidDocuments), "conferir no cadastro"},
		{t.ToSign, "Para assinar", associatesview.MembershipHref(associates.AwaitingSignature), "termo pendente"},
		{t.Stalled, "Cadastros parados", associatesview.StalledHref(associates.StalledDays),
			"há mais de " + fmtbr.Plural(associates.StalledDays, "dia", "dias")},
	} {
		if people.People != nil && (people.People != t.Stalled || t.Preparation == nil) {
			cells = append(cells, nav.CountCell{Label: people.label, Value: counted(people.Counted), Href: people.href, Note: people.note})
		}
	}
	return cells
}

// agendaCount counts the appointments of the day; without a cell of their own it also names the services without a date.
func (t Today) agendaCount() nav.CountCell {
	cell := nav.CountCell{Label: "Agenda de hoje", Value: number(t.Agenda.Count), Href: wholeAgendaHref, Note: t.nextNote()}
	if t.Undated != nil && t.Preparation != nil && t.Undated.Counted.Rows > 0 {
		cell.Note, cell.Tone = counted(t.Undated.Counted)+" sem data", ui.Warn
	}
	return cell
}

func (t Today) queueCount() nav.CountCell {
	cell := nav.CountCell{Label: "Na fila", Value: number(t.Queue.Count), Href: receptionview.Path}
	switch {
	case t.Queue.LateCount > 0:
		waits := "espera"
		if t.Queue.LateCount > 1 {
			waits = "esperam"
		}
		cell.Note, cell.Tone = number(t.Queue.LateCount)+" "+waits+" há mais de "+threshold(t.Queue.Late), ui.Bad
	case len(t.Queue.Items) > 0:
		cell.Note = "o mais antigo há " + fmtbr.Elapsed(t.Now.Sub(t.Queue.Items[0].DateCreated))
	}
	return cell
}

// undatedCount counts the services that have waited for a date for more than a day.
func (t Today) undatedCount() nav.CountCell {
	cell := nav.CountCell{Label: "Sem data", Value: counted(t.Undated.Counted), Href: agendaview.UndatedHref, Note: "nenhum há mais de um dia"}
	if t.Undated.Counted.Rows > 0 {
		cell.Tone, cell.Note = ui.Warn, "o mais antigo "+fmtbr.Since(t.Undated.Services[0].DateCreated, t.Now)
	}
	return cell
}

// threshold formats a duration, whole hours without minutes.
func threshold(d time.Duration) string {
	if d%time.Hour == 0 {
		return strconv.Itoa(int(d.Hours())) + "\u00a0h"
	}
	return strconv.Itoa(int(d.Minutes())) + "\u00a0min"
}

// lateDays is the number of days after which an unprepared paid order is late.
const lateDays = 2

// preparationCounts are the figures of production; beside those of other areas they are one.
func (t Today) preparationCounts() []nav.CountCell {
	pick := nav.CountCell{Label: "Para separar", Value: number(t.Preparation.PickCount), Href: ordersview.StatusHref(orders.Paid)}
	if len(t.Preparation.ToPick) > 0 {
		oldest := t.Preparation.ToPick[0].Since
		pick.Note = "o mais antigo " + fmtbr.Since(oldest, t.Now)
		pick.Tone = toneOf(t.Now.Sub(oldest), 24*time.Hour, lateDays*24*time.Hour)
	}
	if t.Picking == nil {
		pick.Label, pick.Value = "Para separar e enviar", number(t.Preparation.PickCount+t.Preparation.SendCount)
		return []nav.CountCell{pick}
	}
	send := nav.CountCell{Label: "Em separação", Value: number(t.Preparation.SendCount), Href: ordersview.StatusHref(orders.Picking),
		Note: "para enviar"}
	mine := nav.CountCell{Label: "Comigo", Value: number(t.Picking.Orders), Href: ownPickingHref,
		Note: fmtbr.Plural(len(t.Picking.Products), "produto", "produtos")}
	return []nav.CountCell{pick, send, mine, t.sentCount()}
}

func (t Today) sentCount() nav.CountCell {
	sent := nav.CountCell{Label: "Enviados hoje", Value: number(t.Preparation.SentToday),
		Href: ordersview.ReachedHref(orders.Sent, t.Now, t.Now)}
	switch more := t.Preparation.SentToday - t.Preparation.SentYesterday; {
	case more > 0:
		sent.Note = number(more) + " a mais que ontem"
	case more < 0:
		sent.Note = number(-more) + " a menos que ontem"
	case t.Preparation.SentToday == 0:
		sent.Note = "nenhum ontem"
	default:
		sent.Note = "tantos quanto ontem"
	}
	return sent
}

// toneOf marks a time that has exceeded a threshold.
func toneOf(passed, warn, late time.Duration) ui.Tone {
	switch {
	case passed >= late:
		return ui.Bad
	case passed >= warn:
		return ui.Warn
	}
	return ""
}

func (t Today) unpaidCount() nav.CountCell {
	cell := nav.CountCell{Label: "A receber", Value: fmtbr.Money(t.Unpaid.Total), Href: ordersview.StatusHref(orders.AwaitingPayment),
		Note: fmtbr.Plural(t.Unpaid.Count, "pedido", "pedidos")}
	if t.Unpaid.Overdue > 0 {
		cell.Note, cell.Tone = number(t.Unpaid.Overdue)+" há mais de "+fmtbr.Plural(t.Unpaid.Days, "dia", "dias"), ui.Warn
	}
	return cell
}

func (t Today) receivedCounts() []nav.CountCell {
	var cells []nav.CountCell
	for _, row := range t.comparisons() {
		note := row.Note
		if row.Trend != "" {
			note = row.Trend + " a menos que no período anterior"
			if row.Up {
				note = row.Trend + " a mais que no período anterior"
			}
		}
		cells = append(cells, nav.CountCell{Label: "Recebido " + map[string]string{"Hoje": "hoje", "Semana": "na semana",
			"Mês": "no mês"}[row.Label], Value: row.Value, Href: row.Href, Note: note})
	}
	return cells
}

func number(n int) string { return fmtbr.Integer(int64(n)) }

// counted formats a count that may be limited.
func counted(count page.Counted) string {
	if count.More {
		return number(count.Rows) + "+"
	}
	return number(count.Rows)
}
