package analytics

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"acolhe/models/analytics/periods"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// OrdersInput is the query of GET /analytics/orders. An order with one of the Tags is counted.
type OrdersInput struct {
	periods.Input
	Status []string `form:"status"`
	Tags   []string `form:"tags"`
}

// OrderSums are the sums of a group of orders.
type OrderSums struct {
	Donations money.Amount `json:"donations_sum"`
	Discounts money.Amount `json:"discounts_sum"`
}

// OrderPoint is an element of the orders by date.
type OrderPoint struct {
	Date  civil.Date `json:"date"`
	Count int64      `json:"count"`
	OrderSums
}

// OrderGroup is an element of the orders by state.
type OrderGroup struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Count int64  `json:"count"`
	OrderSums

	// Persons is the number of associates, counted up to 3.
	Persons int64 `json:"-"`
}

// OrderKPIs are the figures of orders as a whole.
type OrderKPIs struct {
	Total int64 `json:"total"`
	OrderSums
	Freight money.Amount `json:"freight_avg"`
}

// OrderSeries are the groups of orders.
type OrderSeries struct {
	ByDate  []OrderPoint `json:"by_date"`
	ByState []OrderGroup `json:"by_state"`
}

// OrderRankings are the rankings of orders.
type OrderRankings struct {
	TopAssociates []Ranked `json:"top_associates"`
	TopProducts   []Ranked `json:"top_products"`
}

// Orders are the orders that were placed in a period, cancelled ones included.
type Orders struct {
	Period   periods.Period `json:"period"`
	KPIs     OrderKPIs      `json:"kpis"`
	Series   OrderSeries    `json:"series"`
	Rankings OrderRankings  `json:"rankings"`

	Found Found `json:"-"`
}

var orderDomain = domain{rollup: "order_sums", figures: "order_figures", groups: []string{"state", "status"}, span: moments,
	sums: "sum(donation)::bigint as donation, sum(discount)::bigint as discount, sum(freight)::bigint as freight",
	ranked: persons{name: "orders", table: "order_figures", moment: "moment", pending: "order_pending", code: "user_code",
		label: "name_associate", sum: "total"}}

// FindOrders returns the sums of orders. It returns 403 FORBIDDEN without the permission on reports, and 400
// VALIDATION_ERROR for a wrong period or status.
func FindOrders(ctx context.Context, tx *db.DB, by auth.Caller, input OrdersInput) (answer Orders, err error) {
	query, err := begin(ctx, tx, by, orderDomain, input.Input)
	if err != nil {
		return answer, err
	}
	if err := checkStatuses(input.Status, orders.AwaitingPayment.Values()...); err != nil {
		return answer, err
	}
	query.in("status", input.Status)
	query.tags = input.Tags
	query.isPlain = len(input.Status)+len(input.Tags) == 0
	answer.Period = query.period
	if answer.Found, err = query.find(ctx, tx); err != nil {
		return answer, err
	}
	persons, err := query.persons(ctx, tx, answer.Found.Groups["state"])
	if err != nil {
		return answer, err
	}
	answer.fill(persons)
	if answer.Rankings.TopAssociates, err = query.topPersons(ctx, tx); err != nil {
		return answer, err
	}
	answer.Rankings.TopProducts, err = query.topProducts(ctx, tx)
	return answer, err
}

// topProducts returns the products of which the most pieces were ordered; none for sums only.
func (q query) topProducts(ctx context.Context, tx *db.DB) ([]Ranked, error) {
	if q.sumsOnly {
		return []Ranked{}, nil
	}
	tx = tx.WithContext(ctx)
	return ranked(tx, q.from(tx, q.summed("order_product_sums")), ranking{"code", "code", "value", productNames})
}

func (o *Orders) fill(persons map[string]int64) {
	total := o.Found.Total
	o.KPIs.Total, o.KPIs.OrderSums, o.KPIs.Freight = total.Count, orderSums(total), total.Average(total.Freight)
	for _, first := range o.Period.Buckets() {
		figures := o.Found.Dates[first]
		o.Series.ByDate = append(o.Series.ByDate, OrderPoint{first, figures.Count, orderSums(figures)})
	}
	o.Series.ByState = []OrderGroup{}
	for _, group := range grouped(o.Found.Groups["state"], stateLabel) {
		o.Series.ByState = append(o.Series.ByState, OrderGroup{group.Key, group.Label, group.Count, orderSums(group.Figures), persons[group.Key]})
	}
}

// ordersByState are the orders with the columns of the index that persons reads.
const ordersByState = "(select coalesce(address ->> 'state', '') as state, user_id, status, tags, date_created as moment from orders) as orders"

// persons returns the number of associates with orders in each state, at most as many as make a group visible (Protect).
func (q query) persons(ctx context.Context, tx *db.DB, states map[string]Figures) (map[string]int64, error) {
	if len(states) == 0 {
		return nil, nil
	}
	keys, err := json.Marshal(slices.Collect(maps.Keys(states)))
	if err != nil {
		return nil, err
	}
	few := q.limited(q.inSpan(tx.WithContext(ctx).Table(ordersByState))).Where("state = states.key").Select("distinct user_id").Limit(fewest)
	var rows []struct {
		Key   string
		Count int64
	}
	err = tx.WithContext(ctx).Raw("select key, (select count(*) from (?) few) as count from jsonb_array_elements_text(?::jsonb) states(key)",
		few, string(keys)).Scan(&rows).Error
	persons := make(map[string]int64, len(rows))
	for _, row := range rows {
		persons[cmp.Or(row.Key, NotInformed)] = row.Count
	}
	return persons, err
}

// Earlier returns how often the products and the associates of the rankings are in the orders of another input, by code.
func (o Orders) Earlier(ctx context.Context, tx *db.DB, by auth.Caller, input OrdersInput) (products, associates map[string]int64, err error) {
	query, err := begin(ctx, tx, by, orderDomain, input.Input)
	if err != nil {
		return nil, nil, err
	}
	query.in("status", input.Status)
	query.tags = input.Tags
	tx = tx.WithContext(ctx)
	products, err = counted(query.from(tx, query.summed("order_product_sums")).Select("code, sum(count)::bigint as count").Group("code"),
		"code", o.Rankings.TopProducts)
	if err != nil {
		return nil, nil, err
	}
	associates, err = counted(query.counts(tx), query.domain.ranked.code, o.Rankings.TopAssociates)
	return products, associates, err
}

func orderSums(f Figures) OrderSums {
	return OrderSums{money.FromCents(f.Donation), money.FromCents(f.Discount)}
}
