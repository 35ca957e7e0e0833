package operators

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// AcceptLimit limits attempts to accept an invite per address, behind which a whole office may start on one morning.
func AcceptLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "invite.accept", Limit: 30, Per: 15 * time.Minute}
}

// Invitation is the content of an invite for its owner (GET /auth/system-invite/preview).
type Invitation struct {
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	ExpiresAt time.Time `json:"expires_at"`
}

// AcceptInput is the body of POST /auth/system-invite/accept and the form at /convite.
type AcceptInput struct {
	Token    string `json:"token" form:"token"`
	Password string `json:"password" form:"password"`
}

// Required names the members that must be sent.
func (AcceptInput) Required() []string { return []string{"token", "password"} }

// PreviewInvite returns the content of an invite. An unknown, used, replaced or expired one is 400
// TOKEN_INVALID, with the same message for each.
func PreviewInvite(ctx context.Context, tx *db.DB, token string, now time.Time) (Invitation, error) {
	invited, err := findInvited(tx.WithContext(ctx), token, now)
	if err != nil {
		return Invitation{}, err
	}
	return Invitation{Name: invited.Name, Email: invited.Email, ExpiresAt: *invited.InviteExpires}, nil
}

// AcceptInvite sets the password of a pending operator, who becomes active, and returns them as a
// caller. An invalid token is 400 TOKEN_INVALID, also for the second of two concurrent requests. A
// password against the policy is 400 VALIDATION_ERROR, and the invite stays valid.
func AcceptInvite(ctx context.Context, tx *db.DB, by auth.Caller, input AcceptInput) (auth.Caller, error) {
	// The hash is expensive, so the token is checked before it, and again under the lock.
	invited, err := findInvited(tx.WithContext(ctx), input.Token, by.Now)
	if err != nil {
		return auth.Caller{}, err
	}
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return auth.Caller{}, err
	}
	if err := policy.CheckOperator(input.Password, "password", invited.owner()...); err != nil {
		return auth.Caller{}, err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return auth.Caller{}, err
	}
	var accepted Operator
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		accepted, err = db.Change(ctx, tx, invited.ID, "", func(_ *db.DB, _ Operator, operator *Operator) error {
			operator.Status, operator.Password, operator.DateUpdated = Active, &hash, by.Now
			operator.InviteToken, operator.InviteExpires = nil, nil
			return nil
		}, withInvite(input.Token, by.Now))
		if errs.HasCode(err, errs.CodeNotFound) {
			return errInvite()
		}
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.InviteAccepted, Subject: accepted.UserCode.String()})
	})
	if err != nil {
		return auth.Caller{}, err
	}
	return accepted.callerLike(by), nil
}

// findInvited returns the pending operator with a valid invite of this token.
func findInvited(query *db.DB, token string, now time.Time) (Operator, error) {
	return db.First[Operator](query.Scopes(withInvite(token, now)), errInvite())
}

func withInvite(token string, now time.Time) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Where("invite_token = ? and invite_expires > ? and status = ?", secret.Hash(token), now, Pending)
	}
}

func errInvite() error {
	return errs.New(errs.KindInvalid, errs.CodeTokenInvalid,
		"Este convite não é mais válido: já foi aceito, venceu ou foi substituído. Peça outro a quem convidou você.")
}
