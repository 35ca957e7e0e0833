package record

import (
	people "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	"acolhe/models/reminders"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/record"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// correctStreet replaces the street with that of the postal code. It asks for no confirmation, because it can be undone.
func (p Pages) correctStreet(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	_, undoID, err := associates.CorrectStreet(r.Context(), p.DB, r.By, associate.ID)
	if err != nil {
		return p.render(r, view.Data{Associate: associate, Refused: err})
	}
	r.NotifyUndo("Rua atualizada.", undo.Href(undoID))
	return r.Redirect(associatesview.Href(associate.ID))
}

// recordReminder records that the caller opened a prepared message.
func (p Pages) recordReminder(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := reminders.OpenInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.ID = id
	if err := reminders.Open(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	return r.NoContent()
}
