package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// OpenAccount creates an account without the staff: an associate in the first phase with this e-mail and password, which
// the caller has validated. It returns 409 CONFLICT if an associate has the e-mail.
func OpenAccount(ctx context.Context, tx *db.DB, by auth.Caller, address, plain string) (auth.Caller, error) {
	hash, err := password.Hash(ctx, plain)
	if err != nil {
		return auth.Caller{}, err
	}
	phase := FirstPhase
	row := newRow(Active, by.Now)
	row.AssociateStatus, row.EmailAccount, row.Email, row.AccountPassword = &phase, &address, &address, &hash
	opened := login{UserCode: row.UserCode.String(), EmailAccount: address}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		opened.ID = row.ID
		return security.Record(ctx, tx, opened.person(by.Origin).At(by.Now), loginEvent(security.AccountOpened, address, ""))
	})
	return opened.person(by.Origin), err
}

// FindLogin returns the status of the associate with this login e-mail; 404 NOT_FOUND if there is none.
func FindLogin(ctx context.Context, tx *db.DB, address string) (Status, error) {
	var row struct{ Status Status }
	found := tx.WithContext(ctx).Table("users").Select("status").Where("email_account = ? and status <> ?", address, Patient).Limit(1).Scan(&row)
	if found.Error == nil && found.RowsAffected == 0 {
		return "", errs.NotFound("Nenhum cadastro tem este e-mail.")
	}
	return row.Status, found.Error
}
