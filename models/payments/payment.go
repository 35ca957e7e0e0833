// Package payments holds how bookings were paid: method, amount and day of each payment and the services that it covers. The
// status of a service stays in bookings, where a proof or a program may set it too; a payment taken back keeps its reason. The
// proof is a file of the services, which files owns.
package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// Payment is a payment of some or all services of a booking.
type Payment struct {
	ID               int64     `gorm:"primaryKey"`
	BookingGroupCode uuid.UUID `gorm:"column:booking_group_code"`
	// Method is nil for services that a proof or a program had marked as paid.
	Method *orders.PaymentMethod `gorm:"column:method"`
	// Amount is what was received, Due the sum of the prices of the services.
	Amount       money.Amount `gorm:"column:amount"`
	Due          money.Amount `gorm:"column:due"`
	PaidOn       civil.Date   `gorm:"column:paid_on"`
	ActorCode    *string      `gorm:"column:actor_code"`
	ActorName    *string      `gorm:"column:actor_name"`
	DateCreated  time.Time    `gorm:"column:date_created"`
	RevertedAt   *time.Time   `gorm:"column:reverted_at"`
	RevertReason *string      `gorm:"column:revert_reason"`
	ReverterCode *string      `gorm:"column:reverter_code"`
	ReverterName *string      `gorm:"column:reverter_name"`
	Lines        []Line       `gorm:"foreignKey:PaymentID"`
}

// TableName returns the name of the table.
func (Payment) TableName() string { return "booking_payments" }

// Covers reports whether the payment covers a service.
func (p Payment) Covers(service int64) bool {
	for _, line := range p.Lines {
		if line.ServiceID == service {
			return true
		}
	}
	return false
}

// Line is a service of a payment with its part of the amount.
type Line struct {
	PaymentID int64        `gorm:"column:payment_id;primaryKey"`
	ServiceID int64        `gorm:"column:service_id;primaryKey"`
	Amount    money.Amount `gorm:"column:amount"`
}

// TableName returns the name of the table.
func (Line) TableName() string { return "booking_payment_services" }

// maxListed is the number of payments of a booking that its pages show.
const maxListed = 100

// ListByGroup returns the payments of a booking with those taken back, newest first; none for a caller who may not read
// services.
func ListByGroup(ctx context.Context, tx *db.DB, by auth.Caller, group uuid.UUID) ([]Payment, error) {
	found := []Payment{}
	err := tx.WithContext(ctx).Scopes(db.Allowed(access.Can(by, "services", access.Read))).Preload("Lines").
		Where("booking_group_code = ?", group).Order("date_created desc, id desc").Limit(maxListed).Find(&found).Error
	return found, err
}

// Due returns what is to be paid for a service, in reais: the agreed price, else the professional's.
func Due(ctx context.Context, tx *db.DB, service bookings.Service) (money.Amount, error) {
	if service.Price != nil {
		return *service.Price, nil
	}
	found, err := professionals.ByIDs(ctx, tx, auth.Caller{Kind: auth.System}, []int64{service.ProfessionalID})
	if err != nil {
		return money.Zero, err
	}
	return found[service.ProfessionalID].DefaultPrice(ctx, tx)
}

// active returns the payment of a service that was not taken back; 404 NOT_FOUND without one.
func active(tx *db.DB, service int64) (Payment, error) {
	query := tx.Preload("Lines").Where("reverted_at is null").
		Where("id in (select payment_id from booking_payment_services where service_id = ?)", service).Order("id desc")
	return db.First[Payment](query, errs.NotFound("Pagamento não encontrado."))
}
