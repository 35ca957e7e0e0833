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

// Fields are the writable fields of an operator. An invite applies them to a pending account. A
// form sends neither password nor status: the owner of the account chooses the password.
type Fields struct {
	errs.BindErrors

	Name         patch.Field[string]      `json:"name" form:"name" null:"omit"`
	LastName     patch.Field[string]      `json:"last_name" form:"last_name"`
	Email        patch.Field[string]      `json:"email" form:"email" null:"omit"`
	Password     patch.Field[string]      `json:"password" form:"-" null:"omit"`
	Permissions  patch.Field[[]auth.Role] `json:"permissions" form:"permissions" null:"omit"`
	Status       patch.Field[Status]      `json:"status" form:"-" null:"omit"`
	InternalCode patch.Field[string]      `json:"internal_code" form:"internal_code"`
}

// AddInput is the body of POST /system-users and the form of a new operator. Without a password the account is pending
// and its owner gets an invite to choose one; with one it is active, unless Status is sent.
type AddInput struct {
	Fields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Required names the members that must be sent.
func (AddInput) Required() []string { return []string{"name", "email", "permissions"} }

// ChangeInput is the body of PATCH /system-users/:id and the form of an operator; omitted fields
// are not changed. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// newPassword is the hash of a sent password and the policy to check it with. The hash is nil if no
// password was sent, or one against the policy, which apply reports.
type newPassword struct {
	hash   *string
	policy password.Policy
}

// newPassword hashes a sent password.
func (f Fields) newPassword(ctx context.Context, tx *db.DB) (newPassword, error) {
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil || !f.Password.Sent || policy.CheckOperator(f.Password.Value, "password") != nil {
		return newPassword{policy: policy}, err
	}
	hash, err := password.Hash(ctx, f.Password.Value)
	return newPassword{&hash, policy}, err
}

// apply sets the fields in an operator, with the hash of the password, and validates them as far as
// possible without the database.
func (f Fields) apply(o *Operator, sent newPassword) error {
	f.set(o, sent.hash)
	var problems errs.Problems
	checkName(&problems, o.Name)
	checkLastName(&problems, o.LastName)
	checkEmail(&problems, o.Email)
	checkCode(&problems, texts.Of(o.InternalCode))
	if f.Password.Sent {
		problems = append(problems, errs.FieldsOf(sent.policy.CheckOperator(f.Password.Value, "password", o.owner()...))...)
	}
	if f.Permissions.Sent || o.isNew() {
		checkRoles(&problems, f.Permissions.Value)
	}
	if problem := f.applyStatus(o); problem != "" {
		problems.Add("status", problem)
	}
	return f.BindErrors.Merge(problems).Err()
}

// set sets the fields in an operator, in their stored form.
func (f Fields) set(o *Operator, hash *string) {
	wasPortal := o.is(auth.Profissional)
	f.Name.Value, f.LastName.Value = normalizeName(f.Name.Value), normalizeName(f.LastName.Value)
	f.Email.Value, _ = email.Normalize(f.Email.Value)
	f.Permissions.Value = sortRoles(f.Permissions.Value)
	f.Name.Set(&o.Name)
	f.LastName.Set(&o.LastName)
	f.Email.Set(&o.Email)
	f.Permissions.Set(&o.Permissions)
	// The code belongs to the portal: without the role it is removed, unless another code is sent.
	if f.InternalCode.Sent || wasPortal && !o.is(auth.Profissional) {
		o.InternalCode = texts.Optional(normalizeName(f.InternalCode.Value))
	}
	if hash != nil {
		o.Password = hash
	}
}

// applyStatus sets a sent status and returns its problem, if any. A pending account with a new
// password becomes active.
func (f Fields) applyStatus(o *Operator) (problem string) {
	stored := o.Status
	if f.Password.Sent && stored == Pending {
		o.Status = Active
	}
	wanted := f.Status.Or(stored)
	switch {
	case !slices.Contains(Statuses(), wanted):
		return "deve ser active ou inactive"
	case !f.Status.Sent:
		return ""
	case o.isNew():
		problem = f.problemOfFirst(wanted)
	case wanted == stored:
		return ""
	default:
		problem = f.problemOfNext(o, wanted)
	}
	o.Status = wanted
	return problem
}

// problemOfFirst returns the problem of a new account's status.
func (f Fields) problemOfFirst(wanted Status) string {
	switch {
	case !f.Password.Sent && wanted != Pending:
		return "sem senha a conta começa em pending: quem é convidado escolhe a senha"
	case f.Password.Sent && wanted == Pending:
		return "com senha a conta começa em active ou inactive"
	}
	return ""
}

// problemOfNext returns the problem of a change of status: only an invite makes an account pending,
// and only an account with a password can be active.
func (f Fields) problemOfNext(o *Operator, wanted Status) string {
	switch {
	case wanted == Pending:
		return "uma conta só fica em pending pelo convite"
	case wanted == Active && o.Password == nil && !f.Password.Sent:
		return "esta conta ainda não tem senha; reenvie o convite"
	}
	return ""
}

func (o Operator) isNew() bool { return o.ID == 0 }
