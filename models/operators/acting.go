package operators

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Acting gives an operator as a caller, with the roles of now, for work that goes on after their
// request. It answers 403 FORBIDDEN when the account is gone or no longer active.
func Acting(ctx context.Context, tx *db.DB, id int64) (auth.Caller, error) {
	active := tx.WithContext(ctx).Where("id = ? and status = ?", id, Active)
	operator, err := db.First[Operator](active, errs.Forbidden("A conta de quem pediu não está mais ativa."))
	if err != nil {
		return auth.Caller{}, err
	}
	return operator.Caller(), nil
}
