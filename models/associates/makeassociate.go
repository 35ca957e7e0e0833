package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// MakeAssociate makes an associate a member outside the funnel: the status becomes Associado and the phase
// AwaitingTerm. It creates no term. A member with a signed or awaited term is not changed. A patient or an unknown row
// is 404 NOT_FOUND.
func MakeAssociate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Associate, error) {
	return db.Change(ctx, tx, id, "", func(_ *db.DB, _ Associate, row *Associate) error {
		phase := AwaitingTerm
		awaits := row.AssociateStatus != nil && *row.AssociateStatus == phase
		if row.Status != Associado || row.AdhesionTerm == nil && !awaits {
			row.Status, row.AssociateStatus, row.DateUpdated = Associado, &phase, by.Now
		}
		return nil
	}, notPatient)
}
