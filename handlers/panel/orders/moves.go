package orders

import (
	"acolhe/handlers/form"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/stock/queue"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/moves"
	"acolhe/views/panel/orders/record"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// steps returns the routes of the steps that need further data.
func (p Pages) steps(changes web.Guard) []web.Route {
	var routes []web.Route
	for _, step := range view.Steps() {
		path := view.Path + "/:id/" + string(step)
		routes = append(routes,
			web.Page(path, changes, func(r *web.Request) error { return p.askStep(r, step) }),
			web.Form(path, changes, func(r *web.Request) error { return p.takeStep(r, step) }),
		)
	}
	return routes
}

func (p Pages) askStep(r *web.Request, step view.Step) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	return p.renderStep(r, moves.Data{Step: step, Order: order, Next: web.LocalPath(r.Query("volta"), "")})
}

func (p Pages) takeStep(r *web.Request, step view.Step) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	data := moves.Data{Step: step, Typed: posted, Next: web.LocalPath(posted.Or("volta", ""), "")}
	data.Order, data.Refused = p.makeStep(r, step, id, posted)
	if data.Refused == nil {
		r.Notify(stepWords(step, data.Order))
		return r.Redirect(web.LocalPath(data.Next, view.Href(id)))
	}
	if errs.As(data.Refused) == nil {
		return data.Refused
	}
	if data.Order, err = p.find(r); err != nil {
		return err
	}
	return p.renderStep(r, data)
}

// makeStep calls the verb of a step with its form.
func (p Pages) makeStep(r *web.Request, step view.Step, id int64, posted web.FormData) (orders.Order, error) {
	switch step {
	case view.Pay:
		input := orders.PayInput{}
		err := posted.Bind(&input)
		if err != nil {
			return orders.Order{}, err
		}
		input.ID, input.Version = id, form.VersionIn(posted)
		return orders.Pay(r.Context(), p.DB, r.By, input)
	case view.Send:
		input := orders.SendInput{}
		if err := posted.Bind(&input); err != nil {
			return orders.Order{}, err
		}
		input.ID, input.Version = id, form.VersionIn(posted)
		return orders.Send(r.Context(), p.DB, r.By, input)
	}
	input := orders.ReasonInput{ID: id, Version: form.VersionIn(posted), Reason: posted.Or("reason", "")}
	if step == view.MoveBack {
		return orders.MoveBack(r.Context(), p.DB, r.By, input)
	}
	return orders.Cancel(r.Context(), p.DB, r.By, input)
}

func stepWords(step view.Step, order orders.Order) string {
	if step == view.MoveBack {
		return moves.BackMessage(order)
	}
	return moves.Message(order)
}

func (p Pages) renderStep(r *web.Request, data moves.Data) error {
	data.Version = db.VersionOf(p.DB, &data.Order)
	if data.Step == view.Send {
		balances, err := queue.Balances(r.Context(), p.DB, data.Order)
		if err != nil {
			return err
		}
		data.Balance = balances[data.Order.ID]
	}
	frame, err := p.Frame(r, data.Title(), crumb, orderCrumb(data.Order.ID))
	if err != nil {
		return err
	}
	data.Now, frame.Refused = frame.Now, data.Refused != nil
	return r.RenderForm(data.Refused, moves.Page(frame, data))
}

// move performs a move that needs no further data, and offers to undo it. Lists send no version: the status decides.
func (p Pages) move(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	moved, undoID, err := orders.Move(r.Context(), p.DB, r.By,
		orders.MoveInput{ID: id, Version: posted.Or("version", ""), To: orders.Status(posted.Or("status", ""))})
	if err != nil {
		return p.renderRefused(r, record.Data{Refused: err})
	}
	if undoID == 0 {
		r.Notify(moves.Message(moved))
	} else {
		r.NotifyUndo(moves.Message(moved), undo.Href(undoID))
	}
	return r.Redirect(r.CameFrom(view.Href(moved.ID)))
}
