package orders

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// Filter is what a list page narrows orders by beside words and status. What is left empty
// narrows nothing.
type Filter struct {
	// Prescriber is a part of the name; accents and case do not matter.
	Prescriber string
	Tag        string
	// State is that of the address, two letters.
	State string
	// From and To are civil days (2026-11-20) of the association's time zone, both included.
	From, To string
}

// Sort is an order of the list; a minus before it turns it around.
type Sort string

// sql gives an order of rows; each is total.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":        newestFirst,
		"-criado": newestFirst,
		"criado":  "date_created, id",
		"total":   "total, id",
		"-total":  "total desc, id desc",
	}[s]
	return order, known
}

// Check tells whether every filter has a value that it may have, or 400 VALIDATION_ERROR.
func (in ListInput) Check() error {
	var p errs.Problems
	_, sorted := in.Sort.sql()
	p.Require(sorted, "ordem", "a lista não tem esta ordem")
	p.Require(in.Status == "" || slices.Contains(Statuses(), in.Status), "status", "deve ser um dos valores de status de pedidos")
	p.Require(in.State == "" || brdoc.IsState(in.State), "uf", "deve ser a sigla de um estado")
	p.Require(in.From == "" || civil.IsDay(in.From), "de", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "ate", "deve ser um dia")
	return p.Err()
}

// isPlain tells that nothing narrows the list but a status.
func (in ListInput) isPlain() bool {
	return strings.TrimSpace(in.Q) == "" && in.Filter == Filter{}
}

// Sums is what the orders of a list come to, in reais.
type Sums struct {
	Count     int
	Total     money.Amount
	Donations money.Amount
	Freight   money.Amount
}

// Sum adds the caller's orders that the filters leave. It reads each of them: a page asks for
// it after the list, and never makes the list wait.
func Sum(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (sums Sums, err error) {
	err = db.WithCustomPlan(tx.WithContext(ctx), func(tx *db.DB) error {
		filtered, err := filter(ctx, tx, by, input)
		if err != nil {
			return err
		}
		return filtered.Select(`count(*) as count, coalesce(sum(total), 0) as total, coalesce(sum(donation), 0) as donations,
			coalesce(sum(delivery_price), 0) as freight`).Scan(&sums).Error
	})
	return sums, err
}

// filter gives the caller's orders that the filters leave; a value that is none of a filter's
// is 400 VALIDATION_ERROR.
func filter(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (*db.DB, error) {
	if err := input.Check(); err != nil {
		return nil, err
	}
	query := matching(visible(tx.WithContext(ctx).Model(&Order{}), by), input.Q)
	if input.Status != "" {
		query = query.Where("status = ?", input.Status)
	}
	if input.Filter == (Filter{}) {
		return query, nil
	}
	zone, err := settings.Location(ctx, tx)
	return input.narrow(query, zone), err
}

func (n Filter) narrow(query *db.DB, zone *time.Location) *db.DB {
	if n.Prescriber != "" {
		// The text of the search holds the prescriber too, and has an index.
		query = query.Where("search_text like '%' || fold(?) || '%' and fold(prescriber) like '%' || fold(?) || '%'", n.Prescriber, n.Prescriber)
	}
	if n.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", n.Tag)
	}
	if n.State != "" {
		query = query.Where("address->>'state' = ?", n.State)
	}
	if n.From != "" {
		query = query.Where("date_created >= ?", civil.Midnight(n.From, zone))
	}
	if n.To != "" {
		query = query.Where("date_created < ?", civil.Midnight(n.To, zone).AddDate(0, 0, 1))
	}
	return query
}

func matching(query *db.DB, words string) *db.DB {
	words = strings.TrimSpace(words)
	if number, err := strconv.ParseInt(strings.TrimPrefix(words, "#"), 10, 64); err == nil {
		return query.Where("id = ?", number)
	}
	return db.Matching(query, "search_text", words)
}
