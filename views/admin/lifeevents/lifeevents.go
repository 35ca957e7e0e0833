// Package lifeevents shows administrators the patients who came of age and the deaths.
package lifeevents

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/lifeevents"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// The addresses. Those with an id have that of users.
const (
	Path       = privacy.AdultsPath
	AdultPath  = Path + "/:id"
	DeathPath  = privacy.Path + "/falecimento/:id"
	RevokePath = DeathPath + "/desfazer"
)

// RecordAt is the page of an associate or patient.
func RecordAt(id int64) string { return "/painel/associados/" + strconv.FormatInt(id, 10) }

func at(path string, id int64) string {
	return strings.Replace(path, ":id", strconv.FormatInt(id, 10), 1)
}

// List is the page.
type List struct {
	Adults []lifeevents.Adult
	Deaths []lifeevents.Death
	Zone   *time.Location
}

func (l List) adult(adult lifeevents.Adult) ui.Line {
	line := ui.Line{Title: adult.Name, Href: RecordAt(adult.UserID), Note: fmtbr.Join(" · ", "18 anos em "+adult.Since.Shown(), "respondia: "+adult.Responsible, letterNote(adult.Letter))}
	verb := "Mudar…"
	switch adult.Basis {
	case lifeevents.Waiting:
		line.Status, verb = ui.Badge{Tone: ui.Warn, Text: "Espera a pessoa"}, "Registrar…"
	case lifeevents.Consent:
		line.Status = ui.Badge{Tone: ui.Good, Text: "Permitiu em " + fmtbr.Date(*adult.DateDecided, l.Zone)}
	case lifeevents.Guardian:
		line.Status = ui.Badge{Tone: ui.Info, Text: "Curatela"}
	}
	if adult.Document != "" {
		line.Note += " · " + adult.Document + ", por " + adult.DecidedBy
	}
	attrs := dialog.AskAttrs()
	attrs["aria-label"] = strings.TrimSuffix(verb, "…") + ": " + adult.Name
	line.Actions = []ui.Content{ui.Button{Label: verb, Variant: ui.Outline, Small: true, Href: at(AdultPath, adult.UserID), Attrs: attrs}}
	return line
}

// letterNote says who was written to.
func letterNote(letter string) string {
	return map[string]string{"own": "carta à pessoa", "responsible": "carta a quem respondia", "none": "sem carta: fale com a pessoa"}[letter]
}

func (l List) death(death lifeevents.Death) ui.Line {
	return ui.Line{Title: death.Name, Href: RecordAt(death.UserID), Note: fmtbr.Join(" · ", "Faleceu em "+death.DiedOn.Shown(), death.Document,
		"por "+death.RecordedBy+", "+fmtbr.Date(death.DateCreated, l.Zone)), Status: ui.Badge{Tone: ui.Muted, Text: "Sem cartas"}}
}

// CaseLine shows a case at the privacy desk, with its next step.
func CaseLine(found lifeevents.Case) ui.Line {
	open := func(verb, href string) []ui.Content {
		return []ui.Content{ui.Button{Label: verb, Variant: ui.Outline, Small: true, Href: href, Attrs: map[string]any{"aria-label": verb + ": " + found.Name}}}
	}
	switch found.Kind {
	case lifeevents.Family:
		return ui.Line{Title: found.Name + " faleceu", Note: "Avisado pela família, que pede os dados; eles ficam como estão",
			Actions: open("Abrir", privacy.At(privacy.RequestPath, found.RequestID))}
	case lifeevents.Undecided:
		return ui.Line{Title: found.Name + " fez 18 anos", Note: "Em " + found.On.Shown() + ". Falta registrar quem decide sobre os dados",
			Actions: open("Registrar", at(AdultPath, found.UserID))}
	}
	return ui.Line{Title: found.Name + " faz 18 anos", Note: "Em " + found.On.Shown() + ". Passa a decidir sobre os próprios dados",
		Actions: open("Preparar", RecordAt(found.UserID))}
}

// Form is a form with what was typed and why it was refused.
type Form struct {
	Typed    web.FormData
	Refused  error
	IsDialog bool
}

var labels = map[string]string{"basis": "Quem decide", "document": "Documento", "died_on": "Dia do falecimento"}

func (f Form) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
}

func (f Form) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

func (f Form) refusal() string {
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func basisOptions() (options []control.Option) {
	for _, basis := range lifeevents.Bases() {
		options = append(options, control.Option{Value: string(basis), Label: basis.Label()})
	}
	return options
}
