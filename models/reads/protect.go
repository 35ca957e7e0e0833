package reads

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Protect marks the name of a person as widely known, so that reading their record is unusual, or removes the mark. It returns
// 404 NOT_FOUND for an unknown person.
func Protect(ctx context.Context, tx *db.DB, by auth.Caller, id int64, isProtected bool) error {
	if err := requireAdministrator(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var codes []string
		if err := tx.Table("users").Where("id = ?", id).Limit(1).Pluck("user_code::text", &codes).Error; err != nil {
			return err
		}
		if len(codes) == 0 {
			return errs.NotFound("Associado não encontrado.")
		}
		kind, change := security.PersonUnprotected, tx.Exec("delete from protected_people where user_id = ?", id)
		if isProtected {
			kind = security.PersonProtected
			change = tx.Exec("insert into protected_people (user_id, marked_by, date_created) values (?, ?, ?) on conflict do nothing", id,
				by.OperatorCode(), by.Now)
		}
		if change.Error != nil || change.RowsAffected == 0 {
			return change.Error
		}
		return security.Record(ctx, tx, by, security.Event{Kind: kind, Subject: codes[0]})
	})
}

// IsProtected reports whether the name of a person is marked.
func IsProtected(ctx context.Context, tx *db.DB, id int64) (bool, error) {
	var marked int64
	err := tx.WithContext(ctx).Table("protected_people").Where("user_id = ?", id).Count(&marked).Error
	return marked > 0, err
}

func requireAdministrator(by auth.Caller) error {
	if !access.IsAdministrator(by) {
		return errs.Forbidden("Só a administração confere quem viu os dados.")
	}
	return nil
}
