package operators

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Acting returns an operator as a caller with their current roles and with what is hidden from these, for a job that runs after
// their request. It returns 403 FORBIDDEN for an account that was removed or is not active.
func Acting(ctx context.Context, tx *db.DB, id int64) (auth.Caller, error) {
	active := tx.WithContext(ctx).Where("id = ? and status = ?", id, Active)
	operator, err := db.First[Operator](active, errs.Forbidden("A conta de quem pediu não está mais ativa."))
	if err != nil {
		return auth.Caller{}, err
	}
	by := operator.Caller()
	by.Hidden, err = settings.Hidden(ctx, tx, by.Roles)
	return by, err
}
