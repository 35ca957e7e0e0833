package operators

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// AdministratorInput is a new administrator with a password (`acolhe admin create`, ADMIN_EMAIL).
type AdministratorInput struct {
	Name     string
	Email    string
	Password string
}

// CreateAdministrator stores an active Administrador. It returns 400 VALIDATION_ERROR for wrong
// fields and for an e-mail that another operator has.
func CreateAdministrator(ctx context.Context, tx *db.DB, input AdministratorInput, now time.Time) (Operator, error) {
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return Operator{}, err
	}
	address, valid := email.Normalize(input.Email)
	var problems errs.Problems
	problems.Require(strings.TrimSpace(input.Name) != "", "name", "informe o nome")
	problems.Require(valid, "email", "informe um e-mail válido")
	problems = append(problems, errs.FieldsOf(policy.CheckOperator(input.Password, "password", input.Name, address))...)
	if err := problems.Err(); err != nil {
		return Operator{}, err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return Operator{}, err
	}
	name, lastName := fmtbr.SplitName(input.Name)
	operator := Operator{
		UserCode: uuid.New(), Name: name, LastName: lastName, Email: address, Status: Active,
		Permissions: []auth.Role{auth.Administrador}, Password: &hash, DateCreated: now, DateUpdated: now,
	}
	err = tx.WithContext(ctx).Create(&operator).Error
	return operator, err
}

// Exist reports whether an operator exists, not counting sample data; before the first start none does.
func Exist(ctx context.Context, tx *db.DB) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Model(&Operator{}).Select("id").Where("not is_sample").Limit(1).Scan(&id).Error
	return id != 0, err
}
