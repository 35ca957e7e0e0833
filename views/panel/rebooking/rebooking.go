// Package rebooking shows the forms that move or cancel a service, or several of its series.
package rebooking

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/series"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	agendaview "acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/appointment"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// StepData is the page of one step.
type StepData struct {
	Step    agendaview.Step
	Record  appointment.Record
	Options agendaview.Options
	Version string
	// Typed is the form as it was sent or linked to.
	Typed   web.FormData
	Refused error
	// Warnings say what stands against the new time: overlaps, blocked hours and holidays.
	Warnings []string
	// Series are the numbers of services of each scope of a series; none without one.
	Series map[series.Scope]int
	// Free are free times to choose from instead of typing one.
	Free []time.Time
}

// Fields of the form that are not fields of the service: a chosen free time, the page to return to, the warnings that the form
// showed, and how much of a series it is about.
const (
	FreeField     = "horario"
	BackField     = "volta"
	AcceptedField = "sobrepor"
	ScopeField    = "alcance"
)

// freeDays is the number of days in which free times are looked for.
const freeDays = 7

// Professional returns the professional that the form names.
func (d StepData) Professional() (int64, error) {
	return strconv.ParseInt(d.professional().Value, 10, 64)
}

// FreeDays returns the days of the free times: the typed day, else those from the day of the service or today on.
func (d StepData) FreeDays() (from time.Time, days int) {
	zone := d.Record.Now.Location()
	if typed, err := civil.ParseLocalTime(d.Typed.Or("consultation_date", ""), zone); err == nil {
		return civil.StartOfDay(typed), 1
	}
	from = d.Record.Now
	if date := d.Record.Service.ConsultationDate; date != nil && date.After(from) {
		from = date.In(zone)
	}
	return civil.StartOfDay(from), freeDays
}

func (d StepData) professionalName() string {
	for _, option := range d.professional().Options {
		if option.Value == d.professional().Value {
			return option.Label
		}
	}
	return d.Record.Service.ProfessionalName
}

// freeOptions are the free times, and the choice to type another one.
func (d StepData) freeOptions() []control.Option {
	zone := d.Record.Now.Location()
	options := make([]control.Option, 0, len(d.Free)+1)
	for _, at := range d.Free {
		if date := d.Record.Service.ConsultationDate; date != nil && at.Equal(*date) {
			continue // it is there already
		}
		options = append(options, control.Option{Value: civil.LocalTime(at, zone), Label: agendaview.When(&at, zone)})
	}
	return append(options, control.Option{Label: "Outro"})
}

// Title returns the title of the step.
func (d StepData) Title() string {
	if d.Step == agendaview.Reschedule {
		if d.movesEvent() {
			return "Remarcar o evento também?"
		}
		return "Remarcar"
	}
	return "Cancelar a reserva de " + fmtbr.FirstName(d.Record.Service.AssociateName) + "?"
}

func (d StepData) text() string {
	count := fmtbr.Plural(len(d.Record.Group), "serviço", "serviços")
	if d.Step == agendaview.Reschedule {
		return d.Record.Title() + ", " + agendaview.When(d.Record.Service.ConsultationDate,
			d.Record.Now.Location()) + " com " + d.Record.Service.ProfessionalName
	}
	if len(d.Series) > 0 {
		return agendaview.When(d.Record.Service.ConsultationDate,
			d.Record.Now.Location()) + " com " + d.Record.Service.ProfessionalName + ". O que já aconteceu fica como está."
	}
	events := 0
	for _, one := range d.Record.Group {
		if one.EventID != nil {
			events++
		}
	}
	switch {
	case events > 0:
		return count + " e " + fmtbr.Plural(events, "evento", "eventos") + " serão removidos."
	case len(d.Record.Group) == 1:
		return count + " será removido."
	}
	return count + " serão removidos."
}

