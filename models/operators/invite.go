package operators

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// Invites adds operators and invites them to choose a password.
type Invites struct {
	Mail mail.Outbox
	// BaseURL is the public address with which the link of an invite begins.
	BaseURL *url.URL
}

// Add is Store, and waits for the first attempt to send the invite.
func (i Invites) Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Invited, error) {
	invited, err := i.Store(ctx, tx, by, input)
	if err != nil {
		return invited, err
	}
	return invited, i.await(ctx, tx, invited.Delivery)
}

// Store stores an operator and, without a password, queues the invite, both or neither. It returns 400
// VALIDATION_ERROR for wrong fields and for an e-mail that another operator has.
func (i Invites) Store(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Invited, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Invited{}, err
	}
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Invited{}, err
	}
	operator, err := input.operator(ctx, tx, by)
	if err != nil {
		return Invited{}, err
	}
	var token string
	if operator.Status == Pending {
		token = operator.renewInvite(by)
	}
	var delivery *Delivery
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := checkPortal(ctx, tx, operator); err != nil {
			return err
		}
		if err := tx.Create(&operator).Error; err != nil {
			return refuseTakenEmail(err)
		}
		if token == "" {
			return security.Record(ctx, tx, by, operator.event(security.OperatorCreated, map[string]any{"permissions": operator.Permissions}))
		}
		delivery, err = i.queue(ctx, tx, by, operator, token)
		return err
	})
	return Invited{recordOf(operator), delivery}, err
}

// Resend sends a new invite, which makes the earlier one invalid, and waits for the first attempt. An account that was
// deactivated before its owner chose a password becomes pending again. It returns 404 NOT_FOUND, and 409
// CONFLICT for an account with a password.
func (i Invites) Resend(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Invited, error) {
	invited, err := i.renew(ctx, tx, by, id)
	if err != nil {
		return invited, err
	}
	return invited, i.await(ctx, tx, invited.Delivery)
}

// renew stores a new invite and queues it.
func (i Invites) renew(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Invited, error) {
	var operator Operator
	var delivery *Delivery
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		var token string
		renewed, err := update(ctx, tx, by, ChangeInput{ID: id}, func(before Operator, operator *Operator) error {
			if before.Password != nil {
				return errs.Conflict(errs.CodeConflict, "Esta conta já tem senha e não precisa de convite. "+
					"Quem esqueceu a senha pede outra na página de entrada.")
			}
			operator.Status, token = Pending, operator.renewInvite(by)
			return nil
		})
		if err != nil {
			return err
		}
		operator = renewed.after
		delivery, err = i.queue(ctx, tx, by, operator, token)
		return err
	})
	return Invited{recordOf(operator), delivery}, err
}

// queue stores the mail with the invite in the outbox and records it.
func (i Invites) queue(ctx context.Context, tx *db.DB, by auth.Caller, o Operator, token string) (*Delivery, error) {
	message := mail.Invite.With(mail.Invitation{ForPortal: len(o.Permissions) == 1 && o.is(auth.Profissional)},
		mail.Message{To: o.Email, Name: o.Name, Path: "/convite?token=" + token, Expires: *o.InviteExpires, By: by.FullName()})
	id, err := i.Mail.Queue(ctx, tx, by, message)
	if err != nil {
		return nil, err
	}
	delivery := &Delivery{EmailStatus: mail.NotConfigured, ExpiresAt: *o.InviteExpires, token: token, mail: id}
	if !i.Mail.Sends() {
		link := i.link(token)
		delivery.InviteURL = &link
	}
	return delivery, security.Record(ctx, tx, by, o.event(security.OperatorInvited, map[string]any{"permissions": o.Permissions}))
}

// await waits for the first attempt to send an invite, outside the transaction that stores it, and sets its status. No
// delivery is no invite.
func (i Invites) await(ctx context.Context, tx *db.DB, delivery *Delivery) (err error) {
	if delivery == nil {
		return nil
	}
	delivery.EmailStatus, err = i.Mail.Await(ctx, tx, delivery.mail)
	delivery.EmailSent = delivery.EmailStatus == mail.Sent
	return err
}

// link returns the address that opens an invite.
func (i Invites) link(token string) string {
	return i.BaseURL.JoinPath("/convite").String() + "?token=" + token
}

// renewInvite sets a new invite and returns its token, of which only the hash is stored.
func (o *Operator) renewInvite(by auth.Caller) (token string) {
	token = secret.New()
	expires := by.Now.Add(InviteLifetime)
	o.InviteToken, o.InviteExpires, o.DateUpdated = secret.Hash(token), &expires, by.Now
	return token
}

// operator returns the row to store. An empty password or status counts as omitted.
func (in AddInput) operator(ctx context.Context, tx *db.DB, by auth.Caller) (Operator, error) {
	in.Password.Sent = in.Password.Value != ""
	in.Status.Sent = in.Status.Value != ""
	sent, err := in.newPassword(ctx, tx)
	if err != nil {
		return Operator{}, err
	}
	operator := Operator{UserCode: uuid.New(), Status: Pending, IsSample: in.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now}
	return operator, in.apply(&operator, sent)
}
