package db

import "acolhe/models/patch"

// Seen is the edition of a row that somebody looked at, and the sentence for them when the row has
// changed since.
type Seen struct{ Edition, Overtaken string }

// Edit changes a row, which hold reads and locks, unless its edition is no longer the one that was
// seen: see patch.Expect.
func Edit[Row patch.Editioned](tx *DB, seen Seen, hold, change func(tx *DB) (Row, error)) (row Row, err error) {
	err = tx.Transaction(func(tx *DB) error {
		stored, err := hold(tx)
		if err != nil {
			return err
		}
		if err := patch.Expect(stored, seen.Edition, seen.Overtaken); err != nil {
			return err
		}
		row, err = change(tx)
		return err
	})
	return row, err
}
