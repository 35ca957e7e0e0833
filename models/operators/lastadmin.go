package operators

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// CodeLastAdmin refuses a change that would leave the association without an active Administrador.
const CodeLastAdmin = "LAST_ADMIN"

// administrators are the ids of the active administrators, locked until the transaction ends.
type administrators []int64

// lockAdministrators locks the operators and returns the active administrators among them.
func lockAdministrators(ctx context.Context, tx *db.DB) (administrators, error) {
	if err := lockOperators(ctx, tx); err != nil {
		return nil, err
	}
	var ids administrators
	err := tx.WithContext(ctx).Raw(`select id from system_users where status = 'active' and permissions @> '["Administrador"]' order by id`).
		Scan(&ids).Error
	return ids, err
}

// lockOperators serialises the transactions that change or remove operators: if two administrators remove each other's
// role, the second waits and is refused. A transaction that also locks rows of operators takes this lock first. Locking
// the administrators' rows would not suffice: a waiting transaction would not see an administrator added meanwhile.
func lockOperators(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec("select pg_advisory_xact_lock('system_users'::regclass::oid::bigint)").Error
}

// IsLastAdministrator reports whether the operator is the last active Administrador, who can neither be removed nor
// deactivated.
func IsLastAdministrator(ctx context.Context, tx *db.DB, id int64) (bool, error) {
	var others int64
	active := tx.WithContext(ctx).Model(&Operator{}).Where(`status = 'active' and permissions @> '["Administrador"]'`)
	err := active.Session(&db.Session{}).Where("id <> ?", id).Count(&others).Error
	if err != nil || others > 0 {
		return false, err
	}
	err = active.Where("id = ?", id).Count(&others).Error
	return others == 1, err
}

// ActiveAdministrators returns the active operators with the role Administrador.
func ActiveAdministrators(ctx context.Context, tx *db.DB) ([]Operator, error) {
	var found []Operator
	err := tx.WithContext(ctx).Where(`status = 'active' and permissions @> '["Administrador"]'`).Order("id").Find(&found).Error
	return found, err
}

// checkWithout returns 409 LAST_ADMIN if this is the last active Administrador.
func (a administrators) checkWithout(id int64) error {
	if len(a) > 1 || !slices.Contains(a, id) {
		return nil
	}
	return errs.Conflict(CodeLastAdmin, "Esta é a única conta ativa com o papel Administrador. "+
		"Dê este papel a outra pessoa com conta ativa e tente de novo.")
}
