package bookings

import (
	"context"
	"time"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// isOpen reports whether a time is neither blocked nor on a holiday.
func isOpen(ctx context.Context, tx *db.DB, professional int64, span civil.Span) (bool, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return false, err
	}
	span = civil.Span{From: span.From.In(zone), To: span.To.In(zone)}
	closed, err := closures.Read(ctx, tx, span, professional)
	_, isBlocked := closed.At(professional, span)
	return !isBlocked && !closed.IsClosed(span.From), err
}

// maxWithin is the number of appointments that the warning of a block names.
const maxWithin = 10

// FindWithin returns the coming appointments within the times of a block, by date, at most 10.
func FindWithin(ctx context.Context, tx *db.DB, by auth.Caller, block closures.Block) ([]Placed, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return nil, err
	}
	spans := block.Occurrences(zone)
	var placed []Placed
	err = Allowed(tx.WithContext(ctx), by).Where("professional_id = ? and consultation_date > ?", block.ProfessionalID, by.Now).
		Where("consultation_date > ? and consultation_date < ?", spans[0].From.Add(-longestMinutes*time.Minute), spans[len(spans)-1].To).
		Order("consultation_date, id").Limit(maxPlaced).Find(&placed).Error
	calendar := Calendar{Lasting: lasting}
	var within []Placed
	for _, one := range placed {
		for _, span := range spans {
			if len(within) < maxWithin && one.ConsultationDate.Before(span.To) && calendar.EndOf(one).After(span.From) {
				within = append(within, one)
				break
			}
		}
	}
	return within, err
}
