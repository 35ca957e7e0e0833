package associates

import (
	"acolhe/models/associates"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// cancelEmail cancels a change of the login e-mail that waits for its confirmation.
func (p Pages) cancelEmail(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	input := associates.ChangeInput{ID: id, PendingEmail: patch.Field[string]{Sent: true, Null: true}}
	if _, err := (associates.Accounts{Mail: p.Mail}).Change(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	r.Notify("Troca de e-mail cancelada.")
	return r.Redirect(view.Href(id) + "?parte=" + string(view.Registration))
}
