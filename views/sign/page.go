// Package sign shows the pages for signing a term by its link, and for verifying a signed one. They work without
// scripts, which add drawing.
package sign

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/signing"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/ui"
)

// The addresses of the surface.
const (
	Path       = "/assinar"
	VerifyPath = "/verificar"
)

// Page is a page of a link to sign.
type Page struct {
	Frame    layouts.Frame
	Token    string
	Contract signing.Contract
	// Location is the time zone of the association.
	Location *time.Location
	Now      time.Time
	// Refused is the reason of a refused form; nil without one.
	Refused *errs.Error
}

// Title returns the heading of the term.
func (p Page) Title() string { return p.Contract.Title }

// Href returns an address of the link: its pages and PDFs.
func (p Page) Href(part string) string { return Href(p.Token, part) }

// Href returns an address below the link of a token; the first page without a part.
func Href(token, part string) string {
	if part == "" {
		return Path + "/" + token
	}
	return Path + "/" + token + "/" + part
}

// drawing is the name under which the browser keeps the drawn signature.
func (p Page) drawing() string { return "assinatura:" + p.Contract.ID.String() }

func (p Page) version() string {
	if p.Contract.TemplateVersionNumber == nil {
		return ""
	}
	return "versão " + strconv.Itoa(*p.Contract.TemplateVersionNumber)
}

// moment returns a date and a time as read aloud: "22/11/2026, às 14:51, horário de Brasília".
func moment(t time.Time, in *time.Location) string {
	return fmtbr.Date(t, in) + ", às " + fmtbr.Clock(t, in)
}

// zone names the time zone of the association.
func zone(in *time.Location) string {
	if in.String() == "America/Sao_Paulo" {
		return "horário de Brasília"
	}
	_, city, _ := strings.Cut(in.String(), "/")
	return "horário de " + strings.ReplaceAll(city, "_", " ")
}

// problems returns the reasons of a refused form.
func (p Page) problems() ui.Problems {
	if p.Refused == nil {
		return nil
	}
	if len(p.Refused.Fields) == 0 {
		return ui.Problems{{Message: p.Refused.Message}}
	}
	return ui.ProblemsOf(p.Refused.Fields, func(path string) string {
		return map[string]string{"signature": "Assinatura", "typed_name": "Nome completo"}[path]
	})
}

// step is a step of the bar above the pages.
type step int

const (
	reading step = iota
	signingStep
	concluding
	concluded
)

func stepNames() []string { return []string{"Ler", "Assinar", "Concluir"} }

func (s step) attributes(i int) templ.Attributes {
	switch {
	case i < int(s):
		return templ.Attributes{"class": "done"}
	case i == int(s):
		return templ.Attributes{"aria-current": "step"}
	}
	return nil
}

// wide makes a button as wide as the page.
var wide = templ.Attributes{"data-wide": "true"}

func (p Page) err() error {
	if p.Refused == nil {
		return nil
	}
	return p.Refused
}

// sentence returns a text with a capital and a full stop; empty for an empty one.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
