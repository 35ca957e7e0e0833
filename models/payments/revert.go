package payments

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// maxReason is the length of a reason, as that of an order's step back.
const maxReason = 500

// RevertInput takes back the payment of a service, with the reason.
type RevertInput struct {
	ServiceID int64  `form:"-"`
	Reason    string `form:"reason"`
}

// Revert marks the services of the payment of a service as unpaid again and keeps the reason. Services that a proof or a
// program marked as paid get a payment without a method, so that the reason is kept too. It returns 400 VALIDATION_ERROR without
// a reason, 404 NOT_FOUND for an unknown service, and 409 CONFLICT for one that is not paid or on a statement.
func Revert(ctx context.Context, tx *db.DB, by auth.Caller, input RevertInput) (payment Payment, err error) {
	reason := strings.TrimSpace(input.Reason)
	var p errs.Problems
	p.Require(reason != "", "reason", "informe o motivo")
	p.Require(texts.Fits(reason, maxReason), "reason", "deve ter no máximo 500 caracteres")
	if err := p.Err(); err != nil {
		return payment, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if payment, err = Of(ctx, tx, by, input.ServiceID); err != nil {
			return err
		}
		for _, line := range payment.Lines {
			if err := bookings.SetPayment(ctx, tx, by, line.ServiceID, bookings.Payment{Status: bookings.AwaitingPayment}); err != nil {
				return err
			}
		}
		payment.RevertedAt, payment.RevertReason = new(by.Now.Truncate(time.Microsecond)), &reason
		payment.ReverterCode, payment.ReverterName = texts.Optional(by.Code), texts.Optional(by.FullName())
		return tx.Omit("Lines").Save(&payment).Error
	})
	return payment, err
}

// Of returns the payment of a paid service, and locks its booking. For services that a proof or a program marked as paid it
// stores one without a method. It returns 404 NOT_FOUND for an unknown service and 409 CONFLICT for one that is not paid.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, service int64) (Payment, error) {
	group, err := lockGroup(ctx, tx, by, service)
	if err != nil {
		return Payment{}, err
	}
	at := slices.IndexFunc(group, func(s bookings.Service) bool { return s.ID == service })
	if at < 0 || group[at].Status != bookings.Paid {
		return Payment{}, errs.Conflict(errs.CodeConflict, "Este serviço não está pago.")
	}
	if stored, err := active(tx, service); !errs.HasCode(err, errs.CodeNotFound) {
		return stored, err
	}
	return adopt(ctx, tx, group[at])
}

// adopt stores a payment without a method for a service that is paid without one.
func adopt(ctx context.Context, tx *db.DB, service bookings.Service) (payment Payment, err error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return payment, err
	}
	due, err := Due(ctx, tx, service)
	if err != nil {
		return payment, err
	}
	paidAt := service.DateUpdated
	if service.PaidAt != nil {
		paidAt = *service.PaidAt
	}
	amount := due
	if service.PricePaid != nil && service.PricePaid.Cmp(money.Zero) > 0 {
		amount = *service.PricePaid
	}
	payment = Payment{BookingGroupCode: service.BookingGroupCode, Amount: amount, Due: due, PaidOn: civil.Of(paidAt.In(zone)),
		DateCreated: paidAt,
		Lines:       []Line{{ServiceID: service.ID, Amount: amount}}}
	return payment, tx.Create(&payment).Error
}
