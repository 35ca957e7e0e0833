// Package repeat shows how a new appointment repeats: the fields of the rule, and the dates with what stands against each.
package repeat

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/series"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// choicePrefix begins the name of the field with the choice for a date; its civil day follows.
const choicePrefix = "repeat_on_"

// Form is the part of the booking form about repetition.
type Form struct {
	Typed    web.FormData
	Problems ui.Problems
	// Plan are the dates; none while the rule or the first date is incomplete.
	Plan []series.Planned
	// Now is in the association's time zone.
	Now time.Time
}

// IsOn reports whether the form repeats.
func IsOn(typed web.FormData) bool { return typed.Or("repeat_every", "") != "" }

// Choices returns the choices of a form by the civil day of their dates.
func Choices(typed web.FormData) map[string]string {
	choices := map[string]string{}
	for name, values := range typed {
		if day, isChoice := strings.CutPrefix(name, choicePrefix); isChoice && len(values) > 0 {
			choices[day] = values[0]
		}
	}
	return choices
}

// Accepted identifies the dates that something stands against, with their choices.
func (f Form) Accepted() string {
	var seen []string
	for _, one := range f.Plan {
		if one.State != series.Free {
			seen = append(seen, fmt.Sprint(civil.Of(one.At), "-", one.State, "-", one.Clash.ID, "-", one.Choice))
		}
	}
	return strings.Join(seen, ",")
}

func (f Form) every() control.Select {
	labels := map[series.Every]string{series.Weekly: "Toda semana", series.Fortnightly: "A cada 2 semanas", series.Monthly: "Todo mês"}
	var options []control.Option
	for _, every := range series.All() {
		options = append(options, control.Option{Value: string(every), Label: labels[every]})
	}
	return control.Select{Name: "repeat_every", Label: "Repetir", Prompt: "Não repete", Options: options,
		Value: f.Typed.Or("repeat_every", ""), Error: f.Problems.For("repeat_every")}
}

func (f Form) times() control.Input {
	return control.Input{Name: "repeat_times", Label: "Quantas vezes", Kind: control.Number, Optional: true,
		Value: f.Typed.Or("repeat_times", ""), Error: f.Problems.For("repeat_times")}
}

func (f Form) until() control.Input {
	return control.Input{Name: "repeat_until", Label: "Até", Kind: control.Date, Optional: true, Value: f.Typed.Or("repeat_until", ""),
		Error: f.Problems.For("repeat_until")}
}

func (f Form) charge() control.Select {
	return control.Select{Name: "repeat_package", Label: "Cobrança", Value: f.Typed.Or("repeat_package", "false"),
		Options: []control.Option{{Value: "false", Label: "Cada sessão"}, {Value: "true", Label: "Pacote, uma reserva só"}}}
}

// count is the number of dates, and of those that something stands against: 8 datas, 3 com aviso.
func (f Form) count() string {
	warned := 0
	for _, one := range f.Plan {
		if one.State != series.Free {
			warned++
		}
	}
	words := fmtbr.Plural(len(series.Times(f.Plan)), "data", "datas")
	if warned > 0 {
		words += ", " + strconv.Itoa(warned) + " com aviso"
	}
	return words
}

// state says what stands against a date; a free one says so.
func (f Form) state(one series.Planned) (icon, words string) {
	switch one.State {
	case series.Holiday:
		return "triangle-alert", "Feriado: " + one.Holiday.Name
	case series.Past:
		return "triangle-alert", "Já passou"
	case series.Blocked:
		return "triangle-alert", fmtbr.Join(": ", "Bloqueado", texts.Of(one.Block.Reason))
	case series.Taken:
		name := one.Clash.AssociateName
		if one.Clash.PatientName != nil {
			name = *one.Clash.PatientName
		}
		return "triangle-alert", "Ocupado por " + name + " às " + fmtbr.Clock(one.Clash.ConsultationDate, f.Now.Location())
	}
	return "check", "livre"
}

// choice offers what may happen with a date.
func (f Form) choice(one series.Planned) control.Select {
	name := choicePrefix + civil.Of(one.At).String()
	choice := control.Select{Name: name, Label: "O que fazer em " + fmtbr.DayMonth(one.At, f.Now.Location()), Value: one.Choice}
	for _, at := range one.Free {
		choice.Options = append(choice.Options,
			control.Option{Value: civil.LocalTime(at, f.Now.Location()), Label: "Usar " + fmtbr.Clock(at, f.Now.Location())})
	}
	keep := "Manter mesmo assim"
	if one.State == series.Free {
		keep = "Manter"
	}
	choice.Options = append(choice.Options, control.Option{Value: series.Keep, Label: keep},
		control.Option{Value: series.Skip, Label: "Pular"})
	return choice
}

// EveryWords says how often a series repeats: Toda quinta às 10:00.
func EveryWords(every string, at time.Time) string {
	weekday, clock := fmtbr.Weekday(at, at.Location()), fmtbr.Clock(at, at.Location())
	weekday, _, _ = strings.Cut(weekday, "-")
	switch series.Every(every) {
	case series.Weekly:
		if weekday == "sábado" || weekday == "domingo" {
			return "Todo " + weekday + " às " + clock
		}
		return "Toda " + weekday + " às " + clock
	case series.Fortnightly:
		return "A cada 2 semanas, " + weekday + " às " + clock
	}
	return "Todo mês, dia " + strconv.Itoa(at.Day()) + " às " + clock
}
