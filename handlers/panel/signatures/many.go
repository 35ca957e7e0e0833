package signatures

import (
	"acolhe/handlers/list"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
	listview "acolhe/views/list"
	view "acolhe/views/panel/signatures"
	"acolhe/web"
)

// resendMany sends the links of the selected contracts again.
func (p Pages) resendMany(r *web.Request) error {
	return p.list().Action(r, func(r *web.Request, selected listview.Query[signing.ListInput], _ web.FormData) (list.Outcome, error) {
		done, err := p.Contracts.ResendMany(r.Context(), r.By, selected.Input)
		return list.Outcome{Text: view.ResentMany(done)}, err
	})
}

// askVoidMany asks before the selected contracts of the address are voided.
func (p Pages) askVoidMany(r *web.Request) error {
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	return p.renderVoidMany(r, query.Input, view.VoidManyData{Next: web.LocalPath(r.Query("volta"), view.Path)})
}

func (p Pages) voidMany(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	next := web.LocalPath(posted.Or("volta", ""), view.Path)
	done, err := signing.VoidMany(r.Context(), p.DB, r.By, query.Input, posted.Or("reason", ""))
	if err == nil {
		return p.list().Finish(r, list.Outcome{Text: view.VoidedMany(done)}, next)
	}
	if errs.As(err) == nil {
		return err
	}
	return p.renderVoidMany(r, query.Input, view.VoidManyData{Next: next, Typed: posted, Refused: err})
}

func (p Pages) renderVoidMany(r *web.Request, input signing.ListInput, data view.VoidManyData) (err error) {
	pending, others, err := signing.ListPending(r.Context(), p.DB, r.By, input)
	if err != nil && errs.As(err) == nil {
		return err
	}
	if err != nil {
		data.Refused = err
	}
	data.Pending, data.Others = pending, others
	around, err := p.Frame(r, data.Title(), crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.VoidManyPage(around, data))
}
