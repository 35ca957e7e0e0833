// Package closures shows the forms of blocked hours and the page of holidays.
package closures

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// The addresses of a new block, of the blocks and of the holidays.
const (
	AgendaPath   = "/painel/agenda"
	NewPath      = AgendaPath + "/bloquear"
	BlocksPath   = AgendaPath + "/bloqueios"
	HolidaysPath = AgendaPath + "/feriados"
)

// BlockHref returns the address of a block.
func BlockHref(id int64) string { return ui.RowHref(BlocksPath, id) }

// The fields of the form of a block that are not fields of its input: its days and times as people type them, the appointments
// that the person has seen, the pressed button, and the page to return to.
const (
	FirstDay, FirstClock = "first_day", "first_clock"
	LastDay, LastClock   = "last_day", "last_clock"
	SeenField            = "vistos"
	ActionField          = "acao"
	RemoveAction         = "remover"
	BackField            = "volta"
)

// BlockData is the form of a block. ID is 0 for a new one.
type BlockData struct {
	Block   closures.Block
	Version string
	// Typed is the form as it was sent or linked to.
	Typed         web.FormData
	Professionals []control.Option
	// Within are the appointments in the times of the block.
	Within  []bookings.Placed
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

// Title returns the title of the form.
func (d BlockData) Title() string {
	if d.Block.ID == 0 {
		return "Bloquear horário"
	}
	return "Bloqueio"
}

// Seen identifies the appointments that the form lists, so that another one is not accepted unseen.
func (d BlockData) Seen() string {
	ids := make([]string, len(d.Within))
	for i, one := range d.Within {
		ids[i] = strconv.FormatInt(one.ID, 10)
	}
	return strings.Join(ids, ",")
}

func (d BlockData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: "Ninguém consegue marcar nestes horários.", Action: NewPath, Back: AgendaPath, Verb: "Bloquear",
		Problems: d.problems()}
	if d.Block.ID != 0 {
		ask.Action, ask.Verb = BlockHref(d.Block.ID), "Salvar"
	}
	if len(d.Within) > 0 {
		ask.Verb += " mesmo assim"
	}
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		ask.Refusal = refused.Message
	}
	return ask
}

// places are the fields of the form that show the errors of the input.
var places = map[string]string{"starts_at": FirstDay, "ends_at": LastClock}

func (d BlockData) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })
	for i := range problems {
		if field, isMoved := places[problems[i].Field]; isMoved {
			problems[i].Field = field
		}
	}
	return problems
}

var labels = map[string]string{
	"professional_id": "Profissional", FirstDay: "Dia", FirstClock: "Das", LastClock: "Até as", LastDay: "Até o dia", "reason": "Motivo",
	"repeat_until": "Repetir toda semana até", "starts_at": "Dia", "ends_at": "Até as", "name": "Nome", "day": "Dia",
}

// stored returns the text of a field of the stored block.
func (d BlockData) stored(name string) string {
	if d.Block.ID == 0 {
		return ""
	}
	zone := d.Now.Location()
	from, to := d.Block.StartsAt.In(zone), d.Block.EndsAt.In(zone)
	switch name {
	case FirstDay:
		return fmtbr.Date(from, zone)
	case FirstClock:
		return fmtbr.Clock(from, zone)
	case LastClock:
		return fmtbr.Clock(to, zone)
	case "reason":
		return texts.Of(d.Block.Reason)
	case LastDay:
		if civil.Of(from) != civil.Of(to) {
			return fmtbr.Date(to, zone)
		}
	case "repeat_until":
		if d.Block.RepeatUntil != nil {
			return d.Block.RepeatUntil.Shown()
		}
	}
	return ""
}

func (d BlockData) input(name string, kind control.Kind) control.Input {
	return control.Input{Name: name, Label: labels[name], Kind: kind, Value: d.Typed.Or(name, d.stored(name)), Error: d.problems().For(name)}
}

func (d BlockData) optional(name string, kind control.Kind) control.Input {
	input := d.input(name, kind)
	input.Optional, input.Autocomplete = true, "off"
	return input
}

func (d BlockData) day(name string) control.Input {
	input := d.input(name, control.BirthDate) // typed, the same in every browser
	input.Autocomplete = "off"
	return input
}

func (d BlockData) clock(name string) control.Input {
	input := d.input(name, control.Text)
	input.Placeholder, input.Width, input.MaxLength, input.Autocomplete, input.Optional = "08:00", control.Tiny, 5, "off", true
	return input
}

func (d BlockData) professional() control.Select {
	stored := ""
	if d.Block.ID != 0 {
		stored = strconv.FormatInt(d.Block.ProfessionalID, 10)
	}
	return control.Select{Name: "professional_id", Label: labels["professional_id"], Prompt: "Escolha…",
		Value:   d.Typed.Or("professional_id", stored),
		Options: d.Professionals, Error: d.problems().For("professional_id")}
}

// withinLine is an appointment in the times of the block.
func (d BlockData) withinLine(one bookings.Placed) ui.Line {
	name := one.AssociateName
	if texts.Of(one.PatientName) != "" {
		name = *one.PatientName
	}
	return ui.Line{Title: name, Href: ui.RowHref(AgendaPath, one.ID), Note: fmtbr.DateTime(one.ConsultationDate, d.Now.Location())}
}

// withinText says what the appointments in the times of the block mean.
func (d BlockData) withinText() string {
	return fmtbr.Plural(len(d.Within), "atendimento já marcado",
		"atendimentos já marcados") + " neste horário. O bloqueio não desmarca: remarque antes, ou bloqueie mesmo assim."
}
