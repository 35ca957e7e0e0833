package panel

import (
	"acolhe/handlers/form"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/panel"
	ordersview "acolhe/views/panel/orders"
	"acolhe/web"
)

func (p Panel) showOrder(r *web.Request) error {
	order, err := p.orderOf(r)
	if err != nil {
		return err
	}
	return p.drawOrder(r, panel.OrderSheet{Order: order})
}

// orderOf reads the order of the address.
func (p Panel) orderOf(r *web.Request) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.FindFor(r.Context(), p.DB, r.By, id)
}

// moveOrder takes the order to another status, if it still is as the page showed it.
func (p Panel) moveOrder(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	to := orders.Status(posted.Or("status", ""))
	moved, err := p.editShown(r, orders.Fields{Status: patch.Of(to)}, posted)
	if err != nil {
		return p.redrawOrder(r, panel.OrderSheet{Refused: err})
	}
	r.Notify(panel.MovedWords(moved))
	return r.Redirect(ordersview.Href(moved.ID))
}

// annotateOrder writes info and tags, if the order still is as the page showed it.
func (p Panel) annotateOrder(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var note panel.OrderNote
	if err := posted.Bind(&note); err != nil {
		return err
	}
	written, err := p.editShown(r, orders.Fields{Info: patch.Of(note.Info), Tags: patch.Of(note.Tags)}, posted)
	if err != nil {
		return p.redrawOrder(r, panel.OrderSheet{Note: &note, Refused: err})
	}
	r.Notify("Observações e etiquetas salvas.")
	return r.Redirect(ordersview.Href(written.ID))
}

// editShown changes the order of the address, if it still is as the page showed it.
func (p Panel) editShown(r *web.Request, fields orders.Fields, posted web.FormData) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.Change(r.Context(), p.DB, r.By, orders.ChangeInput{ID: id, Version: form.VersionIn(posted), Fields: fields})
}

// redrawOrder draws the page as the order is by now, with why nothing was done.
func (p Panel) redrawOrder(r *web.Request, sheet panel.OrderSheet) (err error) {
	if errs.As(sheet.Refused) == nil {
		return sheet.Refused
	}
	if sheet.Order, err = p.orderOf(r); err != nil {
		return err
	}
	return p.drawOrder(r, sheet)
}

func (p Panel) drawOrder(r *web.Request, sheet panel.OrderSheet) error {
	if err := p.fillOrder(r, &sheet); err != nil {
		return err
	}
	frame, err := p.frame(r, ordersview.Title(sheet.Order.ID), ordersCrumb)
	if err != nil {
		return err
	}
	sheet.Now = frame.Now
	frame.Refused = sheet.Refused != nil
	return r.RenderForm(sheet.Refused, panel.Order(frame, sheet))
}

func (p Panel) fillOrder(r *web.Request, sheet *panel.OrderSheet) (err error) {
	sheet.MayChange = access.Can(r.By, "orders", access.Update)
	sheet.Version = db.VersionOf(p.DB, &sheet.Order)
	if sheet.History, err = orders.History(r.Context(), p.DB, sheet.Order.ID); err != nil {
		return err
	}
	if sheet.Pix, err = orders.PayByPix(r.Context(), p.DB, sheet.Order); err != nil {
		return err
	}
	sheet.Tags, err = tags.Offered(r.Context(), p.DB, "orders")
	return err
}
