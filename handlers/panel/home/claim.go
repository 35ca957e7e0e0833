package home

import (
	"acolhe/models/associates"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// Claim makes the caller the attendant of an item and opens the record of its associate, if any. If a colleague was
// faster, the next page names the colleague.
func (p Pages) Claim(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	item, err := reception.Claim(r.Context(), p.DB, r.By, id)
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		r.Notify(refusal.Message)
		return r.Redirect(view.Path)
	}
	if err != nil {
		return err
	}
	if item.AssociateCode == nil {
		r.Notify("Você está atendendo " + item.DisplayName() + ".")
		return r.Redirect(view.Path)
	}
	associate, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, *item.AssociateCode)
	if err != nil {
		return err
	}
	return r.Redirect(associatesview.Href(associate.ID))
}
