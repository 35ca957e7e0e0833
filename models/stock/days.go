package stock

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// Day is what a product had at the end of a day, in all its lots, and the units that went to orders on it, less those that came back.
type Day struct {
	Day      civil.Date
	Quantity int
	Out      int
}

// ReadDays returns the days of a product that the caller may see until today, the oldest first.
func ReadDays(ctx context.Context, tx *db.DB, by auth.Caller, product int64, days int) (found []Day, err error) {
	if !canSee(by) {
		return nil, nil
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	today := civil.Of(by.Now.In(zone))
	const query = `with moved as (
			select (m.date_created at time zone @zone)::date as day, sum(m.quantity) as quantity,
				-coalesce(sum(m.quantity) filter (where m.kind in ('separation', 'return')), 0) as out
			from stock_movements m join lots on lots.id = m.lot_id
			where lots.product_id = @product and m.date_created >= @from group by 1)
		select d.day::date as day, coalesce(moved.out, 0) as out,
			(select coalesce(sum(quantity), 0) from lots where product_id = @product)
				- coalesce(sum(moved.quantity) over (order by d.day desc rows between unbounded preceding and 1 preceding), 0) as quantity
		from generate_series(cast(@first as date), cast(@today as date), interval '1 day') d (day) left join moved on moved.day = d.day::date order by d.day`
	first := today.Add(0, 0, 1-days)
	err = tx.WithContext(ctx).Raw(query, map[string]any{"zone": zone.String(), "product": product, "from": first.In(zone), "first": first,
		"today": today}).Scan(&found).Error
	return found, err
}
