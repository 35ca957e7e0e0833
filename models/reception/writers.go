package reception

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// writingTime is the time for which an operator is shown as writing after each report of it.
const writingTime = 10 * time.Second

// Write shows the calling operator to the others as writing the notes of an item, for writingTime from now on. It
// returns 403 FORBIDDEN for a caller other than an operator, and 404 NOT_FOUND for an item that the caller may not see.
func Write(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	code := by.OperatorCode()
	if code == nil {
		return errs.Forbidden("Só a equipe escreve anotações na recepção.")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if _, err := FindFor(ctx, tx, by, id); err != nil {
			return err
		}
		expired := "delete from reception_writers where (item_id, user_code) in (select item_id, user_code from reception_writers where until <= ? for update skip locked)"
		if err := tx.Exec(expired, by.Now).Error; err != nil {
			return err
		}
		return tx.Exec(`insert into reception_writers (item_id, user_code, until) values (?, ?, ?)
			on conflict (item_id, user_code) do update set until = excluded.until`, id, code, by.Now.Add(writingTime)).Error
	})
}

// stopWriting no longer shows the caller as writing the notes of an item.
func stopWriting(tx *db.DB, by auth.Caller, id int64) error {
	return tx.Exec("delete from reception_writers where item_id = ? and user_code = ?", id, by.OperatorCode()).Error
}
