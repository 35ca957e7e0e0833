package reception

import (
	"acolhe/models/reception/queue"
	view "acolhe/views/panel/reception"
	"acolhe/web"
)

// setSound turns the sound of the person's board on or off.
func (p Pages) setSound(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	on := posted.Or("ligado", "") == "true"
	if err := queue.SetSound(r.Context(), p.DB, r.By, on); err != nil {
		return err
	}
	if on {
		r.Notify("Som ligado para novos contatos.")
	} else {
		r.Notify("Som desligado.")
	}
	return r.Redirect(r.CameFrom(view.Path))
}

// toggleFold folds or opens a lane of the person's board.
func (p Pages) toggleFold(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := queue.ToggleFold(r.Context(), p.DB, r.By, posted.Or("status", "")); err != nil {
		return err
	}
	return r.Redirect(r.CameFrom(view.Path))
}
