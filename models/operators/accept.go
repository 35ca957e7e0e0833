package operators

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// Invitation is what an invite says to who holds it (GET /auth/system-invite/preview).
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

// PreviewInvite tells whom an invite is for. An unknown, used, replaced or expired one is
// 400 TOKEN_INVALID, in the same words for each.
func PreviewInvite(ctx context.Context, tx *db.DB, token string, now time.Time) (Invitation, error) {
	invited, err := findInvited(tx.WithContext(ctx), token, now)
	if err != nil {
		return Invitation{}, err
	}
	return Invitation{Name: invited.Name, Email: invited.Email, ExpiresAt: *invited.InviteExpires}, nil
}

// AcceptInvite sets the password of a pending operator, who is active from then on, and gives
// them. Of two requests at once with the same token one is 400 TOKEN_INVALID, as is every
// other token that does not serve; a password against the policy is 400 VALIDATION_ERROR and
// leaves the invite open.
func AcceptInvite(ctx context.Context, tx *db.DB, by auth.Caller, input AcceptInput) (auth.Caller, error) {
	// Looked at before the hash, which is dear, and again under the lock.
	if _, err := PreviewInvite(ctx, tx, input.Token, by.Now); err != nil {
		return auth.Caller{}, err
	}
	if err := password.Check(input.Password, "password"); err != nil {
		return auth.Caller{}, err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return auth.Caller{}, err
	}
	var accepted Operator
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		accepted, err = findInvited(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}), input.Token, by.Now)
		if err != nil {
			return err
		}
		if err := activate(tx, accepted.ID, hash, by.Now); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.InviteAccepted, Subject: accepted.UserCode.String()})
	})
	if err != nil {
		return auth.Caller{}, err
	}
	came := accepted.Caller()
	came.Origin, came.Now = by.Origin, by.Now
	return came, nil
}

// findInvited gives the pending operator whose invite still serves.
func findInvited(query *db.DB, token string, now time.Time) (Operator, error) {
	invited := query.Where("invite_token = ? and invite_expires > ? and status = ?", secret.Hash(token), now, Pending)
	return db.First[Operator](invited, errs.New(errs.KindInvalid, errs.CodeTokenInvalid,
		"Este convite não vale mais: já foi aceito, venceu ou foi trocado por um mais novo. Peça outro a quem convidou você."))
}

func activate(tx *db.DB, id int64, hash string, now time.Time) error {
	return tx.Model(&Operator{}).Where("id = ?", id).Updates(map[string]any{
		"status": Active, "password": hash, "invite_token": nil, "invite_expires": nil, "date_updated": now,
	}).Error
}
