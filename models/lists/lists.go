// Package lists reads what a list page needs before its rows: the choices of the operator and the tags on offer.
package lists

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/platform/savedviews"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
)

// Choices are what an operator can choose from on a list page, and what they chose before.
type Choices struct {
	// Views are the saved views that the operator sees, Columns the chosen columns; none means the default ones.
	Views   []savedviews.View
	Columns []string
	// Tags are the tags that the collection offers.
	Tags tags.Catalogue
}

// Read reads the choices of a list and the tags of its collection in one statement, because every list page needs them.
func Read(ctx context.Context, tx *db.DB, by auth.Caller, list, collection string) (choices Choices, err error) {
	tx = tx.WithContext(ctx)
	var columns []byte
	row := tx.Raw("select (?), (?), (?)", db.AsJSON(savedviews.Select(tx, by, list)), preferences.SelectColumns(tx, by, list),
		db.AsJSON(tags.SelectOffered(tx, collection)))
	err = db.ScanRow(row, db.JSON(&choices.Views), &columns, db.JSON(&choices.Tags))
	choices.Columns = preferences.ParseColumns(columns)
	return choices, err
}
