package orders

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/operators"
	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// newestFirst is the total order of every list of orders.
const newestFirst = "date_created desc, id desc"

// Sort is an order of the list; a minus before it reverses it. The zero value is newest first.
type Sort string

// sql returns the SQL of an order of rows; each is total.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         newestFirst,
		"created":  "date_created, id",
		"-created": newestFirst,
		"total":    "total, id",
		"-total":   "total desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of a list of orders. An empty field does not filter.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
	// Q is searched in name, e-mail and prescriber, and matches an order's number.
	Q string `form:"q"`

	// The other fields are for list pages; scripts have the filters of /items/orders.

	// Prescriber is a part of the name; accents and case are ignored.
	Prescriber string
	Tag        string
	// Creator is a part of the name of the operator who placed the order.
	Creator string
	// Product is the code of a product among the items.
	Product string
	// State is the state of the address, two letters.
	State string
	// From and To are civil days (2026-11-20) of the association's time zone, both included.
	From, To string
	// Reached keeps the orders that reached this status on the days from ReachedFrom to ReachedTo, both included, and have
	// not been cancelled or taken back since.
	Reached                Status
	ReachedFrom, ReachedTo string
	// AwaitsLabel keeps the orders that are paid, to be delivered and not sent, and have no shipping label.
	AwaitsLabel bool
	// Period is a named period, combined with From and To.
	Period civil.Period
	// IDs keeps only these orders; nil keeps all.
	IDs  []int64
	Sort Sort
	// Columns are the columns to read; empty reads all.
	Columns []string
}

// List returns a page of the orders that the caller may see. It returns 400 VALIDATION_ERROR for an
// invalid value of a filter and for an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (found page.Of[Order], err error) {
	window, err := input.Normalize()
	if err != nil {
		return found, err
	}
	err = input.read(ctx, tx, by, func(tx, filtered *db.DB) (err error) {
		order, _ := input.Sort.sql()
		found, err = db.ReadPage[Order](tx.Model(&Order{}).Scopes(Visible(by)), filtered.Select(input.Columns), window, order)
		return err
	})
	return found, err
}

// Select returns the selection of List, for an answer in JSON. It returns the errors of List.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err == nil {
		err = input.validate()
	}
	if err != nil {
		return items.Selected{}, err
	}
	filtered, err := input.filter(ctx, tx.WithContext(ctx), by)
	order, _ := input.Sort.sql()
	return items.Selected{
		Rows: answered, Scope: tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)), Filtered: filtered,
		Window: window, Order: order, Unprepared: !input.isByStatus(),
	}, err
}

// Selected returns the orders that List would find, newest first and at most limit of them, with what a step of several
// orders shows of them. It returns the errors of List.
func Selected(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) ([]Order, error) {
	var found []Order
	err := input.read(ctx, tx, by, func(_, filtered *db.DB) error {
		shown := filtered.Select("id", "name_associate", "status", "items", "total", "freight_carrier", "freight_option", "address")
		return shown.Order(newestFirst).Limit(limit).Find(&found).Error
	})
	return found, err
}

// SelectIDs returns a query for the ids of the orders that List would find, for use inside other statements. It returns the
// errors of List.
func SelectIDs(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (*db.DB, error) {
	if err := input.validate(); err != nil {
		return nil, err
	}
	filtered, err := input.filter(ctx, db.Unprepared(tx.WithContext(ctx)), by)
	if err != nil {
		return nil, err
	}
	return filtered.Select("id"), nil
}

// Each calls take with every order that List would return, in the same order.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, take func(Order) error) error {
	return input.read(ctx, tx, by, func(_, filtered *db.DB) error {
		order, _ := input.Sort.sql()
		return db.Each(filtered.Order(order), take)
	})
}

// Count counts the orders that the caller may see and that match the filters: exactly if the only
// filter is a status, else up to a limit. It returns the errors of List.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (counted page.Counted, err error) {
	if input.isByStatus() {
		if err := input.validate(); err != nil {
			return counted, err
		}
		counts, err := CountByStatus(ctx, tx, by)
		for status, count := range counts {
			if input.Status == "" || input.Status == status {
				counted.Rows += count
			}
		}
		return counted, err
	}
	err = input.read(ctx, tx, by, func(_, filtered *db.DB) (err error) {
		counted, err = db.CountUpTo(filtered, limit)
		return err
	})
	return counted, err
}

