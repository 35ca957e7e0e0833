package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// UndatedDays is the number of days after which a service without a date has waited too long.
const UndatedDays = 1

// maxUndated is the number up to which services without a date are counted.
const maxUndated = 1000

// UndatedInput selects services without a date: those of the professionals, none for all, and those created before a time if there
// is one. Limit is the number of services to read.
type UndatedInput struct {
	ProfessionalIDs []int64
	Before          time.Time
	Limit           int
}

// Waiting are services without a date, those that wait longest first, and the number of all.
type Waiting struct {
	Services []Service
	Counted  page.Counted
}

// ListUndated returns the services without a date that the caller may see.
func ListUndated(ctx context.Context, tx *db.DB, by auth.Caller, input UndatedInput) (waiting Waiting, err error) {
	query := visible(tx.WithContext(ctx).Model(&Service{}).Scopes(db.Allowed(access.Can(by, "services", access.Read))), by).Where("consultation_date is null")
	if len(input.ProfessionalIDs) > 0 {
		query = query.Where("professional_id in ?", input.ProfessionalIDs)
	}
	if !input.Before.IsZero() {
		query = query.Where("date_created < ?", input.Before)
	}
	query = query.Session(&db.Session{})
	if waiting.Counted, err = db.CountUpTo(query, maxUndated); err != nil || waiting.Counted.Rows == 0 {
		return waiting, err
	}
	err = query.Order("date_created, id").Limit(input.Limit).Find(&waiting.Services).Error
	return waiting, err
}
