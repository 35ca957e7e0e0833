// Package mailtexts shows the pages of administrators on the words of the mails: every kind as it will look, with the words
// that the association may change.
package mailtexts

import (
	"slices"
	"strings"

	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	letters "acolhe/views/mail"
	"acolhe/views/ui"
)

// Path is the address of the list; that of a kind begins with it and may have a slug.
const (
	Path        = "/admin/mensagens"
	PreviewSlug = "/previa"
	TestSlug    = "/teste"
	SystemSlug  = "/sistema"
)

// SampleAddress is the recipient of the example.
const SampleAddress = "fatima.lopes@exemplo.org.br"

// Href returns the page of a kind.
func Href(kind mail.Kind) string { return Path + "/" + string(kind) }

// Overview is the list of the kinds with the stored words.
type Overview struct {
	Kinds  []letters.Kind
	Stored map[mail.Kind]mailtexts.Text
}

func (o Overview) of(group letters.Group) []letters.Kind {
	return slices.DeleteFunc(slices.Clone(o.Kinds), func(kind letters.Kind) bool { return kind.Group != group })
}

// Edit is the page of a kind.
type Edit struct {
	Overview
	Kind letters.Kind
	// Text are the stored words, Typed those of the form.
	Text    mailtexts.Text
	Typed   mailtexts.SaveInput
	Version string
	Fields  []errs.Field
	// Refused is why it was not saved, beside the problems of fields.
	Refused string
	// Sender, Subject and PlainText are those of the example.
	Sender, Subject, PlainText string
	// Changed says when the words were changed and by whom; empty if they never were.
	Changed string
}

func (e Edit) problems() ui.Problems {
	return ui.ProblemsOf(e.Fields, func(path string) string {
		return map[string]string{"subject": "Assunto", "opening": "Texto de abertura", "closing": "Texto final"}[path]
	})
}

// shown returns the words of a field: the typed ones, else those of the program.
func shown(typed, system string) string {
	if typed == "" {
		return system
	}
	return typed
}

func (e Edit) fixed() string {
	return fmtbr.Capitalized(fmtbr.List(e.Kind.Fixed)) + ". Vem do registro e não muda de texto, para nunca faltar."
}

// difference is a part of the words as it is and as the program has it.
type difference struct{ name, now, system string }

func (e Edit) differences() (all []difference) {
	system := e.Kind.Bounds.System
	for _, part := range []difference{{"Assunto", e.Text.Subject, system.Subject}, {"Texto de abertura", e.Text.Opening, system.Opening},
		{"Texto final", e.Text.Closing, ""}} {
		if part.now != "" {
			all = append(all, part)
		}
	}
	return all
}

// piece is a part of a text; isVariable marks a variable.
type piece struct {
	text       string
	isVariable bool
}

// pieces splits a text at its variables.
func pieces(text string) (all []piece) {
	for text != "" {
		begin := strings.Index(text, "{")
		end := strings.Index(text, "}")
		if begin < 0 || end < begin {
			return append(all, piece{text: text})
		}
		if begin > 0 {
			all = append(all, piece{text: text[:begin]})
		}
		all = append(all, piece{text[begin+1 : end], true})
		text = text[end+1:]
	}
	return all
}
