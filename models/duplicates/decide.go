package duplicates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Decision is the kind of undo of NotSame.
const Decision undo.Kind = "duplicates.not_same"

// Two are the ids of two associates.
type Two struct{ First, Second int64 }

func (t Two) ordered() Two { return Two{min(t.First, t.Second), max(t.First, t.Second)} }

// NotSame keeps that two associates are two persons, so that they are never proposed again, and returns the id of its undo.
// It returns 404 NOT_FOUND if one does not exist and 403 FORBIDDEN for callers who may not change associates.
func NotSame(ctx context.Context, tx *db.DB, by auth.Caller, two Two) (undoID int64, err error) {
	if err := require(by); err != nil {
		return 0, err
	}
	two = two.ordered()
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var known int64
		if err := tx.Table("users").Where("id in ? and status <> 'patient'", []int64{two.First, two.Second}).Count(&known).Error; err != nil {
			return err
		}
		if known != 2 {
			return errs.NotFound("Associado não encontrado.")
		}
		err := tx.Exec("insert into distinct_associates (first_id, second_id, author_name, date_created) values (?, ?, ?, ?) on conflict do nothing",
			two.First, two.Second, by.FullName(), by.Now).Error
		if err != nil {
			return err
		}
		if err := tx.Exec("delete from associate_pairs where first_id = ? and second_id = ?", two.First, two.Second).Error; err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Decision, two)
		return err
	})
	return undoID, err
}

// UndoNotSame takes NotSame back: the pair is found again.
func UndoNotSame(ctx context.Context, tx *db.DB, by auth.Caller, two Two) error {
	if err := require(by); err != nil {
		return err
	}
	two = two.ordered()
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("delete from distinct_associates where first_id = ? and second_id = ?", two.First, two.Second).Error; err != nil {
			return err
		}
		return compare(tx, by, []int64{two.First, two.Second})
	})
}
