package listing

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// UndatedDays is the number of days after which a service without a date has waited too long.
const UndatedDays = 1

// unpaidWaits is the time after which an appointment that an associate made and did not pay waits for the staff. It is not
// given away by itself (decisions.md).
const unpaidWaits = 24 * time.Hour

// maxWaiting is the number up to which waiting services are counted.
const maxWaiting = 1000

// WaitingInput selects waiting services: those of the professionals, none for all, and those created before a time if there
// is one. Limit is the number of services to read.
type WaitingInput struct {
	ProfessionalIDs []int64
	Before          time.Time
	Limit           int
}

// Waiting are services that wait for the staff, those that wait longest first, and the number of all.
type Waiting struct {
	Services []bookings.Service
	Counted  page.Counted
}

// ListUndated returns the services without a date that the caller may see and that their associate has not cancelled.
func ListUndated(ctx context.Context, tx *db.DB, by auth.Caller, input WaitingInput) (Waiting, error) {
	return input.list(ctx, tx, by, func(query *db.DB) *db.DB { return query.Where("consultation_date is null and cancelled_date is null") })
}

// ListUnpaidOwn returns the coming appointments that associates made more than 24 hours ago and have not paid, of those that
// the caller may see.
func ListUnpaidOwn(ctx context.Context, tx *db.DB, by auth.Caller, input WaitingInput) (Waiting, error) {
	return input.list(ctx, tx, by, func(query *db.DB) *db.DB { return unpaidOwn(query, by.Now) })
}

// unpaidOwn limits the query to what ListUnpaidOwn returns.
func unpaidOwn(query *db.DB, now time.Time) *db.DB {
	return query.Where("status = '"+string(bookings.AwaitingPayment)+"' and price > 0 and "+bookings.OwnSQL).
		Where("consultation_date > ? and date_created <= ?", now, now.Add(-unpaidWaits))
}

// ListRefunds returns the paid appointments that their associates cancelled, of those that the caller may see.
func ListRefunds(ctx context.Context, tx *db.DB, by auth.Caller, input WaitingInput) (Waiting, error) {
	return input.list(ctx, tx, by, func(query *db.DB) *db.DB {
		return query.Where("cancelled_date is not null and status = '" + string(bookings.Paid) + "'")
	})
}

func (in WaitingInput) list(ctx context.Context, tx *db.DB, by auth.Caller, which func(*db.DB) *db.DB) (waiting Waiting, err error) {
	query := which(bookings.Visible(tx.WithContext(ctx).Model(&bookings.Service{}).Scopes(db.Allowed(access.Can(by, "services", access.Read))), by))
	if len(in.ProfessionalIDs) > 0 {
		query = query.Where("professional_id in ?", in.ProfessionalIDs)
	}
	if !in.Before.IsZero() {
		query = query.Where("date_created < ?", in.Before)
	}
	query = query.Session(&db.Session{})
	if waiting.Counted, err = db.CountUpTo(query, maxWaiting); err != nil || waiting.Counted.Rows == 0 {
		return waiting, err
	}
	err = query.Order("date_created, id").Limit(in.Limit).Find(&waiting.Services).Error
	return waiting, err
}
