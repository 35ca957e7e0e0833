package statusmails

import (
	"context"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/consents"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/parcels"
	"acolhe/models/platform/mail"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Addresses of the pages to which the mails lead.
const (
	ownPage       = "/cadastro"
	ownOrders     = "/cadastro/pedidos/"
	ownDocuments  = "/cadastro/meus-documentos"
	portal        = "/portal"
	portalWeek    = "/portal/semana"
	portalContest = "/portal/contestar/"
)

// toAssociate welcomes who opened an account, and confirms what was sent. Who withdrew the use of health data gets nothing
// about documents.
func (w writing) toAssociate(ctx context.Context, one row) error {
	person, err := associates.FindFor(ctx, w.tx, w.by, *one.UserID)
	if err != nil {
		return err
	}
	to := mail.Message{To: person.ContactEmail(), Name: person.FullName(), Path: ownPage}
	if one.Kind == AccountOpened.Kind {
		return w.send(ctx, w.by, AccountOpened.With(mail.None{}, to))
	}
	given, err := consents.ListFor(ctx, w.tx, w.by, person.ID)
	if treatment := given.Of(consents.Treatment); err != nil || treatment.Last != nil && !treatment.IsGiven() {
		return err
	}
	to.Path = ownDocuments
	return w.send(ctx, w.by, DocumentReceived.With(mail.None{}, to))
}

// toSender confirms a message of the public form. A stranger caused it, so that nobody floods somebody else's address.
func (w writing) toSender(ctx context.Context, one row) error {
	item, err := reception.FindFor(ctx, w.tx, w.by, *one.ItemID)
	if err != nil {
		return err
	}
	return w.send(ctx, auth.Caller{Now: w.by.Now},
		MessageReceived.With(mail.None{}, mail.Message{To: texts.Of(item.Email), Name: texts.Of(item.Name)}))
}

// aboutOrder writes about an order that still is where it came to.
func (w writing) aboutOrder(ctx context.Context, one row) error {
	followed, err := ownorders.Follow(ctx, w.tx, w.by, *one.OrderID)
	if err != nil {
		return err
	}
	order := followed.Order
	to, err := w.toBuyer(ctx, order)
	if err != nil {
		return err
	}
	about := OrderMessage{Number: strconv.FormatInt(order.ID, 10), Total: fmtbr.Money(order.Total)}
	switch {
	case one.Kind == OrderPlaced.Kind && order.Status == orders.AwaitingPayment:
		payment, err := orders.PayByPix(ctx, w.tx, order)
		if err != nil {
			return err
		}
		about.PixCode = payment.Code
		return w.send(ctx, w.by, OrderPlaced.With(about, to))
	case one.Kind == OrderPaid.Kind && order.PaidAt != nil && order.Status != orders.Cancelled:
		if order.AmountReceived != nil {
			about.Total = fmtbr.Money(*order.AmountReceived)
		}
		if order.PaymentMethod != nil {
			about.Method = order.PaymentMethod.Label()
		}
		return w.send(ctx, w.by, OrderPaid.With(about, to))
	case one.Kind == parcels.OrderSent.Kind && order.Status == orders.Sent:
		return w.aboutSent(ctx, followed, to)
	}
	return nil
}

// toBuyer addresses the associate of an order.
func (w writing) toBuyer(ctx context.Context, order orders.Order) (mail.Message, error) {
	to := mail.Message{To: texts.Of(order.Email), Name: order.NameAssociate, Path: ownOrders + strconv.FormatInt(order.ID, 10)}
	if to.To != "" {
		return to, nil
	}
	person, err := associates.FindByCodeFor(ctx, w.tx, w.by, order.UserCode)
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return to, err
	}
	to.To = person.ContactEmail()
	return to, nil
}

// aboutSent writes that an order was sent, unless the purchase of its label has (models/parcels).
func (w writing) aboutSent(ctx context.Context, followed ownorders.Followed, to mail.Message) error {
	latest, err := parcels.LatestByOrder(ctx, w.tx, []int64{followed.ID})
	if err != nil || latest[followed.ID].LetterSentAt != nil {
		return err
	}
	about := parcels.SentMessage{Number: strconv.FormatInt(followed.ID, 10), Carrier: followed.Carrier,
		TrackingCode: texts.Of(followed.TrackingCode), TrackingAddress: followed.Href}
	return w.send(ctx, w.by, parcels.OrderSent.With(about, to))
}
