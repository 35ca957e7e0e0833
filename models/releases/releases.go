// Package releases stores the latest release whose news each operator has read. The texts belong to the help of the
// staff.
package releases

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// read is the day of the newest release whose news an operator has read.
const read preferences.Key[civil.Date] = "novidades.lidas"

// IsUnread reports whether the caller has not read the news of the release of a day. Releases older than the account do
// not count, and only operators have news.
func IsUnread(ctx context.Context, tx *db.DB, by auth.Caller, day civil.Date) (bool, error) {
	if by.Kind != auth.Operator {
		return false, nil
	}
	until, err := read.Of(ctx, tx, by)
	if err != nil || !until.Before(day) {
		return false, err
	}
	var isNews bool
	err = db.ScanRow(tx.WithContext(ctx).Raw("select exists (select from system_users where id = ? and date_created::date < ?)", by.ID, day),
		&isNews)
	return isNews, err
}

// MarkRead stores that the caller has read the releases up to a day.
func MarkRead(ctx context.Context, tx *db.DB, by auth.Caller, day civil.Date) error {
	return read.Choose(ctx, tx, by, day)
}
