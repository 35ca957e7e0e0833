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

// maxRecent is how many opened rows are remembered for an operator.
const maxRecent = 8

// Opened names a row that an operator opened. Nothing else of it is stored: its content is read again
// each time, if the operator may still read it.
type Opened struct {
	Collection string `json:"collection" form:"collection"`
	ID         int64  `json:"id" form:"id"`
}

const opened preferences.Key[[]Opened] = "busca.recentes"

// Remember stores that an operator opened a row, as the latest of theirs. A row that they may not read
// is 404 NOT_FOUND.
func Remember(ctx context.Context, tx *db.DB, by auth.Caller, row Opened) error {
	found, err := read(ctx, tx, by, []Opened{row})
	if err == nil && found.count() == 0 {
		err = errs.NotFound("Registro não encontrado.")
	}
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps two tabs from overwriting each other's row.
		if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
			return err
		}
		earlier, err := opened.Of(ctx, tx, by)
		if err != nil {
			return err
		}
		earlier = slices.DeleteFunc(earlier, func(other Opened) bool { return other == row })
		all := append([]Opened{row}, earlier...)
		return opened.Choose(ctx, tx, by, all[:min(maxRecent, len(all))])
	})
}

// History holds the rows that an operator opened last; Order has the latest first.
type History struct {
	Results
	Order []Opened
}

// Recent returns the rows that an operator opened last, at most eight. Results lacks those that no
// longer exist and those that they may no longer read.
func Recent(ctx context.Context, tx *db.DB, by auth.Caller) (History, error) {
	order, err := opened.Of(ctx, tx, by)
	if err != nil {
		return History{}, err
	}
	found, err := read(ctx, tx, by, order)
	return History{found, order}, err
}

// read returns the given rows as far as the caller may read them.
func read(ctx context.Context, tx *db.DB, by auth.Caller, wanted []Opened) (Results, error) {
	results := emptyResults()
	var statement query
	for _, c := range collections() {
		var ids []int64
		for _, row := range wanted {
			if row.Collection == c.name {
				ids = append(ids, row.ID)
			}
		}
		if len(ids) > 0 && access.Can(by, c.name, access.Read) {
			statement.add(c, c.visible(by).and(condition{"id in ?", []any{ids}}), maxRecent)
		}
	}
	err := statement.read(tx.WithContext(ctx), &results)
	return results, err
}
