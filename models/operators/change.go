package operators

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// ChangeInput is the body of PATCH /system-users/:id and the form of an operator. What is
// left out stays.
type ChangeInput struct {
	// ID is the operator's; it comes from the address.
	ID int64 `json:"-"`

	Name         patch.Field[string]      `json:"name"`
	LastName     patch.Field[string]      `json:"last_name"`
	Email        patch.Field[string]      `json:"email"`
	Password     patch.Field[string]      `json:"password"`
	Permissions  patch.Field[[]auth.Role] `json:"permissions"`
	Status       patch.Field[Status]      `json:"status"`
	InternalCode patch.Field[string]      `json:"internal_code"`
}

// Change writes what was sent of an operator. A new e-mail makes the links that went to the
// old one useless; a new password and switching off end the live session. A pending account
// that gets a password is active, as one that is created with it. It answers 404 NOT_FOUND,
// 400 VALIDATION_ERROR, and 409 LAST_ADMIN when no active Administrador would be left.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Record, error) {
	input.normalise()
	if err := input.check(); err != nil {
		return Record{}, err
	}
	hash, err := input.hash(ctx)
	if err != nil {
		return Record{}, err
	}
	var changed change
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		administrators, err := lockAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		before, err := lock(ctx, tx, input.ID)
		if err != nil {
			return err
		}
		after, err := input.applied(before, hash)
		if err != nil {
			return err
		}
		if before.isAdministrator() && !after.isAdministrator() {
			err = administrators.checkWithout(before.ID)
		}
		if err != nil {
			return err
		}
		changed = change{before, after}
		return changed.store(ctx, tx, by)
	})
	return recordOf(changed.after), err
}

// normalise brings the input to its stored form.
func (in *ChangeInput) normalise() {
	in.Email.Value, _ = email.Normalize(in.Email.Value)
	in.Name.Value, in.LastName.Value = tidied(in.Name.Value), tidied(in.LastName.Value)
	in.InternalCode.Value = tidied(in.InternalCode.Value)
}

// check tells every wrong field at once; a null counts as the empty value.
func (in ChangeInput) check() error {
	var p errs.Problems
	checkLastName(&p, in.LastName.Value)
	checkCode(&p, in.InternalCode.Value)
	if in.Name.Sent {
		checkName(&p, in.Name.Value)
	}
	if in.Email.Sent {
		checkEmail(&p, in.Email.Value)
	}
	if in.Password.Sent {
		checkPassword(&p, in.Password.Value)
	}
	if in.Permissions.Sent {
		checkRoles(&p, in.Permissions.Value)
	}
	p.Require(slices.Contains(Statuses(), in.Status.Or(Active)), "status", "deve ser active ou inactive")
	return p.Err()
}

// hash is nil when no password was sent.
func (in ChangeInput) hash(ctx context.Context) (*string, error) {
	if !in.Password.Sent {
		return nil, nil
	}
	hash, err := password.Hash(ctx, in.Password.Value)
	return &hash, err
}

// applied gives the operator as it is to be stored.
func (in ChangeInput) applied(before Operator, hash *string) (Operator, error) {
	after := before
	in.Name.Set(&after.Name)
	in.LastName.Set(&after.LastName)
	in.Email.Set(&after.Email)
	if in.Permissions.Sent {
		after.Permissions = inOrder(in.Permissions.Value)
	}
	// The code belongs to the portal: who leaves it keeps none, unless another is given.
	if in.InternalCode.Sent || before.is(auth.Profissional) && !after.is(auth.Profissional) {
		after.InternalCode = texts.Optional(in.InternalCode.Value)
	}
	if hash != nil {
		after.Password = hash
	}
	return after, in.applyStatus(&after)
}

// applyStatus moves the account as asked for. Only an invite makes an account pending, and
// only a password, one that is there or one that comes along, makes it active.
func (in ChangeInput) applyStatus(o *Operator) error {
	stored := o.Status
	if in.Password.Sent && stored == Pending {
		o.Status = Active
	}
	wanted := in.Status.Or(stored)
	switch {
	case wanted == stored:
		return nil
	case wanted == Pending:
		return errs.Invalid("status", "uma conta só fica em pending pelo convite")
	case wanted == Active && o.Password == nil:
		return errs.Invalid("status", "esta conta ainda não tem senha; reenvie o convite")
	}
	o.Status = wanted
	return nil
}
