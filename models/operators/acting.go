package operators

import (
	"context"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/person"
)

// Acting gives an operator as a caller, with the roles of now, for work that goes on after their
// request. It answers 403 FORBIDDEN when the account is gone or no longer active.
func Acting(ctx context.Context, tx *db.DB, id int64) (person.Person, error) {
	var operator Operator
	found := tx.WithContext(ctx).Where("id = ? and status = ?", id, Active).Limit(1).Find(&operator)
	if found.Error != nil {
		return person.Person{}, found.Error
	}
	if found.RowsAffected == 0 {
		return person.Person{}, errs.Forbidden("A conta de quem pediu não está mais ativa.")
	}
	return operator.Person(), nil
}
