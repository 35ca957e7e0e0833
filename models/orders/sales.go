package orders

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// salesMonths is the number of months of Sales, the current one included.
const salesMonths = 12

// Sales are the orders of a product that the caller may see.
type Sales struct {
	// Months are the last 12 ones, oldest first.
	Months []MonthSales
	// Orders is the number of all orders of the product, Latest the newest of them.
	Orders int
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
	ordered := withProduct(tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)), product.Code).Session(&db.Session{})
	var count int64
	if err := ordered.Count(&count).Error; err != nil {
		return sales, err
	}
	sales.Orders = int(count)
	items := tx.Session(&db.Session{NewDB: true}).Table("(?) as ordered, jsonb_array_elements(ordered.items) item", ordered).Where("item->>'code' = ?", product.Code).Session(&db.Session{})
	err = items.Select("ordered.id, name_associate, status, date_created, sum((item->>'quantity')::int) as quantity").
		Group("ordered.id, name_associate, status, date_created").Order("date_created desc, ordered.id desc").Limit(limit).Scan(&sales.Latest).Error
	if err != nil {
		return sales, err
	}
	return sales, sales.readMonths(items)
}

// Sold names a product, and the time until which its sales are read.
type Sold struct {
	Code string
	Now  time.Time
}

// readMonths adds up the items of each month.
func (s *Sales) readMonths(items *db.DB) error {
	starts := make([]time.Time, len(s.Months))
	for i, month := range s.Months {
		starts[i] = month.Month
	}
	var rows []struct {
		Bucket, Quantity int
		Amount           money.Amount
	}
	err := items.Where("date_created >= ? and status <> ?", starts[0], Cancelled).
		Select(`width_bucket(date_created, ?::text::timestamptz[]) as bucket, sum((item->>'quantity')::int) as quantity,
			sum((item->>'amount')::numeric * (item->>'quantity')::int) as amount`, arrayOf(starts)).Group("bucket").Scan(&rows).Error
	for _, row := range rows {
		s.Months[row.Bucket-1].Quantity, s.Months[row.Bucket-1].Amount = row.Quantity, row.Amount
	}
	return err
}

// withProduct limits a query to the orders of the product with this code.
func withProduct(query *db.DB, code string) *db.DB {
	item, _ := json.Marshal([]map[string]string{{"code": code}}) // texts are always encoded
	return query.Where("items @> ?::jsonb", string(item))
}
