package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
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
