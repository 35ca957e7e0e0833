package reception

import (
	"strconv"

	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
)

// noteHref returns the address of a note, which its author corrects there.
func noteHref(note reception.Note) string {
	return Href(note.ItemID) + notesSlug + "/" + strconv.FormatInt(note.ID, 10)
}

// author is the name of the author of a note; notes of clients of the API and very old ones have none.
func author(note reception.Note) string {
	if name := texts.Of(note.AuthorName); name != "" {
		return name
	}
	return "Sem autor"
}

// written says when a note was written, and whether it was corrected.
func (d BoardData) written(note reception.Note) string {
	text := fmtbr.Ago(note.DateCreated, d.Now, d.Now.Location())
	if note.DateEdited != nil {
		return text + ", corrigida"
	}
	return text
}

func (d BoardData) notesTitle() string {
	if len(d.Open.Thread) == 0 {
		return "Anotações da equipe"
	}
	return "Anotações da equipe (" + strconv.Itoa(len(d.Open.Thread)) + ")"
}

// noteProblem says why a note was not stored.
func (i ItemData) noteProblem() string {
	if i.Refused == nil {
		return ""
	}
	if problem := errs.For(errs.FieldsOf(i.Refused), "notes"); problem != "" {
		return problem
	}
	return i.Refused.Error()
}

// NoteData is the page on which the author corrects a note.
type NoteData struct {
	Note    reception.Note
	Text    string
	Refused error
}

func (d NoteData) ask() dialog.Ask {
	ask := dialog.Ask{
		Title: "Corrigir a anotação", Action: noteHref(d.Note), Back: Href(d.Note.ItemID), Verb: "Salvar",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Anotação" }),
	}
	if d.Refused != nil && len(ask.Problems) == 0 {
		ask.Refusal = d.Refused.Error()
	}
	return ask
}
