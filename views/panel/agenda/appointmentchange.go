package agenda

import (
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// StepData is the page of one step.
type StepData struct {
	Step    Step
	Record  RecordData
	Options Options
	Version string
	// Typed is the form as it was sent or linked to.
	Typed   web.FormData
	Refused error
	// Clashes are the appointments that the new time overlaps with.
	Clashes []bookings.Placed
	// Free are free times to choose from instead of typing one.
	Free []time.Time
}

// Fields of the form that are not fields of the service: a chosen free time, and the page to return to.
const (
	FreeField = "horario"
	BackField = "volta"
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
		options = append(options, control.Option{Value: civil.LocalTime(at, zone), Label: when(&at, zone)})
	}
	return append(options, control.Option{Label: "Outro"})
}

// Title returns the title of the step.
func (d StepData) Title() string {
	switch d.Step {
	case Pay:
		if len(d.Record.Group) == 1 {
			return "Marcar o serviço como pago?"
		}
		return "Marcar a reserva inteira como paga?"
	case Reschedule:
		if d.movesEvent() {
			return "Remarcar o evento também?"
		}
		return "Remarcar"
	}
	return "Cancelar a reserva de " + fmtbr.FirstName(d.Record.Service.AssociateName) + "?"
}

func (d StepData) text() string {
	count := services(len(d.Record.Group))
	switch d.Step {
	case Pay:
		return count + ", " + d.Record.total() + "."
	case Reschedule:
		return d.Record.Title() + ", " + when(d.Record.Service.ConsultationDate, d.Record.Now.Location()) + " com " + d.Record.Service.ProfessionalName
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
	ask := dialog.Ask{Title: d.Title(), Text: d.text(), Action: d.Record.href(d.Step), Back: Href(d.Record.Service.ID), Refusal: d.refusal(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })}
	switch d.Step {
	case Pay:
		ask.Verb = "Marcar paga"
	case Cancel:
		ask.Verb, ask.Variant = "Cancelar reserva", ui.Danger
	default:
		ask.Verb = "Remarcar"
		if len(d.Clashes) > 0 {
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
	return "O evento de " + when(d.Record.Service.ConsultationDate, d.Record.Now.Location()) + " será apagado e outro criado para " + when(&to, d.Record.Now.Location()) + "."
}

// refusal returns the reason why nothing was changed, if it belongs to no field and asks nothing.
func (d StepData) refusal() string {
	refused := errs.As(d.Refused)
	if refused == nil || len(refused.Fields) > 0 || d.movesEvent() || len(d.Clashes) > 0 {
		return ""
	}
	return refused.Message
}

func (d StepData) clashText() string {
	return "Este horário sobrepõe o atendimento de " + Person(d.Clashes[0].AssociateName, d.Clashes[0].PatientName) + " às " + fmtbr.Clock(d.Clashes[0].ConsultationDate, d.Record.Now.Location()) + "."
}

func (d StepData) professional() control.Select {
	return control.Select{Name: "professional_id", Label: labels["professional_id"], Value: d.Typed.Or("professional_id", strconv.FormatInt(d.Record.Service.ProfessionalID, 10)),
		Options: d.Options.Names(), Error: errs.For(errs.FieldsOf(d.Refused), "professional_id")}
}

func (d StepData) date() control.Input {
	stored := ""
	if date := d.Record.Service.ConsultationDate; date != nil {
		stored = civil.LocalTime(*date, d.Record.Now.Location())
	}
	return control.Input{Name: "consultation_date", Label: labels["consultation_date"], Kind: control.DateTime, Value: d.Typed.Or("consultation_date", stored),
		Error: errs.For(errs.FieldsOf(d.Refused), "consultation_date")}
}
