// Package releases serves the page of a request to let an order pass that its prescriptions do not allow.
package releases

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	ordersview "acolhe/views/panel/orders"
	prescriptionsview "acolhe/views/panel/prescriptions"
	view "acolhe/views/panel/releases"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(one, web.StaffCan("orders", access.Update), p.show),
		web.Form(one, web.StaffCan("users", access.Update), p.answer),
	}
}

func (p Pages) show(r *web.Request) error { return p.render(r, nil, nil) }

func (p Pages) render(r *web.Request, posted web.FormData, refused error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	data := view.PageData{Typed: posted, Refused: refused, MayPlace: access.Can(r.By, "orders", access.Create)}
	if data.Release, err = prescriptions.FindRelease(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	if data.Person, err = associates.FindFor(r.Context(), p.DB, r.By, data.Release.User); err != nil {
		return err
	}
	data.PlaceHref = ordersview.NewHref(data.Person.UserCode) + "&" + view.CartField + "=" + strconv.FormatInt(id, 10)
	if data.Release.OrderID != nil {
		data.PlaceHref, data.MayPlace = ordersview.Href(*data.Release.OrderID)+"/editar", true
	}
	if data.Allowance, err = prescriptions.ReadAllowance(r.Context(), p.DB, r.By, data.Release.Order()); err != nil {
		return err
	}
	data.MayAnswer = data.Allowance.Rule.CanFree(r.By)
	around, err := p.Frame(r, "Liberação de pedido", layouts.Crumb{Label: "Receitas", Href: prescriptionsview.Path})
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Page(around, data))
}

func (p Pages) answer(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input prescriptions.AnswerInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.ID = id
	release, err := prescriptions.AnswerRelease(r.Context(), p.DB, r.By, input)
	if err != nil {
		if errs.As(err) == nil || errs.HasCode(err, errs.CodeNotFound) || errs.HasCode(err, errs.CodeForbidden) {
			return err
		}
		return p.render(r, posted, err)
	}
	if release.State == prescriptions.Freed {
		r.Notify("Pedido liberado. " + release.RequestedByName + " recebe um aviso.")
	} else {
		r.Notify("Respondido. " + release.RequestedByName + " recebe um aviso.")
	}
	return r.Redirect(view.Href(id))
}
