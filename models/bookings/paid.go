package bookings

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/sums"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// resolvedPrice is the price of a row of services (decisions.md, "Orders, services, reports"). The parameter defaults holds the prices
// of the types. The professional is only looked up for services without a price.
const resolvedPrice = `case when price_paid > 0 then price_paid
	else coalesce(price, (select p.consultation_price from professionals p where p.id = professional_id), (cast(@defaults as jsonb) ->> type)::numeric, 0) end`

// SumPaid sums the amounts paid in each of the spans for the services that the caller may see. The first span begins first.
func SumPaid(ctx context.Context, tx *db.DB, by auth.Caller, spans []civil.Span) ([]money.Amount, error) {
	defaults, err := catalog.DefaultPrices(ctx, tx)
	if err != nil {
		return nil, err
	}
	payments := visible(tx.Table("services").Scopes(db.Allowed(access.Can(by, "services", access.Read))), by).
		Where("paid_at >= ?", spans[0].From).Select(resolvedPrice+" as amount, paid_at", map[string]any{"defaults": defaults})
	return sums.OfSpans(tx.WithContext(ctx), payments, spans)
}
