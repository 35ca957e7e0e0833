// Package booking shows the form of a new booking, beside the days of the chosen professionals.
package booking

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/platform/idempotency"
	"acolhe/models/professionals"
	"acolhe/models/series"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/form"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/repeat"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// Fragment is the part of the page that every change of the form replaces.
const Fragment = "agendamento"

// AssociatesPath is the address of the search of the form.
const AssociatesPath = agenda.NewPath + "/associados"

// The buttons of the form. TimeAction and RemoveAction are followed by the row.
const (
	SaveAction   = "salvar"
	AddAction    = "adicionar"
	TimeAction   = "hora:"
	RemoveAction = "remover:"
)

// Fields of the form that are not fields of the booking.
const (
	ActionField   = "acao"
	AcceptedField = "sobrepor"
)

// Booking is the form of a new booking.
type Booking struct {
	// Search and Found are the search for the associate, before one is chosen.
	Search string
	Found  []associates.Associate
	// Linked are the parameters of the link to the form, which the search keeps.
	Linked url.Values

	Associate associates.Associate
	Patients  []associates.Associate
	Rows      []Row
	Options   agenda.Options
	Tags      tags.Catalogue
	// Typed is the form as it was sent.
	Typed web.FormData
	// Key identifies the booking, so that a form sent twice books once.
	Key string
	// Calendar reports whether services get events.
	Calendar calendar.Status
	Refused  error
	// Plan are the dates of an appointment that repeats.
	Plan []series.Planned
	// Now is in the association's time zone.
	Now time.Time
}

// Row is one service of the form.
type Row struct {
	Professional professionals.Professional
	// Price is the price if none is typed.
	Price money.Amount
	// Free are free times of the professional, of the chosen day if there is one.
	Free []time.Time
	// Clashes are the appointments that the chosen time overlaps with.
	Clashes []bookings.Placed
	// At is the chosen time; nil without one. Day is the midnight of its day, else that of the first free time, and Calendar
	// that day of the professional.
	At       *time.Time
	Day      time.Time
	Calendar bookings.Calendar
}

// ItemPath returns the name of a field of a service.
func ItemPath(row int, name string) string { return fmt.Sprintf("items[%d].%s", row, name) }

func (b Booking) hasAssociate() bool { return b.Associate.ID != 0 }

func (b Booking) associateHref(code string) string {
	query := url.Values{"associado": {code}}
	for name, values := range b.Linked {
		query[name] = values
	}
	return agenda.NewPath + "?" + query.Encode()
}

func (b Booking) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(b.Refused), fieldLabel)
	refused := errs.As(b.Refused)
	switch {
	case refused == nil || len(refused.Fields) > 0:
	case refused.Code == bookings.CodeSlotTaken && refused.Message == "": // not seen before, and may be accepted
		return append(problems, ui.Problem{Message: "Confira o horário destacado antes de agendar."})
	case refused.Code == bookings.CodeSlotTaken:
		return append(problems, ui.Problem{Message: "Este horário acabou de ser ocupado. Escolha outro."})
	case refused.Code == idempotency.CodeKeyReused:
		return append(problems, ui.Problem{Message: "Este formulário já gerou um agendamento. Confira a agenda. Para criar mais um, agende de novo."})
	default:
		return append(problems, ui.Problem{Message: refused.Message})
	}
	return problems
}

func fieldLabel(path string) string { return agenda.Label(path[strings.LastIndex(path, ".")+1:]) }

// Accepted identifies the overlaps that the form warns of, so that another one is not accepted unseen; empty without any.
func (b Booking) Accepted() string {
	if b.Repeats() {
		return b.repeat().Accepted()
	}
	var seen []string
	for i, row := range b.Rows {
		for _, clash := range row.Clashes {
			seen = append(seen, fmt.Sprint(i, "-", clash.ID))
		}
		if b.closed(i) != "" {
			seen = append(seen, fmt.Sprint(i, "-fechado"))
		}
	}
	return strings.Join(seen, ",")
}

// Repeats reports whether the appointment repeats. Only a booking of one service can.
func (b Booking) Repeats() bool { return len(b.Rows) == 1 && repeat.IsOn(b.Typed) }

func (b Booking) repeat() repeat.Form {
	return repeat.Form{Typed: b.Typed, Problems: b.problems(), Plan: b.Plan, Now: b.Now}
}

// saveLabel is the label of the button that books.
func (b Booking) saveLabel() string {
	if count := len(series.Times(b.Plan)); b.Repeats() && count > 0 {
		return "Agendar " + fmtbr.Plural(count, "sessão", "sessões")
	}
	return "Agendar"
}

