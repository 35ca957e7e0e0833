package orders

import (
	"mime"
	"net/http"
	"strconv"

	"acolhe/handlers/serve"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/moves"
	parcelview "acolhe/views/panel/orders/parcel"
	"acolhe/views/panel/orders/record"
	"acolhe/web"
)

// parcelRoutes returns the routes of the label of an order.
func (p Pages) parcelRoutes(reads, changes web.Guard) []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(one+parcelview.LabelSlug, changes, p.askLabel),
		web.Form(one+parcelview.LabelSlug, changes, p.buyLabel),
		web.Page(one+parcelview.LabelCancelSlug, changes, p.askCancelLabel),
		web.Form(one+parcelview.LabelCancelSlug, changes, p.cancelLabel),
		web.Form(one+parcelview.LabelCheckSlug, changes, p.checkLabel),
		web.Form(one+parcelview.LabelSendSlug, changes, p.sendParcel),
		web.Page(one+parcelview.LabelPDFSlug, reads, p.printLabel),
		web.Page(parcelview.LabelsLivePath, reads, p.followParcels),
	}
}

// followParcels sends an event after each change of a parcel.
func (p Pages) followParcels(r *web.Request) error { return serve.Follow(r, p.Live, "parcels") }

// parcelOf returns the order of the address with its latest parcel.
func (p Pages) parcelOf(r *web.Request) (orders.Order, parcels.Parcel, error) {
	order, err := p.find(r)
	if err != nil {
		return order, parcels.Parcel{}, err
	}
	parcel, _, err := parcels.LatestOf(r.Context(), p.DB, order.ID)
	return order, parcel, err
}

// labelOf is parcelOf, with 404 for an order without a parcel.
func (p Pages) labelOf(r *web.Request) (parcels.Parcel, error) {
	_, parcel, err := p.parcelOf(r)
	if err == nil && parcel.ID == 0 {
		err = errs.NotFound("Este pedido não tem etiqueta.")
	}
	return parcel, err
}

func (p Pages) askLabel(r *web.Request) error {
	order, parcel, err := p.parcelOf(r)
	if err != nil {
		return err
	}
	ask := parcelview.Ask{Order: order, Next: web.LocalPath(r.Query("volta"), "")}
	if parcel.ID != 0 && !parcel.IsOver() {
		ask.Refused = errs.Conflict(parcels.CodeExists, "Este pedido já tem uma etiqueta.")
		return p.renderAsk(r, ask)
	}
	return p.askPrice(r, ask)
}

// askPrice asks whether to buy the label at its present price.
func (p Pages) askPrice(r *web.Request, ask parcelview.Ask) error {
	draft, err := p.Parcels.Prepare(r.Context(), ask.Order)
	if err == nil {
		ask.Parcel = draft
		ask.Price, err = p.Parcels.PriceOf(r.Context(), ask.Order)
	}
	if err != nil && errs.As(err) == nil {
		return err
	}
	if err != nil {
		ask.Refused, ask.Price = err, money.Zero
	}
	return p.renderAsk(r, ask)
}

func (p Pages) renderAsk(r *web.Request, ask parcelview.Ask) error {
	frame, err := p.Frame(r, ask.Title(), crumb, orderCrumb(ask.Order.ID))
	if err != nil {
		return err
	}
	ask.Now = frame.Now
	return r.Render(parcelview.AskPage(frame, ask))
}

// refuseAsk answers a refused form with its question and the reason.
func (p Pages) refuseAsk(r *web.Request, ask parcelview.Ask) error {
	if errs.As(ask.Refused) == nil {
		return ask.Refused
	}
	frame, err := p.Frame(r, ask.Title(), crumb, orderCrumb(ask.Order.ID))
	if err != nil {
		return err
	}
	ask.Now, frame.Refused = frame.Now, true
	return r.RenderForm(ask.Refused, parcelview.AskPage(frame, ask))
}

func (p Pages) buyLabel(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	ask := parcelview.Ask{Order: order, Next: web.LocalPath(posted.Or("volta", ""), "")}
	input := parcels.RequestInput{OrderID: order.ID}
	var price money.Amount
	if price.UnmarshalText([]byte(posted.Or("price", ""))) == nil {
		input.Price = patch.Of(price)
	}
	if _, ask.Refused = p.Parcels.Request(r.Context(), r.By, input); ask.Refused != nil {
		return p.refuseAsk(r, ask)
	}
	r.Notify("Comprando a etiqueta do pedido " + strconv.FormatInt(order.ID, 10) + ".")
	return r.Redirect(ask.Back())
}

func (p Pages) askCancelLabel(r *web.Request) error {
	order, parcel, err := p.parcelOf(r)
	if err != nil {
		return err
	}
	return p.renderAsk(r, parcelview.Ask{Order: order, Parcel: parcel, Cancels: true, Next: web.LocalPath(r.Query("volta"), "")})
}

func (p Pages) cancelLabel(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	parcel, err := p.labelOf(r)
	if err != nil {
		return err
	}
	ask := parcelview.Ask{Cancels: true, Next: web.LocalPath(posted.Or("volta", ""), "")}
	ask.Parcel, ask.Refused = p.Parcels.Cancel(r.Context(), r.By, parcel.ID)
	if ask.Order, err = p.find(r); err != nil {
		return err
	}
	if ask.Refused != nil {
		return p.refuseAsk(r, ask)
	}
	r.Notify(parcelview.CancelledMessage(ask.Parcel))
	return r.Redirect(ask.Back())
}

func (p Pages) checkLabel(r *web.Request) error {
	parcel, err := p.labelOf(r)
	if err != nil {
		return err
	}
	if parcel, err = p.Parcels.Check(r.Context(), r.By, parcel.ID); err != nil {
		return p.renderRefused(r, record.Data{Refused: err})
	}
	r.Notify("Etiqueta do pedido " + strconv.FormatInt(parcel.OrderID, 10) + ": " + parcelview.LabelState(parcel).Text + ".")
	return r.Redirect(r.CameFrom(view.Href(parcel.OrderID)))
}

func (p Pages) sendParcel(r *web.Request) error {
	parcel, err := p.labelOf(r)
	if err != nil {
		return err
	}
	order, err := p.Parcels.Send(r.Context(), r.By, parcel.ID)
	if err != nil {
		return p.renderRefused(r, record.Data{Refused: err})
	}
	r.Notify(moves.Message(order))
	return r.Redirect(view.Href(order.ID))
}

func (p Pages) printLabel(r *web.Request) error {
	parcel, err := p.labelOf(r)
	if err != nil {
		return err
	}
	file, err := p.Parcels.Print(r.Context(), r.By, parcels.PrintInput{IDs: []int64{parcel.ID}, Format: parcels.A6})
	if err != nil {
		return err
	}
	return servePDF(r, "etiqueta-"+strconv.FormatInt(parcel.OrderID, 10)+".pdf", file)
}

// servePDF answers with a PDF that the browser shows and prints.
func servePDF(r *web.Request, name string, file []byte) error {
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "application/pdf")
		header.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
		header.Set("Content-Length", strconv.Itoa(len(file)))
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(file) // a client that disconnected needs no answer
	}))
}
