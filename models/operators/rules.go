package operators

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Maximum lengths of the columns.
const (
	maxName         = 120
	maxInternalCode = 60
)

func checkName(p *errs.Problems, name string) {
	p.Require(name != "", "name", "informe o nome")
	p.Require(texts.Fits(name, maxName), "name", "deve ter no máximo 120 caracteres")
}

func checkLastName(p *errs.Problems, lastName string) {
	p.Require(texts.Fits(lastName, maxName), "last_name", "deve ter no máximo 120 caracteres")
}

func checkEmail(p *errs.Problems, address string) {
	_, valid := email.Normalize(address)
	p.Require(valid, "email", "informe um e-mail válido")
}

func checkCode(p *errs.Problems, code string) {
	p.Require(texts.Fits(code, maxInternalCode), "internal_code", "deve ter no máximo 60 caracteres")
}

// checkPortal checks that a Profissional belongs to one professional without another portal account, because GET
// /system-users?filter[internal_code]= returns one account. It locks the professional until the transaction ends, so
// that two accounts cannot be added concurrently.
func checkPortal(ctx context.Context, tx *db.DB, o Operator) error {
	if !o.is(auth.Profissional) {
		return nil
	}
	if o.InternalCode == nil {
		return errs.Invalid("internal_code", "escolha o profissional que este acesso mostra")
	}
	known, err := professionals.Lock(ctx, tx, *o.InternalCode)
	if err != nil {
		return err
	}
	if !known {
		return errs.Invalid("internal_code", "nenhum profissional tem este código")
	}
	var other int64
	err = tx.WithContext(ctx).Model(&Operator{}).Select("id").
		Where(`internal_code = ? and permissions @> '["Profissional"]' and id <> ?`, *o.InternalCode, o.ID).Limit(1).Scan(&other).Error
	if err == nil && other != 0 {
		err = errs.Invalid("internal_code", "este profissional já tem um acesso ao portal")
	}
	return err
}

// normalizeName returns a name on one line with single spaces.
func normalizeName(name string) string { return strings.Join(strings.Fields(name), " ") }

// owner returns what the operator's password must not contain.
func (o Operator) owner() []string { return []string{o.Name, o.LastName, o.Email} }

func (o Operator) is(role auth.Role) bool { return slices.Contains(o.Permissions, role) }

func (o Operator) isAdministrator() bool { return o.Status == Active && o.is(auth.Administrador) }
