package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Account is the associate's own account in the answer of a login.
type Account struct {
	ID              int64         `json:"id"`
	UserCode        string        `json:"user_code"`
	Name            *string       `json:"name"`
	LastName        *string       `json:"last_name"`
	SocialName      *string       `json:"social_name"`
	AssociateName   *string       `json:"associate_name"`
	EmailAccount    *string       `json:"email_account"`
	Status          Status        `json:"status"`
	AssociateStatus *Phase        `json:"associate_status"`
	InvalidFields   []string      `json:"invalid_fields" gorm:"serializer:json"`
	Patients        []PatientName `json:"patients" gorm:"-"`
}

// PatientName names a patient of an associate.
type PatientName struct {
	UserCode string  `json:"user_code"`
	Name     *string `json:"name"`
	LastName *string `json:"last_name"`
}

// TableName returns the name of the table.
func (Account) TableName() string { return "users" }

// TableName returns the name of the table.
func (PatientName) TableName() string { return "users" }

// AccountOf returns the account of the calling associate with their patients, oldest first; 404
// NOT_FOUND if the row no longer exists.
func AccountOf(ctx context.Context, tx *db.DB, by auth.Caller) (Account, error) {
	own := tx.WithContext(ctx).Where("id = ? and status <> ?", by.ID, Patient)
	account, err := db.First[Account](own, notFound())
	if err != nil {
		return account, err
	}
	account.Patients = []PatientName{}
	return account, tx.WithContext(ctx).Where("responsible_code = ?", account.UserCode).
		Order("date_created, id").Limit(maxPatients).Find(&account.Patients).Error
}

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
	found := tx.WithContext(ctx).Table("users").Select("status").Where("email_account = ? and status <> ?", address, Patient).Limit(1).
		Scan(&row)
	if found.Error == nil && found.RowsAffected == 0 {
		return "", errs.NotFound("Nenhum cadastro tem este e-mail.")
	}
	return row.Status, found.Error
}
