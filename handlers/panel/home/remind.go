package home

import (
	"acolhe/models/associates"
	"acolhe/models/orders"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// remind shows the oldest overdue orders with a prepared message for each.
func (p Pages) remind(r *web.Request) error {
	overdue, err := p.overdue(r)
	if err != nil {
		return err
	}
	frame, err := p.Frame(r, overdue.Title())
	if err != nil {
		return err
	}
	overdue.Now, overdue.Association = frame.Now, frame.Association
	return r.Render(view.RemindPage(frame, overdue))
}

func (p Pages) overdue(r *web.Request) (overdue view.Overdue, err error) {
	receivable, err := orders.SumReceivable(r.Context(), p.DB, r.By)
	if err != nil || receivable.Overdue == 0 {
		return overdue, err
	}
	oldest, err := orders.OldestIn(r.Context(), p.DB, r.By, orders.AwaitingPayment, min(receivable.Overdue, view.MaxReminded))
	if err != nil {
		return overdue, err
	}
	for _, order := range oldest {
		associate, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, order.UserCode)
		if err != nil {
			return overdue, err
		}
		overdue.Orders = append(overdue.Orders, view.Debt{Order: order, Associate: associate})
	}
	return overdue, nil
}
