package orders

import (
	"acolhe/handlers/form"
	people "acolhe/models/associates"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/stock"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	"acolhe/views/panel/associates"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/record"
	"acolhe/views/panel/separation"
	"acolhe/web"
)

func (p Pages) show(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	if r.IsFragment() && r.Query("drawer") == "1" {
		return p.renderDrawer(r, record.Data{Order: order})
	}
	return p.render(r, record.Data{Order: order})
}

// renderDrawer answers with a short view of the order for the list's drawer.
func (p Pages) renderDrawer(r *web.Request, data record.Data) error {
	if err := p.complete(r, &data); err != nil {
		return err
	}
	frame, err := p.Frame(r, view.Title(data.Order.ID), crumb)
	if err != nil {
		return err
	}
	data.Now = frame.Now
	return r.Render(record.Drawer(data))
}

// find reads the order of the address.
func (p Pages) find(r *web.Request) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.FindFor(r.Context(), p.DB, r.By, id)
}

// annotate writes the notes, unless the page is stale.
func (p Pages) annotate(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	info := posted.Or("info", "")
	written, err := p.change(r, orders.Fields{Info: patch.Of(info)}, posted)
	if err != nil {
		return p.renderRefused(r, record.Data{Note: &info, Refused: err})
	}
	r.Notify("Observações salvas.")
	return r.Redirect(view.Href(written.ID))
}

// change changes the order of the address, unless the page is stale.
func (p Pages) change(r *web.Request, fields orders.Fields, posted web.FormData) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.Change(r.Context(), p.DB, r.By, orders.ChangeInput{ID: id, Version: form.VersionIn(posted), Fields: fields})
}

// renderRefused shows the page of the current order with the error.
func (p Pages) renderRefused(r *web.Request, data record.Data) (err error) {
	if errs.As(data.Refused) == nil {
		return data.Refused
	}
	if data.Order, err = p.find(r); err != nil {
		return err
	}
	return p.render(r, data)
}

func (p Pages) render(r *web.Request, data record.Data) error {
	frame, err := p.Frame(r, view.Title(data.Order.ID), crumb)
	if err != nil {
		return err
	}
	data.Now = frame.Now
	frame.Refused = data.Refused != nil
	if err := p.complete(r, &data); err != nil {
		return err
	}
	return r.RenderForm(data.Refused, record.Page(frame, data))
}

func (p Pages) complete(r *web.Request, data *record.Data) (err error) {
	data.AssociateHref = associates.Href(data.Order.User)
	if data.Associate, err = p.associateOf(r, data.Order); err != nil {
		return err
	}
	data.CanPlace = access.Can(r.By, "orders", access.Create)
	data.CanChange, data.CanRemove = access.Can(r.By, "orders", access.Update), access.Can(r.By, "orders", access.Delete)
	data.Version = db.VersionOf(p.DB, &data.Order)
	if data.History, err = orders.History(r.Context(), p.DB, data.Order.ID); err != nil {
		return err
	}
	if data.Pix, err = orders.PayByPix(r.Context(), p.DB, data.Order); err != nil {
		return err
	}
	if err := p.completeParcel(r, data); err != nil {
		return err
	}
	if err := p.completeLots(r, data); err != nil {
		return err
	}
	if err := p.completeProducts(r, data); err != nil {
		return err
	}
	data.MayAddFiles = access.Can(r.By, "orders_files", access.Create)
	if data.Files, err = files.ListByOrder(r.Context(), p.DB, r.By, data.Order.ID); err != nil {
		return err
	}
	data.Tags, err = tags.Offered(r.Context(), p.DB, "orders")
	return err
}

// completeProducts reads the products of the items, for a caller who may open them.
func (p Pages) completeProducts(r *web.Request, data *record.Data) (err error) {
	if !access.Can(r.By, "products", access.Read) {
		return nil
	}
	var codes []string
	for _, item := range data.Order.Items {
		codes = append(codes, item.Code)
	}
	data.Products, err = products.FindByCodes(r.Context(), p.DB, codes)
	return err
}

// completeLots reads the lots of an order, and whether it passes through the separation, while the stock is switched on.
func (p Pages) completeLots(r *web.Request, data *record.Data) error {
	taken, isOn, err := stock.TakenWhileOn(r.Context(), p.DB, []int64{data.Order.ID})
	if err != nil || !isOn {
		return err
	}
	card := separation.OrderCard{Order: data.Order, Taken: taken[data.Order.ID], Today: civil.Of(data.Now)}
	if status := data.Order.Status; status == orders.Paid || status == orders.Picking {
		data.SeparateHref = separation.Href(data.Order.ID)
	}
	data.Lots, data.Withdrawn = card, card.Withdrawn()
	return nil
}

// completeParcel reads the parcel of an order, and whether one could be bought.
func (p Pages) completeParcel(r *web.Request, data *record.Data) (err error) {
	if data.Parcel, data.ParcelEvents, err = parcels.LatestOf(r.Context(), p.DB, data.Order.ID); err != nil {
		return err
	}
	if code := texts.Of(data.Parcel.TrackingCode); code != "" && data.Parcel.State == parcels.Ready {
		if data.ParcelQR, err = pix.QR(code); err != nil {
			return err
		}
	}
	states, err := p.Freight.Services.States(r.Context())
	for _, provider := range p.Freight.Providers {
		data.SellsLabels = data.SellsLabels || states[provider.Service()].Has(externalservices.UseForLabel)
	}
	return err
}

// associateOf returns the associate of an order, as far as the caller may see them.
func (p Pages) associateOf(r *web.Request, order orders.Order) (people.Associate, error) {
	found, err := people.ByIDFor(r.Context(), p.DB, r.By, []int64{order.User})
	return found[order.User], err
}

func orderCrumb(id int64) layouts.Crumb {
	return layouts.Crumb{Label: view.Title(id), Href: view.Href(id)}
}
