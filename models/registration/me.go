package registration

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Me is the associate's own row with the names of their patients (GET /auth/associate/me).
type Me struct {
	associates.Associate
	Patients []associates.PatientName `json:"patients"`
}

// FindMe returns the row of the calling associate as PATCH /users/me answers it; 404 NOT_FOUND if it no longer exists.
func FindMe(ctx context.Context, tx *db.DB, by auth.Caller) (Me, error) {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return Me{}, err
	}
	account, err := associates.AccountOf(ctx, tx, by)
	return Me{withoutNotes(row), account.Patients}, err
}

// withoutNotes returns a row for its owner, without the notes of the staff.
func withoutNotes(row associates.Associate) associates.Associate {
	row.Annotations, row.Tags = []associates.Annotation{}, []string{}
	return row
}
