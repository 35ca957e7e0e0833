package portal

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// WeekData are the appointments of a week, paid or not, from Monday.
type WeekData struct {
	From     time.Time
	Services []bookings.Service
	// Feed is the address of the professional's calendar; empty without one.
	Feed string
}

func (d WeekData) title() string {
	return "Seus horários da semana, de " + fmtbr.DayMonth(d.From, d.From.Location()) + " a " + fmtbr.DayMonth(d.From.AddDate(0, 0, 6), d.From.Location())
}

func (d WeekData) href(weeks int) string {
	return WeekPath + "?de=" + civil.Of(d.From.AddDate(0, 0, 7*weeks)).String()
}

// day is one day of a week.
type day struct {
	name     string
	services []bookings.Service
}

func (d WeekData) days() (days []day) {
	names := [...]string{"Segunda", "Terça", "Quarta", "Quinta", "Sexta", "Sábado", "Domingo"}
	for i, name := range names {
		from := d.From.AddDate(0, 0, i)
		of := day{name: name + ", " + fmtbr.DayMonth(from, from.Location())}
		for _, service := range d.Services {
			if at := *service.ConsultationDate; !at.Before(from) && at.Before(from.AddDate(0, 0, 1)) {
				of.services = append(of.services, service)
			}
		}
		if i < 5 || len(of.services) > 0 {
			days = append(days, of)
		}
	}
	return days
}

func (d day) count() string {
	if len(d.services) == 0 {
		return "livre"
	}
	return fmtbr.Plural(len(d.services), "horário", "horários")
}

// line is an appointment; one that is not paid yet has initials instead of names, as the report knows it only once paid.
func (d WeekData) line(s bookings.Service) ui.Line {
	clock := fmtbr.Clock(*s.ConsultationDate, d.From.Location())
	if s.Status != bookings.Paid {
		name := s.AssociateName
		if s.PatientName != nil {
			name = *s.PatientName
		}
		return ui.Line{Title: clock + "  " + fmtbr.AllInitials(name), Note: confirmationOf(s), Status: ui.Badge{Tone: ui.Warn, Text: "A pagar"}}
	}
	note := confirmationOf(s)
	if s.PatientName != nil {
		note = fmtbr.Join(" · ", "Paciente: "+*s.PatientName, note)
	}
	return ui.Line{Title: clock + "  " + s.AssociateName, Note: note, Status: ui.Badge{Tone: ui.Good, Text: "Pago"}}
}

// confirmationOf is the associate's answer in words.
func confirmationOf(s bookings.Service) string {
	switch {
	case s.Confirmation == nil:
		return "Ainda não confirmou"
	case *s.Confirmation == bookings.Confirmed:
		return "Confirmou presença"
	}
	return "Pediu outro horário"
}
