package bookings

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/sums"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// resolvedPrice is the price of a service s with the professional p (decisions.md, "Orders, services, reports"). The
// parameter defaults holds the prices of the types.
const resolvedPrice = `case when s.price_paid > 0 then s.price_paid
	else coalesce(s.price, p.consultation_price, (cast(@defaults as jsonb) ->> s.type)::numeric, 0) end`

// SumPaid sums the amounts paid in each of the spans for the services that the caller may see. The first span begins first.
func SumPaid(ctx context.Context, tx *db.DB, by auth.Caller, spans []civil.Span) ([]money.Amount, error) {
	defaults, err := professionals.DefaultPrices(ctx, tx)
	if err != nil {
		return nil, err
	}
	paid := visible(tx.Table("services").Scopes(db.Allowed(access.Can(by, "services", access.Read))), by).
		Where("paid_at >= ?", spans[0].From).Select("paid_at, price_paid, price, professional_id, type")
	payments := tx.Table("(?) as s", paid).Joins("join professionals p on p.id = s.professional_id").
		Select(resolvedPrice+" as amount, s.paid_at", map[string]any{"defaults": defaults})
	return sums.OfSpans(tx.WithContext(ctx), payments, spans)
}
