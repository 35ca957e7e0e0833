package search

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// kept is how many things that somebody opened are remembered.
const kept = 8

// Opened is a row that somebody opened. Only where it is, is kept: who it is about is read
// anew, and only by who still may.
type Opened struct {
	Collection string `json:"collection" form:"collection"`
	ID         int64  `json:"id" form:"id"`
}

const opened preferences.Key[[]Opened] = "busca.recentes"

// Remember notes that an operator opened a row, before all that they opened earlier. A row
// that they may not read is 404 NOT_FOUND.
func Remember(ctx context.Context, tx *db.DB, by auth.Caller, row Opened) error {
	found, err := read(ctx, tx, by, []Opened{row})
	if err == nil && found.count() == 0 {
		err = errs.NotFound("Registro não encontrado.")
	}
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Two tabs that open something at once take turns.
		if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
			return err
		}
		earlier, err := opened.Of(ctx, tx, by)
		if err != nil {
			return err
		}
		earlier = slices.DeleteFunc(earlier, func(other Opened) bool { return other == row })
		all := append([]Opened{row}, earlier...)
		return opened.Choose(ctx, tx, by, all[:min(kept, len(all))])
	})
}

// History is what somebody opened last, the latest first in Order.
type History struct {
	Results
	Order []Opened
}

// Recent gives the rows that an operator opened last, at most eight: Results lacks those that
// are gone and those that they may no longer read.
func Recent(ctx context.Context, tx *db.DB, by auth.Caller) (History, error) {
	order, err := opened.Of(ctx, tx, by)
	if err != nil {
		return History{}, err
	}
	found, err := read(ctx, tx, by, order)
	return History{found, order}, err
}

// read gives those of the rows that the caller may read.
func read(ctx context.Context, tx *db.DB, by auth.Caller, wanted []Opened) (Results, error) {
	results := none()
	var asked query
	for _, of := range collections() {
		var ids []int64
		for _, row := range wanted {
			if row.Collection == of.name {
				ids = append(ids, row.ID)
			}
		}
		if len(ids) > 0 && access.Can(by, of.name, access.Read) {
			asked.add(of, of.visible(by).and(condition{"id in ?", []any{ids}}), kept)
		}
	}
	err := asked.read(tx.WithContext(ctx), &results)
	return results, err
}
