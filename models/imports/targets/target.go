// Package targets says what the staged rows of a kind become: single records, orders and services of several lines, scanned files. A
// target checks rows, stores them and undoes them; what people become is in package people.
package targets

import (
	"context"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Target is what the rows of a kind become.
type Target struct {
	Label, File string
	Fields      func() []cells.Field
	// Identity identifies a record within the file; empty for one that may repeat.
	Identity func(values map[string]string) string
	// Check finds what only stored rows show: matches, and problems that the verb would report. It stores nothing.
	Check func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error
	// Run stores rows and sets their outcomes.
	Run func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error
	// Undo removes what a row made, or returns why it stays.
	Undo func(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) (kept string, err error)
	// Grouped is set for a record of several lines, NewCheck returns a check of records with all their lines.
	Grouped  bool
	NewCheck func() kinds.SaleCheck
	// Built selects the name of the record of the row r if others have worked with it.
	Built string
}
