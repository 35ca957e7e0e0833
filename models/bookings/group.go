package bookings

import (
	"context"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// FindFor returns a service that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Service, error) {
	return db.First[Service](Allowed(tx.WithContext(ctx), by).Where("services.id = ?", id), errs.NotFound("Serviço não encontrado."))
}

// ListGroup lists the services of a booking that the caller may see, by date, those without a date last.
func ListGroup(ctx context.Context, tx *db.DB, by auth.Caller, group uuid.UUID) ([]Service, error) {
	found := []Service{}
	err := Allowed(tx.WithContext(ctx), by).Where("booking_group_code = ?", group).Order("consultation_date, id").Limit(MaxItems).Find(&found).
		Error
	return found, err
}

// LockGroup is ListGroup and locks the services in the order of their ids, as everywhere, so that two payments do not deadlock.
func LockGroup(ctx context.Context, tx *db.DB, by auth.Caller, group uuid.UUID) (services []Service, err error) {
	err = Allowed(tx.WithContext(ctx), by).Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("booking_group_code = ?", group).
		Order("id").Find(&services).Error
	return services, err
}

// Payment is how a service is paid; nil is not set.
type Payment struct {
	Status      Status
	PaidAt      *time.Time
	PricePaid   *money.Amount
	PaymentType *string
}

// SetPayment sets how a service is paid. A service on a statement is 409 CONFLICT.
func SetPayment(ctx context.Context, tx *db.DB, by auth.Caller, id int64, payment Payment) error {
	_, err := db.Change(ctx, tx, id, "", func(tx *db.DB, before Service, service *Service) error {
		service.Status, service.PaidAt, service.PricePaid, service.PaymentType = payment.Status, payment.PaidAt, payment.PricePaid,
			payment.PaymentType
		service.DateUpdated = by.Now
		return before.RefuseClosed(tx)
	})
	return err
}

// RemoveGroup removes all services of the booking of a service and returns their number. An unknown service is 404
// NOT_FOUND.
func RemoveGroup(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (removed int, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		group, err := ListGroup(ctx, tx, by, service.BookingGroupCode)
		if err != nil {
			return err
		}
		for _, member := range group {
			if err := Remove(ctx, tx, member.ID); err != nil {
				return err
			}
		}
		removed = len(group)
		return nil
	})
	return removed, err
}
