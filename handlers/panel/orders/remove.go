package orders

import (
	"acolhe/models/orders"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/record"
	"acolhe/web"
)

// askRemove asks whether to delete an order.
func (p Pages) askRemove(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	return p.renderRemove(r, record.RemoveData{Order: order})
}

// remove deletes an order, which cannot be undone.
func (p Pages) remove(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	switch err := orders.Remove(r.Context(), p.DB, r.By, order.ID); {
	case errs.HasCode(err, errs.CodeConflict):
		return p.renderRemove(r, record.RemoveData{Order: order, Refused: err})
	case err != nil:
		return err
	}
	r.Notify(view.Title(order.ID) + " excluído.")
	return r.Redirect(view.Path)
}

func (p Pages) renderRemove(r *web.Request, data record.RemoveData) error {
	frame, err := p.Frame(r, "Excluir pedido", crumb, orderCrumb(data.Order.ID))
	if err != nil {
		return err
	}
	frame.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, record.RemovePage(frame, data))
}
