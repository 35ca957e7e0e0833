package home

import (
	"slices"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
)

// The number of appointments on the card, and of past ones among them.
const (
	agendaRows = 6
	agendaPast = 2
)

// appointment is an appointment of the card; isNext marks the first one to come.
type appointment struct {
	listing.Appointment
	isNext bool
}

// window returns the range of the appointments on the card: around the current time, or all.
func (t Today) window() (from, to int) {
	all := len(t.Agenda.Appointments)
	if t.Query.WholeAgenda {
		return 0, all
	}
	from = max(0, min(t.next()-agendaPast, all-agendaRows))
	return from, min(all, from+agendaRows)
}

// next returns the index of the first appointment to come, or their number if the day is over.
func (t Today) next() int {
	at := slices.IndexFunc(t.Agenda.Appointments, func(a listing.Appointment) bool { return a.ConsultationDate.After(t.Now) })
	if at < 0 {
		return len(t.Agenda.Appointments)
	}
	return at
}

func (t Today) isOver() bool { return t.next() == len(t.Agenda.Appointments) }

func (t Today) appointments() []appointment {
	from, to := t.window()
	shown := make([]appointment, 0, to-from)
	for i := from; i < to; i++ {
		shown = append(shown, appointment{t.Agenda.Appointments[i], i == t.next()})
	}
	return shown
}

// slot shows an appointment, with badges only for exceptions.
func (a appointment) slot(now time.Time) ui.Slot {
	slot := ui.Slot{Clock: fmtbr.Clock(a.ConsultationDate, now.Location()), ISO: ui.ISO(a.ConsultationDate),
		Title: a.AssociateName, Href: agendaview.Href(a.ID), Note: associatesview.ServiceName(a.Type) + " · " + a.ProfessionalName,
		Past: !a.ConsultationDate.After(now)}
	if patient := texts.Of(a.PatientName); patient != "" {
		slot.Title = patient
	}
	if a.Status == bookings.AwaitingPayment {
		slot.Badges = append(slot.Badges, ui.Badge{Tone: ui.Warn, Text: "Aguardando pagamento"})
	}
	if a.HasFailedEvent() {
		slot.Badges = append(slot.Badges, ui.Badge{Tone: ui.Bad, Text: "Evento não criado"})
	}
	return slot
}

// bookLink leads to the form of a new booking, for those who may book.
func (t Today) bookLink() ui.Link {
	if !t.CanBook {
		return ui.Link{}
	}
	return ui.Link{Text: "Novo agendamento", Href: agendaview.NewPath}
}

// agendaFoot returns the numbers of appointments before and after those on the card; nil if there are none.
func (t Today) agendaFoot() ui.Content {
	from, to := t.window()
	earlier, later := "", ""
	if from > 0 {
		earlier = number(from) + " mais cedo"
		if unpaid := countUnpaid(t.Agenda.Appointments[:from]); unpaid > 0 {
			earlier += " (" + number(unpaid) + " sem pagamento)"
		}
	}
	if t.Agenda.Count > to {
		later = number(t.Agenda.Count-to) + " mais tarde"
	}
	if earlier+later == "" {
		return nil
	}
	return ui.CardFoot{Text: fmtbr.Join(", ", earlier, later), Link: ui.Link{Text: "Ver o dia todo", Href: wholeAgendaHref}}
}

func countUnpaid(appointments []listing.Appointment) int {
	unpaid := 0
	for _, a := range appointments {
		if a.Status == bookings.AwaitingPayment {
			unpaid++
		}
	}
	return unpaid
}

func (t Today) nextNote() string {
	switch {
	case t.Agenda.Count == 0:
		return ""
	case t.isOver():
		return "nenhum mais hoje"
	}
	return "próximo às " + fmtbr.Clock(t.Agenda.Appointments[t.next()].ConsultationDate, t.Now.Location())
}
