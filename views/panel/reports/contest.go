package reports

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// BackField is the hidden field of the page to return to: a dialog has an address of its own, which is not that page.
const BackField = "volta"

// AskData is a form about one step: a contest, a closing, a reopening, a payment.
type AskData struct {
	Title, Text, Verb string
	Action, Back      string
	Variant           ui.Variant
	// IDs are the rows that the step is about, Hidden further values (name as Value, value as Label).
	IDs    []int64
	Hidden []control.Option
	// Reason and Day are the fields, by their label; an empty one is left out.
	Reason, ReasonName string
	Day, Today         string
	Typed              web.FormData
	Refused            error
}

func (d AskData) ask() dialog.Ask {
	return dialog.Ask{Title: d.Title, Text: d.Text, Verb: d.Verb, Action: d.Action, Back: d.Back, Variant: d.Variant, Refusal: d.refusal(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
			return map[string]string{"text": d.Reason, "reason": d.Reason, "paid_on": d.Day}[path]
		})}
}

func (d AskData) refusal() string {
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func (d AskData) reason() control.Textarea {
	return control.Textarea{Name: d.ReasonName, Label: d.Reason, MaxLength: 1800, Value: d.Typed.Or(d.ReasonName, ""),
		Error: errs.For(errs.FieldsOf(d.Refused), d.ReasonName),
		Attrs: templ.Attributes{"required": true, "autofocus": true}}
}

func (d AskData) day() control.Input {
	return control.Input{Name: "paid_on", Label: d.Day, Kind: control.Date, Value: d.Typed.Or("paid_on", d.Today),
		Error: errs.For(errs.FieldsOf(d.Refused), "paid_on"), Attrs: templ.Attributes{"required": true, "max": d.Today}}
}

// ContestAsk asks for the reason of a contest.
func ContestAsk(ids []int64, back string) AskData {
	return AskData{Title: "Contestar " + fmtbr.Plural(len(ids), "serviço", "serviços") + "?", Text: "O profissional lê este texto no portal.",
		Verb: "Contestar", Action: ContestPath, Back: back,
		IDs: ids, Reason: "Motivo", ReasonName: "text"}
}

// hiddenID returns an id as the value of a hidden field.
func hiddenID(id int64) string { return strconv.FormatInt(id, 10) }
