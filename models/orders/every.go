package orders

import (
	"context"
	"strings"

	"acolhe/models/db"
	"acolhe/models/person"
)

// Each hands over every order that List would find, in its order, one at a time.
func Each(ctx context.Context, tx *db.DB, by person.Person, input ListInput, take func(Order) error) error {
	read := func(tx *db.DB) error {
		filtered, err := filter(ctx, tx, by, input)
		if err != nil {
			return err
		}
		order, _ := input.Sort.sql() // the filter has refused unknown ones
		return db.Each(filtered.Order(order), take)
	}
	if strings.TrimSpace(input.Q) == "" {
		return read(tx)
	}
	return db.PlannedAnew(tx.WithContext(ctx), read)
}
