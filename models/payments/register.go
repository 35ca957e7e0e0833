package payments

import (
	"context"
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// RegisterInput is the payment of services of a booking; the others of the booking stay open.
type RegisterInput struct {
	errs.BindErrors
	// ServiceID is any service of the booking, ServiceIDs are those that were paid.
	ServiceID  int64                     `form:"-"`
	ServiceIDs []int64                   `form:"services"`
	Method     orders.PaymentMethod      `form:"payment_method"`
	PaidOn     patch.Field[civil.Date]   `form:"paid_on"`
	Amount     patch.Field[money.Amount] `form:"amount_received"`
	// AcceptedAmount is an amount confirmed in spite of its difference from the sum of the prices.
	AcceptedAmount patch.Field[money.Amount] `form:"accepted_amount"`
}

// Register stores a payment and marks its services as paid. It returns 400 VALIDATION_ERROR with every wrong field, 404
// NOT_FOUND for an unknown service, 409 CONFLICT for one that is paid already or on a statement, and 409 AMOUNT_DIFFERS for an
// unconfirmed amount that differs from the prices. A form that is sent twice registers once.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input RegisterInput) (payment Payment, err error) {
	if err := input.validate(ctx, tx, by); err != nil {
		return payment, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		services, err := lockGroup(ctx, tx, by, input.ServiceID)
		if err != nil {
			return err
		}
		if payment, err = input.payment(ctx, tx, by, services); err != nil || payment.ID != 0 {
			return err
		}
		if err := tx.Create(&payment).Error; err != nil {
			return err
		}
		zone, err := settings.Location(ctx, tx)
		if err != nil {
			return err
		}
		paid := bookings.Payment{Status: bookings.Paid, PaidAt: new(by.Now), PaymentType: new(input.Method.Label())}
		if input.PaidOn.Value.Before(civil.Of(by.Now.In(zone))) {
			paid.PaidAt = new(input.PaidOn.Value.In(zone))
		}
		for _, line := range payment.Lines {
			paid.PricePaid = &line.Amount
			if err := bookings.SetPayment(ctx, tx, by, line.ServiceID, paid); err != nil {
				return err
			}
		}
		return nil
	})
	return payment, err
}

func (in RegisterInput) validate(ctx context.Context, tx *db.DB, by auth.Caller) error {
	p, err := orders.CheckPayment(ctx, tx, by, in.Method, in.PaidOn)
	if err != nil {
		return err
	}
	p.Require(len(in.ServiceIDs) > 0, "services", "marque o que foi pago")
	p.Require(in.Amount.HasValue(), "amount_received", "informe o valor recebido")
	p.Require(in.Amount.Value.CheckPrice() == nil, "amount_received", money.ErrRange.Error())
	return in.BindErrors.Merge(p).Err()
}

// payment returns the new payment, or the stored one if the form was sent before.
func (in RegisterInput) payment(ctx context.Context, tx *db.DB, by auth.Caller, group []bookings.Service) (Payment, error) {
	chosen := slices.DeleteFunc(slices.Clone(group), func(s bookings.Service) bool { return !slices.Contains(in.ServiceIDs, s.ID) })
	if len(chosen) == 0 {
		return Payment{}, errs.Invalid("services", "marque o que foi pago")
	}
	if stored, err := active(tx, chosen[0].ID); err == nil && in.made(stored, chosen) {
		return stored, nil
	}
	payment := Payment{BookingGroupCode: chosen[0].BookingGroupCode, Method: &in.Method, Amount: in.Amount.Value, PaidOn: in.PaidOn.Value,
		ActorCode: texts.Optional(by.Code), ActorName: texts.Optional(by.FullName()), DateCreated: by.Now}
	prices := make([]money.Amount, len(chosen))
	for i, service := range chosen {
		if service.Status == bookings.Paid {
			return payment, errs.Conflict(errs.CodeConflict, "Um destes serviços já está pago. Confira a reserva e registre de novo.")
		}
		if err := service.RefuseClosed(tx); err != nil {
			return payment, err
		}
		price, err := Due(ctx, tx, service)
		if err != nil {
			return payment, err
		}
		prices[i], payment.Due = price, payment.Due.Add(price)
	}
	if payment.Amount.IsZero() && !payment.Due.IsZero() {
		return payment, errs.Invalid("amount_received", "deve ser maior que zero")
	}
	if !payment.Amount.Equal(payment.Due) && !(in.AcceptedAmount.HasValue() && payment.Amount.Equal(in.AcceptedAmount.Value)) {
		return payment, errs.Conflict(orders.CodeAmountDiffers, "O valor recebido não é o total dos serviços.")
	}
	for i, part := range money.Split(payment.Amount, prices) {
		payment.Lines = append(payment.Lines, Line{ServiceID: chosen[i].ID, Amount: part})
	}
	return payment, nil
}

// made reports whether a stored payment is what the form asks for.
func (in RegisterInput) made(stored Payment, chosen []bookings.Service) bool {
	return stored.Method != nil && *stored.Method == in.Method && stored.PaidOn == in.PaidOn.Value && stored.Amount.Equal(in.Amount.Value) &&
		len(stored.Lines) == len(chosen) && !slices.ContainsFunc(chosen, func(s bookings.Service) bool { return !stored.Covers(s.ID) })
}

// lockGroup returns the services of the booking of a service, locked in the order of their ids.
func lockGroup(ctx context.Context, tx *db.DB, by auth.Caller, id int64) ([]bookings.Service, error) {
	service, err := bookings.FindFor(ctx, tx, by, id)
	if err != nil {
		return nil, err
	}
	return bookings.LockGroup(ctx, tx, by, service.BookingGroupCode)
}
