package listing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Query is the query of GET /services. An empty field does not filter.
type Query struct {
	page.Window
	// DateFrom and DateTo limit date_created: civil days (2026-11-20) of the association's time zone or moments with an
	// offset, both included.
	DateFrom          string        `form:"date_from"`
	DateTo            string        `form:"date_to"`
	BookingGroupCode  uuid.NullUUID `form:"booking_group_code"`
	AssociateUserCode uuid.NullUUID `form:"associate_user_code"`
	// ProfessionalID is the row id or the professional_code.
	ProfessionalID string `form:"professional_id"`
	Tag            string `form:"tag"`
	// Q is searched in the names and e-mails and in the service_code.
	Q                 string        `form:"q"`
	CreatedByUserCode uuid.NullUUID `form:"created_by_user_code"`
}

// Select returns the selection of the services that the caller may see and that match the filters, newest first. It
// returns 400 VALIDATION_ERROR for an invalid value of a filter.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input Query) (items.Selected, error) {
	window, err := input.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	scope := bookings.Allowed(tx.WithContext(ctx), by)
	filtered, err := input.filter(ctx, tx, by, scope)
	return items.Selected{Rows: answered, Scope: scope, Filtered: filtered, Window: window, Order: bookings.NewestFirst, Unprepared: true}, err
}

// SelectByProfessional returns the selection of the services of one professional, given by row id or professional_code,
// newest first. A professional whom the caller may not see is 404 NOT_FOUND.
func SelectByProfessional(ctx context.Context, tx *db.DB, by auth.Caller, professional string, window page.Window) (items.Selected, error) {
	rows, err := window.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	id, err := bookings.ProfessionalID(ctx, tx, by, professional)
	if err != nil {
		return items.Selected{}, err
	}
	theirs := bookings.Allowed(tx.WithContext(ctx), by).Where("professional_id = ?", id).Session(&db.Session{})
	return items.Selected{Rows: answered, Scope: theirs, Filtered: theirs, Window: rows, Order: bookings.NewestFirst}, nil
}

func (in Query) filter(ctx context.Context, tx *db.DB, by auth.Caller, query *db.DB) (*db.DB, error) {
	for _, code := range []struct {
		column string
		value  uuid.NullUUID
	}{
		{"booking_group_code", in.BookingGroupCode}, {"associate_user_code", in.AssociateUserCode},
		{"created_by_user_code", in.CreatedByUserCode},
	} {
		if code.value.Valid {
			query = query.Where(code.column+" = ?", code.value.UUID)
		}
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	query, err := in.ofProfessional(ctx, tx, by, db.Matching(query, searchText(by), in.Q))
	if err != nil {
		return nil, err
	}
	return in.created(ctx, tx, query)
}

// searchText returns the text that the caller searches.
func searchText(by auth.Caller) string {
	if _, isBound := access.PartnerCode(by); isBound {
		return bookings.PartnersText
	}
	return "search_text"
}

// ofProfessional limits the query to the services of the professional; an unknown one has none.
func (in Query) ofProfessional(ctx context.Context, tx *db.DB, by auth.Caller, query *db.DB) (*db.DB, error) {
	if in.ProfessionalID == "" {
		return query, nil
	}
	id, err := bookings.ProfessionalID(ctx, tx, by, in.ProfessionalID)
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return nil, err
	}
	return query.Where("professional_id = ?", id), nil
}

// created limits the query to the services created between the days or moments.
func (in Query) created(ctx context.Context, tx *db.DB, query *db.DB) (*db.DB, error) {
	if in.DateFrom+in.DateTo == "" {
		return query, nil
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	var p errs.Problems
	if from, known := spanOf(in.DateFrom, zone); known {
		query = query.Where("date_created >= ?", from.From)
	} else {
		p.Require(in.DateFrom == "", "date_from", notADate)
	}
	if to, known := spanOf(in.DateTo, zone); known {
		query = query.Where("date_created < ?", to.To)
	} else {
		p.Require(in.DateTo == "", "date_to", notADate)
	}
	return query, p.Err()
}

const notADate = "deve ser um dia (2026-11-20) ou um momento (2026-11-20T14:30:00-03:00)"

// spanOf returns the time of a civil day, or the moment of a text with an offset, in the microseconds of the database.
func spanOf(text string, zone *time.Location) (span civil.Span, known bool) {
	if civil.IsDay(text) {
		midnight := civil.Midnight(text, zone)
		return civil.Span{From: midnight, To: midnight.AddDate(0, 0, 1)}, true
	}
	moment, err := time.Parse(time.RFC3339Nano, text)
	return civil.Span{From: moment, To: moment.Truncate(time.Microsecond).Add(time.Microsecond)}, err == nil
}

// answered describes the rows of lists; the routes that answer them have rules of their own.
var answered = items.Describe[bookings.Service](items.Rules{})
