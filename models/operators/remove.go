package operators

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Remove removes an operator and ends their session. Records of their actions keep their code;
// their saved views and preferences are removed. It returns 404 NOT_FOUND, and 409 LAST_ADMIN for
// the last active Administrador.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		administrators, err := lockAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		operator, err := db.Lock[Operator](tx, id)
		if err != nil {
			return err
		}
		if err := administrators.checkWithout(id); err != nil {
			return err
		}
		if err := tx.Delete(&Operator{}, operator.ID).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, operator.event(security.OperatorRemoved, map[string]any{"permissions": operator.Permissions}))
	})
}
