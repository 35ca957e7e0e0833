package reception

import (
	"context"
	"fmt"

	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/reception"
	"acolhe/web"
)

// annotate adds a note to an item.
func (p Pages) annotate(r *web.Request) error {
	input, err := p.noteIn(r)
	if err != nil {
		return err
	}
	_, refused := reception.AddNote(r.Context(), p.DB, r.By, input)
	if refused == nil {
		r.Notify("Anotação salva.")
		return r.Redirect(filterOf(r).Href(input.ItemID))
	}
	if !errs.HasCode(refused, errs.CodeValidation) {
		return refused
	}
	open, err := p.open(r)
	if err != nil {
		return err
	}
	open.Note, open.Refused = input.Text, refused
	return p.render(r, refused, open)
}

// askNote shows a note to its author for correction.
func (p Pages) askNote(r *web.Request) error {
	input, err := p.noteAt(r)
	if err != nil {
		return err
	}
	note, err := reception.FindNote(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	return p.renderNote(r, view.NoteData{Note: note, Text: note.Text})
}

func (p Pages) renderNote(r *web.Request, data view.NoteData) error {
	_, around, err := p.asked(r, "Anotação")
	if err != nil {
		return err
	}
	return r.RenderForm(data.Refused, view.NotePage(around, data))
}

// correctNote stores the correction of a note.
func (p Pages) correctNote(r *web.Request) error {
	at, err := p.noteAt(r)
	if err != nil {
		return err
	}
	input, err := p.noteIn(r)
	if err != nil {
		return err
	}
	input.ID = at.ID
	_, refused := reception.EditNote(r.Context(), p.DB, r.By, input)
	if errs.HasCode(refused, errs.CodeValidation) {
		note, err := reception.FindNote(r.Context(), p.DB, r.By, input)
		if err != nil {
			return err
		}
		return p.renderNote(r, view.NoteData{Note: note, Text: input.Text, Refused: refused})
	}
	if refused != nil {
		return refused
	}
	r.Notify("Anotação corrigida.")
	return r.Redirect(filterOf(r).Href(input.ItemID))
}

// noteAt returns the note of the address.
func (p Pages) noteAt(r *web.Request) (input reception.NoteInput, err error) {
	if input.ItemID, err = r.ParamID("id"); err != nil {
		return input, err
	}
	input.ID, err = r.ParamID("noteId")
	return input, err
}

// noteIn returns the posted note of the item of the address.
func (p Pages) noteIn(r *web.Request) (input reception.NoteInput, err error) {
	posted, err := r.FormData()
	if err != nil {
		return input, err
	}
	if err := posted.Bind(&input); err != nil {
		return input, err
	}
	input.ItemID, err = r.ParamID("id")
	return input, err
}

// write reports that the person is writing the notes of an item.
func (p Pages) write(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := reception.Write(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	return r.NoContent()
}

func (p Pages) label(r *web.Request) error {
	return p.changeLabel(r, reception.AddLabel, "Etiqueta “%s” adicionada.")
}

func (p Pages) unlabel(r *web.Request) error {
	return p.changeLabel(r, reception.RemoveLabel, "Etiqueta “%s” retirada.")
}

// changeLabel changes the posted tag of an item; the message holds its name for %s.
func (p Pages) changeLabel(r *web.Request, verb func(context.Context, *db.DB, auth.Caller, reception.LabelInput) (reception.Item, error),
	message string) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	tag := posted.Or("tag", "")
	return p.run(r, action{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			return verb(r.Context(), tx, r.By, reception.LabelInput{ID: id, Tag: tag})
		},
		done: func(reception.Item) string { return fmt.Sprintf(message, tag) },
	})
}
