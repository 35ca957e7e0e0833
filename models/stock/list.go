package stock

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// ExpiringDays is the number of days before its end from which a lot with units is listed as expiring.
const ExpiringDays = 90

// Stocked is a product with what the stock has of it.
type Stocked struct {
	ID   int64  `gorm:"column:id"`
	Code string `gorm:"column:code"`
	Name string `gorm:"column:name"`
	// OnHand counts the units of usable lots, Set those of expired and blocked ones.
	OnHand int `gorm:"column:on_hand"`
	Set    int `gorm:"column:set_aside"`
	// Reserved counts the units that open orders have not taken yet.
	Reserved int  `gorm:"column:reserved"`
	Minimum  *int `gorm:"column:minimum"`
	// FirstExpiry is the end of the first expiring usable lot with units.
	FirstExpiry *civil.Date `gorm:"column:first_expiry"`
}

// Free is the number of units for new orders; below 0 they are missing.
func (s Stocked) Free() int { return s.OnHand - s.Reserved }

// IsLow reports whether the product has fewer free units than its minimum, or units of open orders are missing.
func (s Stocked) IsLow() bool { return s.Free() < 0 || s.Minimum != nil && s.Free() < *s.Minimum }

// Filter limits the list.
type Filter string

// The filters.
const (
	Low      Filter = "low"
	Expiring Filter = "expiring"
)

// ListInput is the query of a list of the stock. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q is searched in code and name.
	Q      string
	Filter Filter
	Sort   string
}

var sorts = map[string]string{
	"": "fold(name), id", "name": "fold(name), id", "-name": "fold(name) desc, id desc",
	"expiry": "first_expiry nulls last, id", "-expiry": "first_expiry desc nulls last, id desc",
	"on_hand": "on_hand, id", "-on_hand": "on_hand desc, id desc",
}

// List returns a page of the products with lots or a minimum that the caller may see. It returns 400 VALIDATION_ERROR for
// an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Stocked], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Stocked]{}, err
	}
	order, known := sorts[input.Sort]
	if !known {
		return page.Of[Stocked]{}, errs.Invalid("sort", "a lista não tem esta ordem")
	}
	all, filtered, err := input.queries(ctx, tx, by)
	if err != nil {
		return page.Of[Stocked]{}, err
	}
	return db.ReadPage[Stocked](all, filtered, window, order)
}

// Count counts the products of the list, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	_, filtered, err := input.queries(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// FindStocked returns what the stock has of a product that the caller may see; any other is 404 NOT_FOUND.
func FindStocked(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Stocked, error) {
	all, _, err := ListInput{}.queries(ctx, tx, by)
	if err != nil {
		return Stocked{}, err
	}
	return db.First[Stocked](all.Where("id = ?", id), errs.NotFound("Produto não encontrado."))
}

// FreeOf returns the free units of the products with these codes that have lots; nothing while the stock is switched off.
func FreeOf(ctx context.Context, tx *db.DB, by auth.Caller, codes []string) (map[string]int, error) {
	isOn, err := settings.Get(ctx, tx, Enabled)
	if err != nil || !isOn {
		return nil, err
	}
	all, _, err := ListInput{}.queries(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	found, err := db.Collect[Stocked](all.Where("code in ? and exists (select from lots where product_id = stocked.id)", codes))
	free := make(map[string]int, len(found))
	for _, one := range found {
		free[one.Code] = one.Free()
	}
	return free, err
}

// queries returns the stock of all products, and the filtered one.
func (in ListInput) queries(ctx context.Context, tx *db.DB, by auth.Caller) (all, filtered *db.DB, err error) {
	stored, err := settings.Read(ctx, tx, settings.TimeZone, reserveDays)
	if err != nil {
		return nil, nil, err
	}
	zone, err := stored.Location()
	if err != nil {
		return nil, nil, err
	}
	today := civil.Of(by.Now.In(zone))
	all = stocked(tx.WithContext(ctx), by, today, settings.Of(stored, reserveDays)).Session(&db.Session{})
	filtered = all
	if in.Q != "" {
		filtered = db.Matching(filtered, "search_text", texts.Fold(in.Q))
	}
	switch in.Filter {
	case Low:
		filtered = filtered.Where("on_hand - reserved < coalesce(minimum, 0)")
	case Expiring:
		filtered = filtered.Where("first_expiry <= ?", today.Add(0, 0, ExpiringDays))
	}
	return all, filtered, nil
}

// stocked selects the active products and those with units, as the table stocked. Reserved are the units of open orders that
// these have not taken; an order without payment reserves for some days only.
func stocked(tx *db.DB, by auth.Caller, today civil.Date, days int) *db.DB {
	lots := tx.Table("lots").Group("product_id").Select(`product_id,
		coalesce(sum(quantity) filter (where blocked_at is null and expires_on >= @day), 0) as on_hand,
		coalesce(sum(quantity) filter (where blocked_at is not null or expires_on < @day), 0) as set_aside,
		min(expires_on) filter (where quantity > 0 and blocked_at is null and expires_on >= @day) as first_expiry`, map[string]any{"day": today})
	ordered := tx.Table("orders o").Joins("cross join lateral jsonb_to_recordset(o.items) as item(code text, quantity int)").
		Where("o.status in ('Pago', 'Em separação') or o.status = 'Aguardando pagamento' and o.date_created >= ?", by.Now.AddDate(0, 0, -days)).
		Group("item.code").Select("item.code, sum(item.quantity) as quantity")
	taken := tx.Table("stock_movements m").Joins("join orders o on o.id = m.order_id").Joins("join lots on lots.id = m.lot_id").
		Where("o.status in ('Aguardando pagamento', 'Pago', 'Em separação')").Group("lots.product_id").
		Select("lots.product_id, -sum(m.quantity) as quantity")
	rows := tx.Table("products p").Scopes(visibleTo(by)).
		Joins("left join (?) l on l.product_id = p.id", lots).Joins("left join (?) ordered on ordered.code = p.code", ordered).
		Joins("left join (?) taken on taken.product_id = p.id", taken).Joins("left join stock_minimums s on s.product_id = p.id").
		Where("p.active or l.on_hand + l.set_aside > 0").
		Select(`p.id, p.code, p.name, p.search_text, coalesce(l.on_hand, 0) as on_hand, coalesce(l.set_aside, 0) as set_aside, l.first_expiry,
			greatest(coalesce(ordered.quantity, 0) - coalesce(taken.quantity, 0), 0) as reserved, s.minimum`)
	return tx.Table("(?) as stocked", rows)
}

// SetMinimum stores the quantity at which a product is low. It returns 400 VALIDATION_ERROR for a wrong one, and 404
// NOT_FOUND for an unknown product.
func SetMinimum(ctx context.Context, tx *db.DB, by auth.Caller, product int64, minimum int) error {
	if minimum < 0 || minimum > maxQuantity {
		return errs.Invalid("minimum", "informe quantas unidades, de 0 a 1.000.000")
	}
	if _, err := FindStocked(ctx, tx, by, product); err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec(`insert into stock_minimums (product_id, minimum, date_updated) values (?, ?, ?)
		on conflict (product_id) do update set minimum = excluded.minimum, date_updated = excluded.date_updated`, product, minimum, by.Now).Error
}
