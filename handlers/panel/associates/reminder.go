package associates

import (
	"acolhe/models/reminders"
	"acolhe/web"
)

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
