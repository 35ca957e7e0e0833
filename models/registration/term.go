package registration

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// AcceptTerm makes a completed contract the term of an associate, and moves the phase of the signature to the next one
// (specification, "Contract"). An unknown associate is 404 NOT_FOUND.
func AcceptTerm(ctx context.Context, tx *db.DB, by auth.Caller, signer, contract uuid.UUID) error {
	row, err := db.First[associates.Associate](tx.WithContext(ctx).Where("user_code = ?", signer), errs.NotFound("Associado não encontrado."))
	if err != nil {
		return err
	}
	_, err = db.Change(ctx, tx, row.ID, "", func(_ *db.DB, _ associates.Associate, row *associates.Associate) error {
		row.AdhesionTerm, row.DateUpdated = &contract, by.Now
		if phaseOf(*row) == Signature {
			setPhase(row, Prescription)
		}
		return nil
	})
	return err
}
