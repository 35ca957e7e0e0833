package associates

import (
	"acolhe/models/associates"
	view "acolhe/views/panel/associates"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// correctStreet replaces the street with that of the postal code. It asks for no confirmation, because it can be undone.
func (p Pages) correctStreet(r *web.Request) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	_, undoID, err := associates.CorrectStreet(r.Context(), p.DB, r.By, associate.ID)
	if err != nil {
		return p.render(r, view.PageData{Associate: associate, Refused: err})
	}
	r.NotifyUndo("Rua atualizada.", undo.Href(undoID))
	return r.Redirect(view.Href(associate.ID))
}
