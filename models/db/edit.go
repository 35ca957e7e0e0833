package db

import (
	"acolhe/models/errs"
	"acolhe/models/patch"
)

// Seen is the edition of a row that somebody looked at, and what they are told when it is in
// another by now.
type Seen struct{ Edition, Overtaken string }

// Edit changes a row that hold gives and keeps from others, unless it is in another edition than
// the one that was seen: see patch.Expect. What stands already as it is asked to be is no conflict,
// whoever wrote it: a form that is sent twice meets its own first sending.
func Edit[Row patch.Editioned](tx *DB, seen Seen, hold, change func(tx *DB) (Row, error)) (row Row, err error) {
	err = tx.Transaction(func(tx *DB) error {
		held, err := hold(tx)
		if err != nil {
			return err
		}
		overtaken := patch.Expect(held, seen.Edition, seen.Overtaken)
		row, err = change(tx)
		switch {
		case overtaken == nil, err != nil && errs.As(err) == nil:
			return err
		case err == nil && patch.IsSame(held, row):
			return nil
		}
		// What was written for the comparison is taken back with the transaction.
		return errs.Naming(overtaken, errs.FieldsOf(err))
	})
	return row, err
}
