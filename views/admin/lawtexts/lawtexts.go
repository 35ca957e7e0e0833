// Package lawtexts shows administrators the texts of the laws in previews, certificates, periods and the register.
package lawtexts

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/lawtexts"
	"acolhe/models/platform/personal"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	"acolhe/views/ui"
	"acolhe/web"
)

// The addresses.
const (
	Path      = privacy.LawsPath
	LawPath   = Path + "/:lei"
	ResetPath = LawPath + "/sistema"
)

// Form is a form with what was typed and why it was refused.
type Form struct {
	Typed   web.FormData
	Refused error
}

var labels = map[string]string{"article": "Lei e artigo", "law_reason": "Motivo"}

func (f Form) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

func (f Form) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

// List is the page of the texts of the laws.
type List struct {
	Texts []lawtexts.Text
	Zone  *time.Location
}

// Shown is the page of the text of a law.
type Shown struct {
	lawtexts.Found
	Zone *time.Location
	Form Form
}

func lawAt(path string, name personal.LawName) string {
	return strings.Replace(path, ":lei", string(name), 1)
}

func lawLabel(name personal.LawName) string {
	for _, law := range personal.Laws() {
		if law.Name == name {
			return law.Label
		}
	}
	return string(name)
}

// since says since when a text counts.
func (l List) since(text lawtexts.Text) string {
	if !text.IsStored() {
		return "desde o início"
	}
	return fmtbr.DateTime(text.DateCreated, l.Zone)
}

// author says who wrote a text.
func author(text lawtexts.Text) string {
	switch {
	case !text.IsStored():
		return "Texto do sistema"
	case text.IsProgram:
		return text.AuthorName + ", texto do sistema"
	}
	return text.AuthorName
}

// uses says where the text of a law stands.
func (s Shown) uses() string {
	switch s.Law.Name {
	case personal.EraseLaw.Name:
		return "Na certidão: “foram eliminados de nossos sistemas, conforme " + s.Current.Article + "”. Na prévia: o motivo."
	case personal.AccessLaw.Name, personal.ReadsLaw.Name:
		return "Na prévia de quem pede para apagar e no registro do que guardamos."
	}
	return "Na prévia, na certidão, nos prazos e no registro do que guardamos."
}

func (s Shown) seen() string { return strconv.FormatInt(s.Current.ID, 10) }

func (s Shown) changeNote(change lawtexts.Text) string {
	return fmtbr.Join(" · ", change.Reason, fmtbr.DateTime(change.DateCreated, s.Zone), author(change))
}
