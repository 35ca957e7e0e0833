package orders

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// salesMonths is the number of months of Sales, the current one included.
const salesMonths = 12

// Sales are the orders of a product that the caller may see.
type Sales struct {
	// Months are the last 12 ones, oldest first.
	Months []MonthSales
	// Orders is the number of all orders of the product, counted up to page.CountLimit, and Latest the newest of them.
	Orders page.Counted
	Latest []Sale
}

// MonthSales are the sales of a month that begins at Month, without cancelled orders.
type MonthSales struct {
	Month    time.Time
	Quantity int
	Amount   money.Amount
}

// Sale is an order of a product with its number of pieces.
type Sale struct {
	ID            int64
	NameAssociate string
	Status        Status
	DateCreated   time.Time
	Quantity      int
}

// SalesOf returns the sales of the product with this code. Months are in the time zone of the parameter now; at most limit
// orders are in Latest.
func SalesOf(ctx context.Context, tx *db.DB, by auth.Caller, product Sold, limit int) (sales Sales, err error) {
	for i := range salesMonths {
		first := time.Date(product.Now.Year(), product.Now.Month()-time.Month(salesMonths-1-i), 1, 0, 0, 0, 0, product.Now.Location())
		sales.Months = append(sales.Months, MonthSales{Month: first})
	}
	ordered := withProduct(tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)), product.Code).Session(&db.Session{})
	fresh := tx.Session(&db.Session{NewDB: true}).WithContext(ctx)
	var count int64
	if err := fresh.Table("(?) as counted", ordered.Select("1").Limit(page.CountLimit+1)).Count(&count).Error; err != nil {
		return sales, err
	}
	sales.Orders = page.CountedUpTo(int(count), page.CountLimit)
	latest := ordered.Select("id, name_associate, status, date_created, items").Order("date_created desc, id desc").Limit(limit)
	err = fresh.Table("(?) as ordered, jsonb_array_elements(ordered.items) item", latest).Where("item->>'code' = ?", product.Code).
		Select("ordered.id, name_associate, status, date_created, sum((item->>'quantity')::int) as quantity").
		Group("ordered.id, name_associate, status, date_created").Order("date_created desc, ordered.id desc").Limit(limit).Scan(&sales.Latest).
		Error
	if err != nil {
		return sales, err
	}
	return sales, sales.readMonths(fresh.Scopes(summable(by)), product)
}

// Sold names a product, and the time until which its sales are read.
type Sold struct {
	Code string
	Now  time.Time
}

// readMonths reads the sums of the analytics for each month.
func (s *Sales) readMonths(tx *db.DB, product Sold) error {
	first := civil.Of(s.Months[0].Month)
	var rows []struct {
		Since    int
		Quantity int
		Cents    int64
	}
	err := tx.Table("order_product_sums").Where("code = ? and day between ? and ? and status <> ?", product.Code, first, civil.Of(product.Now),
		Cancelled).
		Select(`((extract(year from day) - extract(year from ?::date)) * 12
			+ extract(month from day) - extract(month from ?::date))::int as since, sum(count)::bigint as quantity, sum(value)::bigint as cents`,
			first, first).Group("since").Scan(&rows).Error
	for _, row := range rows {
		s.Months[row.Since].Quantity, s.Months[row.Since].Amount = row.Quantity, money.FromCents(row.Cents)
	}
	return err
}

// withProduct limits a query to the orders of the product with this code.
func withProduct(query *db.DB, code string) *db.DB {
	item, _ := json.Marshal([]map[string]string{{"code": code}}) // texts are always encoded
	return query.Where("items @> ?::jsonb", string(item))
}
