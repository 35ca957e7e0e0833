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

// maxRecent is the number of opened rows that are stored for an operator.
const maxRecent = 8

// Opened identifies a row that an operator opened. No content is stored: it is read each time, if
// the operator may still read it.
type Opened struct {
	Collection string `json:"collection" form:"collection"`
	ID         int64  `json:"id" form:"id"`
}

const opened preferences.Key[[]Opened] = "busca.recentes"

// Remember stores a row as the last one that an operator opened. A row that they may not read is
// 404 NOT_FOUND.
func Remember(ctx context.Context, tx *db.DB, by auth.Caller, row Opened) error {
	found, err := read(ctx, tx, by, []Opened{row})
	if err == nil && found.count() == 0 {
		err = errs.NotFound("Registro não encontrado.")
	}
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Without the lock two tabs could overwrite each other's row.
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

// History holds the rows that an operator opened; Order has the latest first.
type History struct {
	Results
	Order []Opened
}

// Recent returns the last rows that an operator opened, at most eight. Results lacks rows that no
// longer exist and those that the operator may no longer read.
func Recent(ctx context.Context, tx *db.DB, by auth.Caller) (History, error) {
	order, err := opened.Of(ctx, tx, by)
	if err != nil {
		return History{}, err
	}
	found, err := read(ctx, tx, by, order)
	return History{found, order}, err
}

// read returns those of the given rows that the caller may read.
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
