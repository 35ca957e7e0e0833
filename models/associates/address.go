package associates

import (
	"context"

	"acolhe/models/cep"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// StreetCorrection is the kind of undo that UndoCorrectStreet performs.
const StreetCorrection undo.Kind = "associates.street.correct"

// CorrectedStreet holds the street before and after CorrectStreet, to undo it.
type CorrectedStreet struct {
	ID       int64
	From, To string
}

// CheckAddress compares the address of an associate with the known data of its postal code.
func CheckAddress(ctx context.Context, tx *db.DB, associate Associate) (cep.Mismatch, error) {
	return cep.Check(ctx, tx, cep.Address{CEP: texts.Of(associate.CEP), Street: texts.Of(associate.Street),
		City: texts.Of(associate.City), State: texts.Of(associate.State)})
}

// CorrectStreet replaces the street of an associate with that of the postal code and returns the id of its undo. It
// returns 404 NOT_FOUND, and 409 CONFLICT if the street already matches.
func CorrectStreet(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (corrected CorrectedStreet, undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		associate, err := FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		found, err := CheckAddress(ctx, tx, associate)
		if err != nil {
			return err
		}
		if found.Field != cep.Street {
			return errs.Conflict(errs.CodeConflict, "A rua já confere com o CEP.")
		}
		corrected = CorrectedStreet{ID: id, From: texts.Of(associate.Street), To: found.Right}
		if err := corrected.set(ctx, tx, by, corrected.To); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, StreetCorrection, corrected)
		return err
	})
	return corrected, undoID, err
}

// UndoCorrectStreet restores the street. If it has changed since, it returns 409 CONFLICT.
func UndoCorrectStreet(ctx context.Context, tx *db.DB, by auth.Caller, corrected CorrectedStreet) error {
	associate, err := FindFor(ctx, tx, by, corrected.ID)
	if err != nil {
		return err
	}
	if texts.Of(associate.Street) != corrected.To {
		return errs.Conflict(errs.CodeConflict, "A rua mudou de novo: nada foi desfeito.")
	}
	return corrected.set(ctx, tx, by, corrected.From)
}

func (c CorrectedStreet) set(ctx context.Context, tx *db.DB, by auth.Caller, street string) error {
	input := ChangeInput{ID: c.ID}
	input.Street = patch.Of(street)
	// A new street sends no letter, so that no outbox is needed.
	_, err := Accounts{}.Change(ctx, tx, by, input)
	return err
}
