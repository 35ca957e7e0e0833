package associates

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/erasure"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// Living reads the associate or patient of the address for a page that changes the row: that of an erased person is 409 CONFLICT.
func Living(r *web.Request, tx *db.DB) (associates.Associate, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return associates.Associate{}, err
	}
	return findLiving(r.Context(), tx, r.By, id)
}

// Responsible is Living for an associate; a patient has no patients and is 404.
func Responsible(r *web.Request, tx *db.DB) (associates.Associate, error) {
	associate, err := Living(r, tx)
	if err == nil && associate.Status == associates.Patient {
		err = errs.NotFound("Associado não encontrado.")
	}
	return associate, err
}

// ToResponsible redirects from a patient to the page of the responsible associate.
func ToResponsible(r *web.Request, tx *db.DB, patient associates.Associate) error {
	responsible, err := associates.FindByCodeFor(r.Context(), tx, r.By, *patient.ResponsibleCode)
	if err != nil {
		return err
	}
	return r.Redirect(view.PatientHref(responsible.ID, patient.ID))
}

// findLiving is associates.FindFor for pages that change the row: that of an erased person is 409 CONFLICT.
func findLiving(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
	found, err := associates.FindFor(ctx, tx, by, id)
	if err != nil {
		return found, err
	}
	return found, erasure.RequireNotErased(ctx, tx, id)
}
