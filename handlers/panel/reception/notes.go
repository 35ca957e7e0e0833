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

// annotate stores the notes of an item. If a colleague changed the item meanwhile, the typed text stays.
func (p Pages) annotate(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := reception.ChangeInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input = reception.ChangeInput{ID: id, Version: input.Version, Fields: reception.Fields{Notes: input.Notes}}
	_, refused := reception.Change(r.Context(), p.DB, r.By, input)
	if refused == nil {
		r.Notify("Anotação salva.")
		return r.Redirect(view.Href(id))
	}
	open, err := p.open(r)
	if err != nil || errs.As(refused) == nil {
		return refused
	}
	open.Notes, open.Refused = posted.Or("notes", ""), refused
	return p.render(r, refused, open)
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
func (p Pages) changeLabel(r *web.Request, verb func(context.Context, *db.DB, auth.Caller, reception.LabelInput) (reception.Item, error), message string) error {
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
