package reception

import (
	"acolhe/handlers/form"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/reception"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// askDetails shows the name, telephone and e-mail of an item, to be corrected.
func (p Pages) askDetails(r *web.Request) error { return p.renderDetails(r, nil, nil) }

// renderDetails shows the stored values, or after an error the typed ones. After a conflict the form has the current
// version.
func (p Pages) renderDetails(r *web.Request, typed web.FormData, refused error) error {
	item, around, err := p.asked(r, "Corrigir dados")
	if err != nil {
		return err
	}
	data := view.DetailsData{Item: item, Version: db.VersionOf(p.DB, &item), Typed: typed, Refused: refused}
	if typed != nil && !errs.IsStale(refused) {
		data.Version = form.VersionIn(typed)
	}
	return r.RenderForm(refused, view.DetailsPage(around, data))
}

// correct stores the corrected data of an item, and offers to undo it.
func (p Pages) correct(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := reception.CorrectInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.ID, input.Version = id, form.VersionIn(posted)
	item, undoID, refused := reception.ActUndoable(r.Context(), p.DB, r.By, id, func(tx *db.DB) (reception.Item, error) {
		return reception.Correct(r.Context(), tx, r.By, input)
	})
	if refused != nil {
		return p.renderDetails(r, posted, refused)
	}
	r.NotifyUndo("Dados de "+item.DisplayName()+" corrigidos.", undo.Href(undoID))
	return r.Redirect(filterOf(r).Href(id))
}

// remove removes an item, and offers to undo it.
func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	item, undoID, err := reception.RemoveWithUndo(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Contato de "+item.DisplayName()+" excluído.", undo.Href(undoID))
	return r.Redirect(filterOf(r).Board())
}

// asked reads the item of the address for a page that asks about it.
func (p Pages) asked(r *web.Request, title string) (item reception.Item, around layouts.Frame, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return item, around, err
	}
	if item, err = reception.FindFor(r.Context(), p.DB, r.By, id); err != nil {
		return item, around, err
	}
	around, err = p.Frame(r, title, layouts.Crumb{Label: "Recepção", Href: view.Path},
		layouts.Crumb{Label: item.DisplayName(), Href: view.Href(id)})
	return item, around, err
}
