package steps

import (
	"strconv"
	"time"

	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/ui"
	"acolhe/web"
)

// Page is a step for an associate.
type Page struct {
	Frame    layouts.Frame
	Step     Step
	Progress registration.Progress
	// Posted is the submitted form; nil if the page was only opened.
	Posted web.FormData
	// Fields are the problems of a refused form.
	Fields []errs.Field
	// Version is that of the row with the answers; empty for a new patient.
	Version string
	// Conflicts are the answers that another device saved while the page was open.
	Conflicts []Conflict
	// DocType is the kind of document chosen on the page; empty for the one in progress.
	DocType string
	// Term is the term to sign, on the page of the signature.
	Term Term
	// Location is the time zone of the association.
	Location *time.Location
}

// value returns the typed value of a field, else the stored one.
func (p Page) value(name string) string {
	row := p.Progress.Row
	if p.Step.IsOfPatient() {
		row, _ = p.Step.PatientOf(p.Progress)
	}
	return p.Posted.Or(name, Shown(row, name))
}

// Problems returns the problems with the labels of their fields.
func (p Page) Problems() ui.Problems {
	return ui.ProblemsOf(p.Fields, func(path string) string {
		for _, field := range p.Step.Fields {
			if field.Name == path {
				return field.Label
			}
		}
		return ""
	})
}

// Title returns the heading of the step.
func (p Page) Title() string {
	if p.Step.Kind == Prescription && p.Person().PatientID == 0 {
		return "Sua receita médica"
	}
	return named(p.Step.Title, p.Progress, p.Person())
}

// Problem returns the problem of a field; empty without one.
func (p Page) Problem(name string) string { return p.Problems().For(name) }

// Lead returns the sentence below the heading.
func (p Page) Lead() string { return named(p.Step.Lead, p.Progress, p.Person()) }

// Person returns whose document or data the page asks for.
func (p Page) Person() registration.Person { return p.Step.Person(p.Progress) }

// savedAt returns the time of the last save.
func (p Page) savedAt() string {
	return "Rascunho salvo às " + fmtbr.Clock(p.Progress.Row.DateUpdated, p.Location)
}

// summaryTitle returns the heading of the error summary.
func (p Page) summaryTitle() string {
	return map[bool]string{true: "Falta 1 correção nesta página",
		false: "Faltam " + strconv.Itoa(len(p.Fields)) + " correções nesta página"}[len(p.Fields) == 1]
}

// patientID returns the row of the patient's fields; empty for a new one.
func (p Page) patientID() string {
	patient, found := p.Step.PatientOf(p.Progress)
	if !found {
		return ""
	}
	return strconv.FormatInt(patient.ID, 10)
}

// before is the page before; after the registration that from which the step was opened.
func (p Page) before() string {
	switch {
	case registration.IsComplete(p.Progress.Row) && p.Step.Kind == Photos:
		return register.DocumentsPath
	case registration.IsComplete(p.Progress.Row):
		return register.ProfilePath
	}
	return before(p.Progress, p.Step)
}

// verb is the label of the button: after the registration nothing follows, so it saves.
func (p Page) verb(label string) string {
	switch {
	case !registration.IsComplete(p.Progress.Row):
		return label
	case p.Step.Kind == Photos:
		return "Pronto"
	}
	return "Salvar"
}
