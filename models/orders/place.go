package orders

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Place stores a new order with the server's total and completes the open reception item
// of its e-mail, both or neither. It answers 400 VALIDATION_ERROR for wrong fields and an
// unknown associate, and 400 TOTAL_MISMATCH when the client's total is off; then nothing
// is stored.
func Place(ctx context.Context, tx *db.DB, by auth.Caller, input PlaceInput) (Order, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Order{}, err
	}
	input.normalise()
	order := input.order(by)
	if err := input.check(order); err != nil {
		return Order{}, err
	}
	totals, err := Compute(ctx, tx, order.Priced())
	if err != nil {
		return Order{}, err
	}
	if err := totals.accept(*input.Total); err != nil {
		return Order{}, err
	}
	order.Total = totals.Total
	associate, err := associateOf(ctx, tx, input)
	if err != nil {
		return Order{}, err
	}
	order.placeFor(associate)
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&order).Error; err != nil {
			return err
		}
		if err := record(tx, by, Event{OrderID: order.ID, Action: Placed, Changes: Differences{}, DateCreated: by.Now}); err != nil || order.Email == nil {
			return err
		}
		return reception.CompleteOpen(ctx, tx, *order.Email, reception.Pedido, by.Now)
	})
	return order, err
}

// Compute gives the server's totals; whether freight counts is configured by
// store.freight.apply_to_total. A total beyond what can be stored is 400.
func Compute(ctx context.Context, tx *db.DB, p Priced) (Totals, error) {
	freightCounts, err := settings.Get(ctx, tx, settings.ApplyFreightToTotal)
	if err != nil {
		return Totals{}, err
	}
	totals := TotalsWithoutFreight(p)
	if freightCounts {
		totals = TotalsOf(p)
	}
	if err := totals.Total.CheckPrice(); err != nil {
		return totals, errs.Invalid("total", err.Error())
	}
	return totals, nil
}

// associateOf finds the associate by the code, by the row id, or by both when they agree.
func associateOf(ctx context.Context, tx *db.DB, input PlaceInput) (associates.Associate, error) {
	var associate associates.Associate
	var err error
	if input.UserCode.Valid {
		associate, err = associates.FindByCode(ctx, tx, input.UserCode.UUID)
	} else {
		associate, err = associates.FindByID(ctx, tx, input.User)
	}
	unknown := errs.HasCode(err, errs.CodeNotFound)
	if unknown || err == nil && input.User > 0 && associate.ID != input.User {
		return associate, errs.Invalid("user_code", "este associado não existe")
	}
	return associate, err
}

// order gives the row to store, before it has its associate and its total.
func (in PlaceInput) order(by auth.Caller) Order {
	order := Order{
		NameAssociate: in.NameAssociate, Email: texts.Optional(in.Email.Value), Address: in.Address, Items: in.Items,
		DeliveryPrice: in.DeliveryPrice, FreightCarrier: in.FreightCarrier, FreightOption: in.FreightOption,
		Discount: in.Discount, Donation: in.Donation, CustomPayment: in.CustomPayment,
		Prescriber: texts.Optional(in.Prescriber.Value), PrescriberCode: texts.Optional(in.PrescriberCode.Value), Info: texts.Optional(in.Info.Value),
		Tags: in.Tags, Status: AwaitingPayment, ServiceUser: texts.Optional(in.ServiceUser.Value), IsSample: in.IsSample.Value,
		DateCreated: by.Now, DateUpdated: by.Now,
	}
	if by.Kind == auth.Operator {
		order.ServiceUser = &by.Code
	}
	order.fillLists()
	return order
}

// fillLists makes lists that were not sent empty ones: they are stored and answered as [],
// never as null.
func (o *Order) fillLists() {
	if o.CustomPayment == nil {
		o.CustomPayment = []CustomPayment{}
	}
	if o.Tags == nil {
		o.Tags = []string{}
	}
}

// placeFor names the associate; name and e-mail are theirs unless the input had others.
func (o *Order) placeFor(associate associates.Associate) {
	o.User, o.UserCode = associate.ID, associate.UserCode
	if o.NameAssociate == "" {
		o.NameAssociate = associate.FullName()
	}
	if o.Email == nil {
		o.Email = texts.Optional(associate.ContactEmail())
	}
}