// CountStatuses counts the orders that the caller may see and that match the filters by status, up to a limit for all
// together. The empty status counts all. It returns the errors of List.
func CountStatuses(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (counted map[Status]page.Counted,
	err error) {
	if input.Status != "" || !input.isByStatus() {
		err = input.read(ctx, tx, by, func(_, filtered *db.DB) (err error) {
			counted, err = db.CountByUpTo[Status](filtered, "status", limit)
			return err
		})
		return counted, err
	}
	counts, err := CountByStatus(ctx, tx, by)
	all := 0
	counted = map[Status]page.Counted{}
	for status, count := range counts {
		counted[status] = page.Counted{Rows: count}
		all += count
	}
	counted[""] = page.Counted{Rows: all}
	return counted, err
}

// Sums are the sums of a list of orders, in reais.
type Sums struct {
	Count     int
	Total     money.Amount
	Donations money.Amount
	Freight   money.Amount
}

// Sum adds up the orders that the caller may see and that match the filters. It reads each of them,
// so pages request it after the list.
func Sum(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (sums Sums, err error) {
	err = input.read(ctx, tx, by, func(_, filtered *db.DB) error {
		return filtered.Select(`count(*) as count, coalesce(sum(total), 0) as total, coalesce(sum(donation), 0) as donations,
			coalesce(sum(delivery_price), 0) as freight`).Scan(&sums).Error
	})
	return sums, err
}

// SelectAwaiting selects the number of orders that await their payment, for use in other statements; 0 for a caller who
// may not read all orders.
func SelectAwaiting(tx *db.DB, by auth.Caller) *db.DB {
	return counters.Select(tx, counters.Orders, string(AwaitingPayment)).Scopes(db.Allowed(access.Can(by, "orders", access.Read)))
}

// CountByStatus counts the orders that the caller may see by status; a status without orders is
// absent. For a caller who sees all orders it reads the database's counters.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[Status]int, error) {
	if !access.Can(by, "orders", access.Read) {
		return db.CountBy[Status](tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)), "status")
	}
	kept, err := counters.Of(ctx, tx, counters.Orders)
	counts := make(map[Status]int, len(kept))
	for status, count := range kept {
		counts[Status(status)] = count
	}
	return counts, err
}

// read calls work with the orders that the caller may see and that match the filters.
func (in ListInput) read(ctx context.Context, tx *db.DB, by auth.Caller, work func(tx, filtered *db.DB) error) error {
	if err := in.validate(); err != nil {
		return err
	}
	tx = db.Unprepared(tx.WithContext(ctx))
	filtered, err := in.filter(ctx, tx, by)
	if err != nil {
		return err
	}
	return work(tx, filtered)
}

// isByStatus reports whether the list has no filter but the status.
func (in ListInput) isByStatus() bool {
	in.Q = strings.TrimSpace(in.Q)
	return in.filtersOnly(ListInput{Status: in.Status})
}

// filtersOnly reports whether exactly these filters are set. It compares whole inputs, so that it knows a filter that is
// added later.
func (in ListInput) filtersOnly(filters ListInput) bool {
	in.Window, in.Sort, in.Columns = filters.Window, filters.Sort, filters.Columns
	return reflect.DeepEqual(in, filters)
}

func (in ListInput) validate() error {
	var p errs.Problems
	_, isKnown := in.Sort.sql()
	p.Require(isKnown, "sort", "a lista não tem esta ordem")
	p.Require(in.Status == "" || slices.Contains(Statuses(), in.Status), "status", "deve ser um dos valores de status de pedidos")
	p.Require(in.State == "" || brdoc.IsState(in.State), "state", "deve ser a sigla de um estado")
	p.Require(in.From == "" || civil.IsDay(in.From), "from", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "to", "deve ser um dia")
	p.Require(in.Reached == "" || slices.Contains(Statuses(), in.Reached), "reached", "deve ser um dos valores de status de pedidos")
	p.Require(in.ReachedFrom == "" || civil.IsDay(in.ReachedFrom), "reached_from", "deve ser um dia")
	p.Require(in.ReachedTo == "" || civil.IsDay(in.ReachedTo), "reached_to", "deve ser um dia")
	return p.Err()
}

// hasLabel is whether an order has a shipping label that was neither refused nor cancelled.
const hasLabel = "exists (select from parcels p where p.order_id = orders.id and p.state not in ('refused', 'cancelled'))"

func (in ListInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	query := matching(tx.Model(&Order{}).Scopes(Visible(by)), in.Q)
	if in.Status != "" {
		query = query.Where("status = ?", in.Status)
	}
	if in.Prescriber != "" {
		// search_text contains the prescriber and has an index.
		query = query.Where("search_text like '%' || fold(?) || '%' and fold(prescriber) like '%' || fold(?) || '%'", in.Prescriber,
			in.Prescriber)
	}
	if in.Creator != "" {
		query = query.Where("service_user in (select user_code::text from (?) named)", operators.SelectCodesNamed(tx, in.Creator))
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	if in.Product != "" {
		query = withProduct(query, in.Product)
	}
	if in.State != "" {
		query = query.Where("address->>'state' = ?", in.State)
	}
	if in.IDs != nil {
		query = query.Where("id in ?", in.IDs)
	}
	if in.AwaitsLabel {
		query = query.Where("status in ? and address->>'cep' <> '' and not "+hasLabel,
			[]Status{Paid, Picking})
	}
	if in.Reached != "" {
		span, err := settings.SpanOf(ctx, tx, civil.Days{From: in.ReachedFrom, To: in.ReachedTo}, by.Now)
		if err != nil {
			return nil, err
		}
		query = reached(query, in.Reached, span)
	}
	created, err := settings.SpanOf(ctx, tx, civil.Days{From: in.From, To: in.To, Period: in.Period}, by.Now)
	return db.InSpan(query, "date_created", created), err
}

func matching(query *db.DB, words string) *db.DB {
	words = strings.TrimSpace(words)
	if number, err := strconv.ParseInt(strings.TrimPrefix(words, "#"), 10, 64); err == nil {
		return query.Where("id = ?", number)
	}
	return db.Matching(query, "search_text", words)
}