func (b Booking) patient() control.Select {
	options := make([]control.Option, len(b.Patients))
	for i, patient := range b.Patients {
		options[i] = control.Option{Value: patient.UserCode.String(), Label: patient.FullName()}
	}
	return control.Select{Name: "patient_user_code", Label: agenda.Label("patient_user_code"), Prompt: b.Associate.FullName() + " (associado)",
		Value: b.Typed.Or("patient_user_code", ""), Options: options,
		Error: errs.For(errs.FieldsOf(b.Refused), "patient_user_code")}
}

func (b Booking) professional(row int) control.Select {
	path := ItemPath(row, "professional_id")
	return control.Select{Name: path, Label: agenda.Label("professional_id"), Prompt: "Escolha…", Value: b.Typed.Or(path, ""),
		Options: b.Options.Names(), Error: b.problems().For(path)}
}

func (b Booking) input(row int, name string, kind control.Kind) control.Input {
	path := ItemPath(row, name)
	return control.Input{Name: path, Label: agenda.Label(name), Kind: kind, Value: b.Typed.Or(path, ""), Error: b.problems().For(path)}
}

func (b Booking) price(row int) control.Input {
	input := b.input(row, "price", control.Money)
	if b.Rows[row].Professional.ID != 0 {
		input.Placeholder = b.Rows[row].Price.Typed()
	}
	return input
}

// event returns the choice whether a service gets an event, in the calendar of its professional or in the default.
func (b Booking) event(row int) control.Select {
	path, label := ItemPath(row, "create_calendar_event"), "Criar na agenda da associação"
	if professional := b.Rows[row].Professional; professional.CalendarID != nil {
		label = "Criar na agenda de " + fmtbr.FirstName(professional.Name)
	}
	return control.Select{Name: path, Label: "Evento", Value: b.Typed.Or(path, "true"),
		Options: []control.Option{{Value: "true", Label: label}, {Value: "false", Label: "Não criar"}}}
}

func (b Booking) donation(row int) control.Input {
	input := b.input(row, "donation", control.Money)
	input.Optional = true
	return input
}

func (b Booking) rowTitle(row int) string {
	title := strconv.Itoa(row+1) + ". "
	if name := b.Rows[row].Professional.Name; name != "" {
		return title + name
	}
	return title + "Serviço"
}

// timeAction is the value of a button that takes a free time over into a row.
func (b Booking) timeAction(row int, at time.Time) string {
	return TimeAction + strconv.Itoa(row) + ":" + civil.LocalTime(at, b.Now.Location())
}

// isChosen reports whether a row has this time.
func (b Booking) isChosen(row int, at time.Time) bool {
	return b.Rows[row].At != nil && b.Rows[row].At.Equal(at)
}

// freeLabel returns a free time: the clock alone on the chosen day.
func (b Booking) freeLabel(row int, at time.Time) string {
	if b.Typed.Or(ItemPath(row, "consultation_date"), "") != "" {
		return fmtbr.Clock(at, b.Now.Location())
	}
	return agenda.When(&at, b.Now.Location())
}

// closed says that the chosen time of a row is blocked or on a holiday.
func (b Booking) closed(row int) string {
	if b.Rows[row].At == nil {
		return ""
	}
	return agenda.ClosedWords(b.Rows[row].Calendar, b.Rows[row].Professional, *b.Rows[row].At)
}

func (b Booking) clash(row int) string {
	clash := b.Rows[row].Clashes[0]
	return b.Rows[row].Professional.Name + " atende " + agenda.Person(clash.AssociateName,
		clash.PatientName) + " às " + fmtbr.Clock(clash.ConsultationDate,
		b.Now.Location()) + ". Você pode agendar assim ou escolher outro horário."
}

// total returns the number of services and the sum of their prices.
func (b Booking) total() string {
	total := money.Zero
	for i, row := range b.Rows {
		price := row.Price
		if typed := b.Typed.Or(ItemPath(i, "price"), ""); typed != "" && price.UnmarshalText([]byte(typed)) != nil {
			price = money.Zero
		}
		total = total.Add(price)
	}
	if count := len(series.Times(b.Plan)); b.Repeats() && count > 0 {
		return fmtbr.Plural(count, "sessão", "sessões") + " · " + fmtbr.Money(total.Times(count))
	}
	return agenda.Services(len(b.Rows)) + " · " + fmtbr.Money(total)
}

func (b Booking) observations() control.Textarea {
	return control.Textarea{Name: "observations", Label: agenda.Label("observations"), Optional: true, Value: b.Typed.Or("observations", ""),
		Error: b.problems().For("observations")}
}

func (b Booking) tags() ui.Content {
	return form.TagChecks(control.Checks{Name: "tags", Label: agenda.Label("tags"), Chosen: b.Typed["tags"], Error: b.problems().For("tags")},
		b.Tags, "Nenhuma etiqueta para serviços ainda.")
}

// Message is the message after a booking.
func Message(count int) string {
	return fmtbr.Plural(count, "serviço agendado.", "serviços agendados.")
}

// TellSlug ends the address that leads to the chat with the message about a booking.
const TellSlug = "/avisar"
