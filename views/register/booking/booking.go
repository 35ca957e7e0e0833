// Package booking shows the steps in which an associate makes an appointment: with whom, when, and what was chosen.
package booking

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/layouts"
	people "acolhe/views/panel/professionals"
	"acolhe/views/register"
	"acolhe/views/ui/control"
)

// Addresses of the steps in which an associate makes an appointment; what was chosen is in their queries.
const (
	Path      = register.AppointmentsPath + "/nova"
	TimesPath = Path + "/horario"
	CheckPath = Path + "/conferir"
)

// The fields of the steps: for whom, with whom, when, without a time, how many weeks of times to show, and
// the field whose step was left without a choice.
const (
	ForField     = "para"
	WithField    = "com"
	AtField      = "quando"
	UndatedField = "combinar"
	WeeksField   = "semanas"
	MissingField = "falta"
)

// Self is the value of ForField for an appointment of the associate.
const Self = "eu"

// Booking is one step in which an associate makes an appointment.
type Booking struct {
	Frame    layouts.Frame
	Zone     *time.Location
	Patients []associates.Associate
	// People are the professionals to choose from, Next their next free times by id.
	People []professionals.Bookable
	Next   map[int64]time.Time
	// For is Self or the user_code of a patient, With the chosen professional.
	For  string
	With professionals.Bookable
	// Free are the free times of the professional, Weeks the number of weeks of them to show.
	Free  []time.Time
	Weeks int
	// At is the chosen time; nil if the staff arranges it.
	At *time.Time
	// Lasting is the length of an appointment.
	Lasting time.Duration
	// TakesPix reports whether there will be a Pix code to pay with.
	TakesPix bool
	// Key identifies the booking, so that a form sent twice books once.
	Key string
	// Refused is the reason why a step cannot be left; nil without any.
	Refused error
}

// Patient returns the chosen patient; false for the associate.
func (b Booking) Patient() (patient associates.Associate, chosen bool) {
	for _, one := range b.Patients {
		if one.UserCode.String() == b.For {
			return one, true
		}
	}
	return patient, false
}

// query is what has been chosen, for the address of a step.
func (b Booking) query() url.Values {
	query := url.Values{}
	if b.For != "" {
		query.Set(ForField, b.For)
	}
	if b.With.ID != 0 {
		query.Set(WithField, strconv.FormatInt(b.With.ID, 10))
	}
	return query
}

func (b Booking) startHref() string { return Path + "?" + b.query().Encode() }
func (b Booking) timesHref() string { return TimesPath + "?" + b.query().Encode() }

// MissingHref is the address of the step of a field, which says that its choice is missing.
func (b Booking) MissingHref(field string) string {
	query, step := b.query(), TimesPath
	if field == WithField {
		step = Path
	}
	query.Set(MissingField, field)
	return step + "?" + query.Encode()
}

func (b Booking) moreHref() string {
	query := b.query()
	query.Set(WeeksField, strconv.Itoa(b.Weeks+2))
	return TimesPath + "?" + query.Encode()
}

func (b Booking) undatedHref() string {
	query := b.query()
	query.Set(UndatedField, "1")
	return CheckPath + "?" + query.Encode()
}

// forWhom returns the person in words: "para Helena", "para você".
func (b Booking) forWhom() string {
	if patient, chosen := b.Patient(); chosen {
		return "para " + register.FirstName(patient)
	}
	return "para você"
}

func (b Booking) forOptions() control.Radio {
	radio := control.Radio{Name: ForField, Label: "Para quem é?", Value: b.For, Wide: true}
	for _, patient := range b.Patients {
		radio.Options = append(radio.Options, control.Option{Value: patient.UserCode.String(), Label: register.FirstName(patient)})
	}
	radio.Options = append(radio.Options, control.Option{Value: Self, Label: "Para mim"})
	return radio
}

