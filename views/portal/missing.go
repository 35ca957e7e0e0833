package portal

import (
	"time"

	"github.com/a-h/templ"

	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// The form that claims a missing service.
const (
	MissingPath  = Path + "/falta"
	MissingTitle = "Falta um atendimento?"
)

// MissingData is the form that claims a service which the report does not have. Month is that of the report it was opened
// from; Now is in the association's time zone.
type MissingData struct {
	Month   string
	Now     time.Time
	Typed   web.FormData
	Refused error
}

// back returns the report from which the form was opened, by default that of the current month.
func (d MissingData) back() string {
	month, err := civil.ParseMonth(d.Month)
	if err != nil {
		month = civil.MonthOf(d.Now)
	}
	return MonthHref(month, 0)
}

func (d MissingData) problem(field string) string { return errs.For(errs.FieldsOf(d.Refused), field) }

func (d MissingData) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
		return map[string]string{"day": "Dia", "who": "Quem foi atendido", "text": "Como podemos conferir?"}[path]
	})
}

func (d MissingData) day() control.Input {
	return control.Input{Name: "day", Label: "Dia", Kind: control.Date, Value: d.Typed.Or("day", ""), Error: d.problem("day"),
		Attrs: templ.Attributes{"required": true, "max": civil.Of(d.Now).String()}}
}

func (d MissingData) who() control.Input {
	return control.Input{Name: "who", Label: "Quem foi atendido", Hint: "Nome do associado ou do paciente.", Value: d.Typed.Or("who", ""),
		Error: d.problem("who"), Autocomplete: "off",
		Attrs: templ.Attributes{"required": true, "maxlength": "120"}}
}

func (d MissingData) text() control.Textarea {
	return control.Textarea{Name: "text", Label: "Como podemos conferir?", Hint: "Diga a hora, o valor combinado e como foi pago.",
		MaxLength: 1500,
		Rows:      4, Value: d.Typed.Or("text", ""), Error: d.problem("text"),
		Attrs: templ.Attributes{"required": true}}
}

// claims returns what the professional has contested in the month as a whole or line by line.
func (d ReportData) claims() []professionals.MonthContest {
	return d.Professional.ContestsOf(d.Report.Month.String())
}

func (d ReportData) claimLine(contest professionals.MonthContest) ui.Line {
	return ui.Line{Title: "Enviada em " + fmtbr.DateTime(contest.Date, d.Report.Zone), Note: contest.Text}
}

func (d ReportData) missingHref() string { return MissingPath + "?mes=" + d.Report.Month.String() }

// closed says what is known of a closed month: the statement, and when it was or will be paid.
func (d ReportData) closed() string {
	text := "O extrato nº " + d.Statement.Number() + " está em Extratos, para baixar."
	switch {
	case d.Statement.PaidOn != nil:
		return text + " Pago em " + d.Statement.PaidOn.Shown() + "."
	case d.Planned != (civil.Date{}):
		return text + " Repasse previsto para " + d.Planned.Shown() + "."
	}
	return text
}
