package home

import (
	"time"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/panel/documents"
	ordersview "acolhe/views/panel/orders"
	receptionview "acolhe/views/panel/reception"
	reportsview "acolhe/views/panel/reports"
	stockview "acolhe/views/panel/stock"
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
	if t.Settlement != nil {
		cells = append(cells, reportsview.Counts(*t.Settlement)...)
	}
	if t.Received != nil && t.Queue == nil {
		cells = append(cells, t.receivedCounts()...)
	}
	return cells
}

func (t Today) peopleCounts() []nav.CountCell {
	var cells []nav.CountCell
	if t.ToCheck != nil {
		cells = append(cells, nav.CountCell{Label: "Documentos a conferir", Value: nav.Counted(t.ToCheck.Counted), Href: documents.Path,
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
			cells = append(cells, nav.CountCell{Label: people.label, Value: nav.Counted(people.Counted), Href: people.href, Note: people.note})
		}
	}
	return cells
}

// agendaCount counts the appointments of the day; without a cell of their own it also names the services without a date.
func (t Today) agendaCount() nav.CountCell {
	cell := nav.CountCell{Label: "Agenda de hoje", Value: number(t.Agenda.Count), Href: wholeAgendaHref, Note: t.nextNote()}
	if t.Undated != nil && t.Preparation != nil && t.Undated.Counted.Rows > 0 {
		cell.Note, cell.Tone = nav.Counted(t.Undated.Counted)+" sem data", ui.Warn
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
		cell.Note, cell.Tone = number(t.Queue.LateCount)+" "+waits+" há mais de "+fmtbr.Limit(t.Queue.Late), ui.Bad
	case len(t.Queue.Items) > 0:
		cell.Note = "o mais antigo há " + fmtbr.Elapsed(t.Now.Sub(t.Queue.Items[0].DateCreated))
	}
	return cell
}

// undatedCount counts the services that have waited for a date for more than a day.
func (t Today) undatedCount() nav.CountCell {
	cell := nav.CountCell{Label: "Sem data", Value: nav.Counted(t.Undated.Counted), Href: agendaview.UndatedHref, Note: "nenhum há mais de um dia"}
	if t.Undated.Counted.Rows > 0 {
		cell.Tone, cell.Note = ui.Warn, "o mais antigo "+fmtbr.Since(t.Undated.Services[0].DateCreated, t.Now)
	}
	return cell
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
	cells := []nav.CountCell{pick, send}
	if t.Shelf != nil {
		cells = append(cells, nav.CountCell{Label: "Sem etiqueta", Value: nav.Counted(t.Shelf.WithoutLabel),
			Href: ordersview.WithoutLabelHref(), Note: "pagos, sem etiqueta de envio"})
	}
	if cells = append(cells, t.sentCount()); t.Shelf != nil && t.Shelf.HasStock {
		cells = append(cells, stockview.Counts(t.Shelf.Low, t.Shelf.Expiring)...)
	}
	return cells
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
		if t.Settlement != nil && row.Label == "Semana" {
			continue // in the card; a row holds six
		}
		note := row.Note
		if row.Trend != "" {
			note = row.Trend + " a menos que antes"
			if row.Up {
				note = row.Trend + " a mais que antes"
			}
		}
		cells = append(cells, nav.CountCell{Label: "Recebido " + map[string]string{"Hoje": "hoje", "Semana": "na semana",
			"Mês": "no mês"}[row.Label], Value: row.Value, Href: row.Href, Note: note})
	}
	return cells
}

func number(n int) string { return fmtbr.Integer(int64(n)) }
