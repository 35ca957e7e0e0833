// Package menu counts what waits for the caller beside the entries of the menu.
package menu

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/signing"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Most is the highest number that the menu shows; rows are counted up to one more.
const Most = 999

// Counts are the numbers beside the entries of the menu; 0 for what the caller may not see.
type Counts struct {
	// Orders await their payment, Reception are items without an attendant, Signatures are terms to sign, Contests are
	// contested services for those who answer them.
	Orders, Reception, Signatures, Contests int
}

// Count reads the numbers in one statement, because every page of the panel shows them.
func Count(ctx context.Context, tx *db.DB, by auth.Caller) (counts Counts, err error) {
	tx = tx.WithContext(ctx)
	contests := bookings.SelectContested(tx, by).Scopes(db.Allowed(access.Can(by, "services", access.Update)))
	row := tx.Raw("select (?), (?), (?), (?)", orders.SelectAwaiting(tx, by),
		db.CountOf(reception.SelectUnattended(tx, by), Most+1),
		db.CountOf(signing.SelectToSign(tx, by), Most+1),
		db.CountOf(contests, Most+1))
	err = db.ScanRow(row, &counts.Orders, &counts.Reception, &counts.Signatures, &counts.Contests)
	return counts, err
}
