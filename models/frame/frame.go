// Package frame reads what the pages after sign-in show around their content.
package frame

import (
	"context"

	"acolhe/models/bookings/commissions"
	"acolhe/models/documents"
	"acolhe/models/notices"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception/queue"
	"acolhe/models/samples"
	"acolhe/models/signing"
	"acolhe/models/stock"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Most is the highest number that the menu shows; rows are counted up to one more.
const Most = 999

// Frame is what surrounds the content of a caller's pages.
type Frame struct {
	// Settings holds the association's name and time zone, and whether contracts are signed.
	Settings settings.Stored
	// HasSamples reports whether sample data is loaded, HasTasks whether the caller has tasks that are under way or ended
	// unseen.
	HasSamples, HasTasks bool
	Waiting              Waiting
	// Notices are the unread notices of the caller.
	Notices int
}

// Waiting is the number of records that wait, for the entries of the menu; 0 for what the caller may not see.
type Waiting struct {
	// Orders await their payment, Reception are items without an attendant, Signatures are terms to sign, Contests are
	// contested services for those who answer them.
	Orders, Reception, Signatures, Contests int
	// Documents are those that associates sent, for those who check them.
	Documents int
	// HasStock reports whether the stock is switched on.
	HasStock bool
}

// Read reads the frame in one statement, because every page shows it.
func Read(ctx context.Context, tx *db.DB, by auth.Caller) (frame Frame, err error) {
	tx = tx.WithContext(ctx)
	contests := commissions.SelectContested(tx, by).Scopes(db.Allowed(access.Can(by, "services", access.Update)))
	row := tx.Raw("select (?), (?) is not null, exists (?), (?), (?), (?), (?), (?), (?)",
		settings.Select(tx, settings.AssociationName, settings.TimeZone, settings.DocSignEnabled, stock.Enabled),
		samples.SelectFirst(tx),
		tasks.SelectUnseen(tx, by),
		orders.SelectAwaiting(tx, by),
		db.CountOf(queue.SelectUnattended(tx, by), Most+1),
		db.CountOf(signing.SelectToSign(tx, by), Most+1),
		db.CountOf(contests, Most+1),
		db.CountOf(documents.SelectWaiting(tx, by), Most+1), notices.SelectUnread(tx, by))
	err = db.ScanRow(row, &frame.Settings, &frame.HasSamples, &frame.HasTasks,
		&frame.Waiting.Orders, &frame.Waiting.Reception, &frame.Waiting.Signatures, &frame.Waiting.Contests, &frame.Waiting.Documents,
		&frame.Notices)
	frame.Waiting.HasStock = settings.Of(frame.Settings, stock.Enabled)
	return frame, err
}
