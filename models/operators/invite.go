package operators

import (
	"context"
	"net/url"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// Invites makes accounts and asks their owners to take them up.
type Invites struct {
	Mail mail.Outbox
	// BaseURL is the public address that the link of an invite begins with.
	BaseURL *url.URL
}

// CreateInput is the body of POST /system-users and the form of a new operator. Without a
// password the account is pending and its owner is invited to choose one; with one it is active.
type CreateInput struct {
	Name         string      `json:"name" form:"name"`
	LastName     string      `json:"last_name" form:"last_name"`
	Email        string      `json:"email" form:"email"`
	Password     *string     `json:"password" form:"password"`
	Permissions  []auth.Role `json:"permissions" form:"permissions"`
	Status       Status      `json:"status" form:"status"`
	InternalCode *string     `json:"internal_code" form:"internal_code"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Create stores an operator and, without a password, sends the invite, both or neither. It
// answers 400 VALIDATION_ERROR for wrong fields and for an e-mail that another operator has.
func (i Invites) Create(ctx context.Context, tx *db.DB, by auth.Caller, input CreateInput) (Invited, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Invited{}, err
	}
	input.normalise()
	if err := input.check(); err != nil {
		return Invited{}, err
	}
	operator, err := input.operator(ctx, by.Now)
	if err != nil {
		return Invited{}, err
	}
	var delivery *Delivery
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := checkPortal(ctx, tx, operator); err != nil {
			return err
		}
		if err := tx.Create(&operator).Error; err != nil {
			return refuseTakenEmail(err)
		}
		if operator.Status != Pending {
			return security.Record(ctx, tx, by, operator.event(security.OperatorCreated, map[string]any{"permissions": operator.Permissions}))
		}
		delivery, err = i.invite(ctx, tx, by, &operator)
		return err
	})
	return Invited{recordOf(operator), delivery}, err
}

// Resend sends a new invite; the one before opens nothing any more. An account that was
// switched off before anybody took it up is pending again. It answers 404 NOT_FOUND, and
// 409 CONFLICT once somebody has chosen a password.
func (i Invites) Resend(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Invited, error) {
	var operator Operator
	var delivery *Delivery
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var err error
		if operator, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if operator.Password != nil {
			return errs.Conflict(errs.CodeConflict, "Esta conta já tem senha e não precisa de convite. "+
				"Quem esqueceu a senha pede outra na página de entrada.")
		}
		pending := operator
		pending.Status = Pending
		reopened := change{operator, pending}
		if err := reopened.store(ctx, tx, by); err != nil {
			return err
		}
		operator = pending
		delivery, err = i.invite(ctx, tx, by, &operator)
		return err
	})
	return Invited{recordOf(operator), delivery}, err
}

// invite gives the account a new token and puts the letter in the outbox.
func (i Invites) invite(ctx context.Context, tx *db.DB, by auth.Caller, o *Operator) (*Delivery, error) {
	token, expires := secret.New(), by.Now.Add(InviteLifetime)
	o.InviteToken, o.InviteExpires, o.DateUpdated = secret.Hash(token), &expires, by.Now
	if err := tx.Model(o).Select("InviteToken", "InviteExpires", "DateUpdated").Updates(o).Error; err != nil {
		return nil, err
	}
	letter := mail.Message{Kind: mail.Invite, To: o.Email, Name: o.Name, Path: "/convite?token=" + token, Expires: expires, By: by.FullName()}
	status, err := i.Mail.Send(ctx, tx, letter, by.Now)
	if err != nil {
		return nil, err
	}
	delivery := &Delivery{EmailStatus: status, ExpiresAt: expires}
	if status == mail.NotConfigured {
		link := i.BaseURL.JoinPath("/convite").String() + "?token=" + token
		delivery.InviteURL = &link
	}
	return delivery, security.Record(ctx, tx, by, o.event(security.OperatorInvited, map[string]any{"permissions": o.Permissions}))
}

// normalise brings the input to its stored form.
func (in *CreateInput) normalise() {
	in.Email, _ = email.Normalize(in.Email)
	in.Name, in.LastName = tidied(in.Name), tidied(in.LastName)
	if in.Password != nil && *in.Password == "" {
		in.Password = nil
	}
	if in.InternalCode != nil {
		in.InternalCode = texts.Optional(tidied(*in.InternalCode))
	}
}

// check tells every wrong field at once; what the database knows is asked later.
func (in CreateInput) check() error {
	var p errs.Problems
	checkName(&p, in.Name)
	checkLastName(&p, in.LastName)
	checkEmail(&p, in.Email)
	checkRoles(&p, in.Permissions)
	if in.InternalCode != nil {
		checkCode(&p, *in.InternalCode)
	}
	if in.Password == nil {
		p.Require(in.Status == "" || in.Status == Pending, "status", "sem senha a conta começa em pending: quem é convidado escolhe a senha")
		return p.Err()
	}
	checkPassword(&p, *in.Password)
	p.Require(in.Status == "" || in.Status == Active || in.Status == Inactive, "status", "com senha a conta começa em active ou inactive")
	return p.Err()
}

// operator gives the row to store.
func (in CreateInput) operator(ctx context.Context, now time.Time) (Operator, error) {
	operator := Operator{
		UserCode: uuid.New(), Name: in.Name, LastName: in.LastName, Email: in.Email, Permissions: inOrder(in.Permissions),
		InternalCode: in.InternalCode, Status: Pending, IsSample: in.IsSample.Value, DateCreated: now, DateUpdated: now,
	}
	if in.Password == nil {
		return operator, nil
	}
	operator.Status = Active
	if in.Status != "" {
		operator.Status = in.Status
	}
	hash, err := password.Hash(ctx, *in.Password)
	operator.Password = &hash
	return operator, err
}
