package settings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
)

// SpanOf returns the time of days in the association's time zone.
func SpanOf(ctx context.Context, tx *db.DB, days civil.Days, now time.Time) (civil.Span, error) {
	if days == (civil.Days{}) {
		return civil.Span{}, nil
	}
	zone, err := Location(ctx, tx)
	if err != nil {
		return civil.Span{}, err
	}
	return days.Span(now.In(zone)), nil
}
