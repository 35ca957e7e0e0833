package operators

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Accounts changes operators; letters about their login go to its outbox.
type Accounts struct{ Mail mail.Outbox }

// Change changes the sent fields of an operator. A new e-mail makes the links that were sent to the
// old one invalid; a new password and a deactivation also end the sessions. It returns 404
// NOT_FOUND, 400 VALIDATION_ERROR, 409 LAST_ADMIN if no active Administrador would remain, and 409
// CONFLICT for a stale version. A new e-mail or password is reported to the address before.
func (a Accounts) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Record, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Record{}, err
	}
	sent, err := input.newPassword(ctx, tx)
	if err != nil {
		return Record{}, err
	}
	var done change
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		administrators, err := lockAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		done, err = update(ctx, tx, by, input, func(before Operator, operator *Operator) error {
			if err := input.apply(operator, sent); err != nil {
				return err
			}
			if before.isAdministrator() && !operator.isAdministrator() {
				return administrators.checkWithout(before.ID)
			}
			return nil
		})
		if err != nil {
			return refuseTakenEmail(err)
		}
		return a.notify(ctx, tx, by, done)
	})
	return recordOf(done.after), err
}

// notify sends a letter about a new e-mail or password to the address that the operator had before.
func (a Accounts) notify(ctx context.Context, tx *db.DB, by auth.Caller, done change) error {
	if done.before.Password == nil {
		return nil
	}
	for _, letter := range []struct {
		kind  mail.Kind
		wants bool
	}{{mail.EmailChanged.Kind, done.hasNewEmail()}, {mail.PasswordChanged.Kind, done.hasNewPassword()}} {
		if !letter.wants {
			continue
		}
		message := mail.Message{Kind: letter.kind, To: done.before.Email, Name: done.before.Name, By: by.FullName()}
		if _, err := a.Mail.Send(ctx, tx, by, message); err != nil {
			return err
		}
	}
	return nil
}

// update changes the operator with apply, invalidates links and sessions as the change requires,
// and records it. Without a difference it does nothing.
func update(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput,
	apply func(before Operator, operator *Operator) error) (change, error) {
	var done change
	var err error
	done.after, err = db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, before Operator, operator *Operator) error {
		if err := apply(before, operator); err != nil {
			return err
		}
		done.before, operator.DateUpdated = before, by.Now
		intended := change{before, *operator}
		if intended.endsLinks() {
			operator.InviteToken, operator.InviteExpires = nil, nil
			operator.PasswordResetToken, operator.PasswordResetExpires = nil, nil
		}
		if intended.touchesPortal() {
			return checkPortal(ctx, tx, *operator)
		}
		return nil
	})
	if err == nil && done.endsSession() {
		err = sessions.EndAll(ctx, tx, auth.Operator, input.ID, done.endReason())
	}
	if err != nil {
		return done, err
	}
	return done, done.record(ctx, tx, by)
}

// change is an operator before and after a change.
type change struct{ before, after Operator }

// fields returns the JSON names of the profile fields that differ.
func (c change) fields() []string {
	var names []string
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"name", c.before.Name != c.after.Name},
		{"last_name", c.before.LastName != c.after.LastName},
		{"email", c.hasNewEmail()},
		{"password", c.hasNewPassword()},
		{"internal_code", c.hasNewCode()},
	} {
		if field.differs {
			names = append(names, field.name)
		}
	}
	return names
}

func (c change) hasNewEmail() bool { return c.before.Email != c.after.Email }

// hasNewPassword compares pointers: every new hash is a change, even for the same password.
func (c change) hasNewPassword() bool { return c.before.Password != c.after.Password }

func (c change) hasNewCode() bool {
	return texts.Of(c.before.InternalCode) != texts.Of(c.after.InternalCode)
}

func (c change) hasNewRoles() bool { return !slices.Equal(c.before.Permissions, c.after.Permissions) }

func (c change) hasNewStatus() bool { return c.before.Status != c.after.Status }

func (c change) touchesPortal() bool { return c.hasNewRoles() || c.hasNewCode() }

// endsLinks reports whether links that were sent before become invalid.
func (c change) endsLinks() bool { return c.hasNewEmail() || c.endsSession() }

func (c change) endsSession() bool {
	return c.hasNewPassword() || c.hasNewStatus() && c.after.Status == Inactive
}

// endReason returns the reason for ending the sessions.
func (c change) endReason() sessions.Reason {
	if c.after.Status == Inactive {
		return sessions.SwitchedOff
	}
	return sessions.PasswordChanged
}

// record records the change, with separate events for roles and status that have the values before
// and after.
func (c change) record(ctx context.Context, tx *db.DB, by auth.Caller) error {
	var events []security.Event
	if fields := c.fields(); len(fields) > 0 {
		events = append(events, c.after.event(security.OperatorChanged, map[string]any{"fields": fields}))
	}
	if c.hasNewRoles() {
		events = append(events, c.after.event(security.RolesChanged, map[string]any{"from": c.before.Permissions, "to": c.after.Permissions}))
	}
	if c.hasNewStatus() {
		events = append(events, c.after.event(security.StatusChanged, map[string]any{"from": c.before.Status, "to": c.after.Status}))
	}
	for _, event := range events {
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
	}
	return nil
}

// refuseTakenEmail adds the field to the error of the unique index if another operator has the
// e-mail.
func refuseTakenEmail(err error) error {
	if errs.HasCode(err, errs.CodeConflict) && !errs.IsStale(err) {
		return errs.Invalid("email", "já existe um operador com este e-mail")
	}
	return err
}
