package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// MakeAssociate admits an associate outside the funnel: the status becomes Associado and the phase
// AwaitsTerm. It creates no term. An associate who is Associado already, with the term signed or
// awaited, is left unchanged. A patient or an unknown row is 404 NOT_FOUND.
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
