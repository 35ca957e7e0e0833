package closures

import (
	"strconv"
	"time"

	"acolhe/models/closures"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// HolidaysData is the page of the holidays from today on.
type HolidaysData struct {
	Holidays []closures.Holiday
	// Typed is the form of a new holiday as it was sent.
	Typed     web.FormData
	Refused   error
	CanChange bool
	// Now is in the association's time zone.
	Now time.Time
}

// DayHref returns the address that stores whether the association attends on a holiday.
func DayHref(day string) string { return HolidaysPath + "/dias/" + day }

// AttendsField holds whether the association attends.
const AttendsField = "atende"

func (d HolidaysData) line(holiday closures.Holiday) ui.Line {
	day := holiday.Day.In(d.Now.Location())
	note := "Nacional"
	if holiday.OwnID != 0 {
		note = "Da associação"
	}
	line := ui.Line{Title: holiday.Name, Note: fmtbr.Join(" · ", fmtbr.Weekday(day, day.Location())+", "+holiday.Day.Shown(), note),
		Status: ui.Badge{Tone: ui.Muted, Text: "Fechado"}}
	button := ui.PostButton{Label: "Atender neste feriado", Name: holiday.Day.Shown(), Action: DayHref(holiday.Day.String()),
		Field: AttendsField, Value: "true"}
	if holiday.IsOpen {
		line.Status = ui.Badge{Tone: ui.Good, Text: "Atende"}
		button.Label, button.Value = "Não atender", "false"
	}
	if !d.CanChange {
		return line
	}
	line.Actions = []ui.Content{button}
	if holiday.OwnID != 0 {
		line.Actions = append(line.Actions, ui.PostButton{Label: "Remover", Name: holiday.Name,
			Action: ui.RowHref(HolidaysPath, holiday.OwnID) + "/remover"})
	}
	return line
}

func (d HolidaysData) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refused.Message})
	}
	return problems
}

func (d HolidaysData) input(name string, kind control.Kind) control.Input {
	return control.Input{Name: name, Label: labels[name], Kind: kind, Value: d.Typed.Or(name, ""), Error: d.problems().For(name),
		Autocomplete: "off"}
}

func (d HolidaysData) count() string { return strconv.Itoa(len(d.Holidays)) }