func (d StepData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: d.text(), Action: agendaview.StepHref(d.Record.Service.ID, d.Step),
		Back: agendaview.Href(d.Record.Service.ID), Refusal: d.refusal(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
			return map[string]string{"professional_id": "Profissional", "consultation_date": "Data e hora"}[path]
		})}
	switch d.Step {
	case agendaview.Cancel:
		ask.Verb, ask.Variant = "Cancelar reserva", ui.Danger
	default:
		ask.Verb = "Remarcar"
		if len(d.Warnings) > 0 {
			ask.Verb = "Remarcar mesmo assim"
		}
	}
	return ask
}

// movesEvent reports whether a calendar event has the old date, which needs a confirmation.
func (d StepData) movesEvent() bool { return errs.HasCode(d.Refused, bookings.CodeEventDate) }

// eventText says what happens to the event.
func (d StepData) eventText() string {
	to, err := civil.ParseLocalTime(d.Typed.Or("consultation_date", ""), d.Record.Now.Location())
	if err != nil {
		return ""
	}
	return "O evento de " + agendaview.When(d.Record.Service.ConsultationDate,
		d.Record.Now.Location()) + " será apagado e outro criado para " + agendaview.When(&to, d.Record.Now.Location()) + "."
}

// refusal returns the reason why nothing was changed, if it belongs to no field and asks nothing.
func (d StepData) refusal() string {
	refused := errs.As(d.Refused)
	if refused == nil || len(refused.Fields) > 0 || d.movesEvent() || len(d.Warnings) > 0 {
		return ""
	}
	return refused.Message
}

// Accepted identifies the warnings, so that no other one is accepted unseen.
func (d StepData) Accepted() string { return strings.Join(d.Warnings, "\n") }

// accepted is what the form shows or has shown before, so that a question about the event does not ask about the time again.
func (d StepData) accepted() string {
	if len(d.Warnings) > 0 {
		return d.Accepted()
	}
	return d.Typed.Or(AcceptedField, "")
}

// ClashText warns of an appointment at a time.
func ClashText(clash bookings.Placed, zone *time.Location) string {
	return "Este horário sobrepõe o atendimento de " + agendaview.Person(clash.AssociateName,
		clash.PatientName) + " às " + fmtbr.Clock(clash.ConsultationDate, zone) + "."
}

// scope is the choice how much of the series the form is about.
func (d StepData) scope() control.Radio {
	options := []control.Option{{Value: string(series.This), Label: "Só este"}}
	if count := d.Series[series.Next]; count > 1 {
		options = append(options, control.Option{Value: string(series.Next), Label: "Este e os próximos", Note: strconv.Itoa(count)})
	}
	if count := d.Series[series.Coming]; count > d.Series[series.Next] {
		options = append(options, control.Option{Value: string(series.Coming), Label: "Todos os que ainda vêm", Note: strconv.Itoa(count)})
	}
	return control.Radio{Name: ScopeField, Label: "Este atendimento se repete", Options: options,
		Value: d.Typed.Or(ScopeField, string(series.This))}
}

// CancelledMessage is the message after a booking was cancelled.
func CancelledMessage(removed int) string {
	return "Reserva cancelada: " + fmtbr.Plural(removed, "serviço removido.", "serviços removidos.")
}

func (d StepData) professional() control.Select {
	return control.Select{Name: "professional_id", Label: "Profissional",
		Value:   d.Typed.Or("professional_id", strconv.FormatInt(d.Record.Service.ProfessionalID, 10)),
		Options: d.Options.Names(), Error: errs.For(errs.FieldsOf(d.Refused), "professional_id")}
}

func (d StepData) date() control.Input {
	stored := ""
	if date := d.Record.Service.ConsultationDate; date != nil {
		stored = civil.LocalTime(*date, d.Record.Now.Location())
	}
	return control.Input{Name: "consultation_date", Label: "Data e hora", Kind: control.DateTime,
		Value: d.Typed.Or("consultation_date", stored),
		Error: errs.For(errs.FieldsOf(d.Refused), "consultation_date")}
}
