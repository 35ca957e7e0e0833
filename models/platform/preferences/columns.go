package preferences

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Columns returns the names of the columns that an operator chose for a list, or none for the
// default ones.
func Columns(ctx context.Context, tx *db.DB, by auth.Caller, list string) ([]string, error) {
	return columnsOf(list).Of(ctx, tx, by)
}

// ColumnsInput is the form of a column chooser. Without columns it restores the default ones.
type ColumnsInput struct {
	List    string   `json:"list" form:"list"`
	Columns []string `json:"columns" form:"columns"`
	// Offered are the columns of the list, set by its page.
	Offered []string
}

// ChooseColumns stores the columns of a list for an operator. It returns 400 VALIDATION_ERROR for a
// column that the list does not have.
func ChooseColumns(ctx context.Context, tx *db.DB, by auth.Caller, input ColumnsInput) error {
	var chosen []string
	for _, offered := range input.Offered {
		// The columns are stored once each, in the order of the list.
		if slices.Contains(input.Columns, offered) {
			chosen = append(chosen, offered)
		}
	}
	for _, column := range input.Columns {
		if !slices.Contains(input.Offered, column) {
			return errs.Invalid("columns", "esta lista não tem esta coluna")
		}
	}
	if len(chosen) == 0 {
		return columnsOf(input.List).Forget(ctx, tx, by)
	}
	return columnsOf(input.List).Choose(ctx, tx, by, chosen)
}

// SelectColumns selects the stored value of Columns, for use in other statements; ParseColumns reads it.
func SelectColumns(tx *db.DB, by auth.Caller, list string) *db.DB {
	return columnsOf(list).query(tx, by)
}

// ParseColumns returns the columns of the stored value, or none for the default ones.
func ParseColumns(stored []byte) []string { return parse[[]string](stored) }

func columnsOf(list string) Key[[]string] { return Key[[]string]("colunas." + list) }
