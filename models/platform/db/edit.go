package db

import (
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Seen is the edition of a row that somebody looked at, and the sentence for them when the row has
// changed since.
type Seen struct{ Edition, Overtaken string }

// Edit changes a row, which hold reads and locks, unless its edition is no longer the one that was
// seen: see patch.CheckVersion. A row that already is as it was asked to be is no conflict, whoever wrote
// it: a form that is sent twice meets its own first sending.
func Edit[Row patch.Versioned](tx *DB, seen Seen, hold, change func(tx *DB) (Row, error)) (row Row, err error) {
	err = tx.Transaction(func(tx *DB) error {
		held, err := hold(tx)
		if err != nil {
			return err
		}
		overtaken := patch.CheckVersion(held, seen.Edition, seen.Overtaken)
		row, err = change(tx)
		switch {
		case overtaken == nil, err != nil && errs.As(err) == nil:
			return err
		case err == nil && patch.IsSame(held, row):
			return nil
		}
		// What was written for the comparison is taken back with the transaction.
		return errs.WithFields(overtaken, errs.FieldsOf(err))
	})
	return row, err
}
