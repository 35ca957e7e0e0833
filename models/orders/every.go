package orders

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// Each hands over every order that List would find, in its order, one at a time.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, take func(Order) error) error {
	return input.read(ctx, tx, by, func(filtered *db.DB) error {
		order, _ := input.Sort.sql() // the filter has refused unknown ones
		return db.Each(filtered.Order(order), take)
	})
}

// CountMost counts the orders that Each would hand over, but no further than most.
func CountMost(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, most int) (counted page.Counted, err error) {
	err = input.read(ctx, tx, by, func(filtered *db.DB) error {
		counted, err = db.CountUpTo(filtered, most)
		return err
	})
	return counted, err
}

// read runs something with the caller's orders that the filters leave.
func (in ListInput) read(ctx context.Context, tx *db.DB, by auth.Caller, run func(filtered *db.DB) error) error {
	filtered := func(tx *db.DB) error {
		query, err := filter(ctx, tx, by, in)
		if err != nil {
			return err
		}
		return run(query)
	}
	if strings.TrimSpace(in.Q) == "" {
		return filtered(tx)
	}
	return db.WithCustomPlan(tx.WithContext(ctx), filtered)
}
