package orders

import (
	"acolhe/models/orders"
	"acolhe/models/stock/queue"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/moves"
	"acolhe/web"
)

// manySteps returns the routes of the steps for several selected orders.
func (p Pages) manySteps(changes web.Guard) []web.Route {
	var routes []web.Route
	for _, step := range view.ManySteps() {
		routes = append(routes,
			web.Page(view.ManyHref(step), changes, func(r *web.Request) error { return p.askManyStep(r, step) }),
			web.Form(view.ManyHref(step), changes, func(r *web.Request) error { return p.takeManyStep(r, step) }),
		)
	}
	return routes
}

// askManyStep shows the step for the selected orders of the address.
func (p Pages) askManyStep(r *web.Request, step view.Step) error {
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	data := moves.ManyData{Step: step, Next: web.LocalPath(r.Query("volta"), view.Path)}
	if data.Orders, err = orders.Selected(r.Context(), p.DB, r.By, query.Input, tasks.MaxPicked+1); err != nil {
		return err
	}
	return p.renderManyStep(r, data)
}

func (p Pages) takeManyStep(r *web.Request, step view.Step) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	data := moves.ManyData{Step: step, Typed: posted, Next: web.LocalPath(posted.Or("volta", ""), view.Path)}
	done, err := p.makeManyStep(r, step, query.Input, posted)
	if err == nil {
		return p.list().Finish(r, movedOutcome(step.Status(), done), data.Next)
	}
	data.Refused = err
	if errs.As(data.Refused) == nil {
		return data.Refused
	}
	if data.Orders, err = orders.Selected(r.Context(), p.DB, r.By, query.Input, tasks.MaxPicked+1); err != nil {
		return err
	}
	return p.renderManyStep(r, data)
}

// makeManyStep performs a step for the selected orders. Orders to send have a code each, so that they are few.
func (p Pages) makeManyStep(r *web.Request, step view.Step, input orders.ListInput, posted web.FormData) (tasks.Result, error) {
	if step == view.Send {
		sent := orders.SendManyInput{}
		if err := posted.Bind(&sent); err != nil {
			return tasks.Result{}, err
		}
		moved, err := orders.SendMany(r.Context(), p.DB, r.By, sent)
		return tasks.Result{Changed: len(moved.From), Orders: moved.Refused}, err
	}
	var paid orders.PayManyInput
	if err := posted.Bind(&paid); err != nil {
		return tasks.Result{}, err
	}
	taken := tasks.Step{Status: step.Status(), Method: paid.Method, Reason: posted.Or("reason", "")}
	if paid.PaidOn.HasValue() {
		taken.PaidOn = &paid.PaidOn.Value
	}
	return tasks.Apply(r.Context(), p.DB, r.By, tasks.Input{Kind: tasks.MoveOrders, Step: taken, Orders: input})
}

func (p Pages) renderManyStep(r *web.Request, data moves.ManyData) (err error) {
	if data.Step == view.Send {
		if data.Balances, err = queue.Balances(r.Context(), p.DB, data.Orders...); err != nil {
			return err
		}
	}
	frame, err := p.Frame(r, data.Title(), crumb)
	if err != nil {
		return err
	}
	data.Now, frame.Refused = frame.Now, data.Refused != nil
	return r.RenderForm(data.Refused, moves.ManyPage(frame, data))
}