func (b Booking) withOptions() control.Radio {
	radio := control.Radio{Name: WithField, Label: "Com quem?", Error: errs.For(errs.FieldsOf(b.Refused), WithField)}
	if b.With.ID != 0 {
		radio.Value = strconv.FormatInt(b.With.ID, 10)
	}
	for _, one := range b.People {
		times := "Horário a combinar com a equipe"
		if next, isFree := b.Next[one.ID]; isFree {
			times = "Próximo: " + fmtbr.Weekday(next, b.Zone) + ", " + fmtbr.DayMonth(next, b.Zone)
		}
		radio.Options = append(radio.Options, control.Option{Value: strconv.FormatInt(one.ID, 10), Label: one.Name, Note: priceOf(one.Price),
			Detail: b.about(one) + " · " + times})
	}
	return radio
}

// about returns type and registration of a professional, and the length of an appointment.
func (b Booking) about(one professionals.Bookable) string {
	return fmtbr.Join(", ", people.TypeName(one.Type), one.Registration, b.minutes())
}

func (b Booking) minutes() string { return strconv.Itoa(int(b.Lasting.Minutes())) + " min" }

// priceOf returns a price in words.
func priceOf(price money.Amount) string {
	if price.IsZero() {
		return "Sem custo"
	}
	return fmtbr.Money(price)
}

// freeDay is a day with its free times.
type freeDay struct {
	name  string
	times []time.Time
}

// days returns the free times of the shown weeks by day, and whether there are later ones.
func (b Booking) days() (days []freeDay, more bool) {
	if len(b.Free) == 0 {
		return nil, false
	}
	end := civil.Of(b.Free[0].In(b.Zone)).Add(0, 0, 7*b.Weeks)
	for _, at := range b.Free {
		day := civil.Of(at.In(b.Zone))
		if !day.Before(end) {
			return days, true
		}
		name := DayName(at, b.Zone)
		if len(days) == 0 || days[len(days)-1].name != name {
			days = append(days, freeDay{name: name})
		}
		days[len(days)-1].times = append(days[len(days)-1].times, at)
	}
	return days, false
}

// DayName returns a day: Quinta-feira, 26 de novembro.
func DayName(at time.Time, zone *time.Location) string {
	date, _, _ := strings.Cut(fmtbr.LongDate(at, zone), " de 2")
	return fmtbr.Capitalized(fmtbr.Weekday(at, zone)) + ", " + date
}

// ZoneNote names the time zone of the appointments.
func ZoneNote(zone *time.Location) string { return fmtbr.Capitalized(fmtbr.ZoneName(zone)) + "." }

func (b Booking) value(at time.Time) string { return civil.LocalTime(at, b.Zone) }

func (b Booking) isChosen(at time.Time) bool { return b.At != nil && b.At.Equal(at) }

// problem returns the sentence of a refusal; empty without any.
func (b Booking) problem() string {
	refused := errs.As(b.Refused)
	switch {
	case refused == nil:
		return ""
	case len(refused.Fields) > 0:
		return fmtbr.Capitalized(refused.Fields[0].Message) + "."
	}
	return refused.Message
}

// span returns beginning and end of an appointment: 14:00 às 14:40 (40 min).
func (b Booking) span(at time.Time) string {
	return fmtbr.Clock(at, b.Zone) + " às " + fmtbr.Clock(at.Add(b.Lasting), b.Zone) + " (" + b.minutes() + ")"
}

// payment says how the appointment is paid.
func (b Booking) payment() string {
	switch {
	case b.With.Price.IsZero():
		return "Esta consulta não tem custo."
	case b.At == nil:
		return "Você só paga depois de combinar o dia e a hora."
	case b.TakesPix:
		return "Depois de marcar, mostramos o código Pix para você pagar."
	}
	return "Depois de marcar, combine o pagamento com a equipe."
}

func (b Booking) verb() string {
	if b.At == nil {
		return "Pedir consulta"
	}
	return "Marcar consulta"
}

// firstVerb and timesVerb label the buttons of the first two steps; empty if there is nothing to choose.
func (b Booking) firstVerb() string {
	if len(b.People) == 0 {
		return ""
	}
	return "Ver horários"
}

func (b Booking) timesVerb() string {
	if len(b.Free) == 0 {
		return ""
	}
	return "Continuar"
}
