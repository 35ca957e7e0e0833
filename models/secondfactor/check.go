package secondfactor

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Passed is a second step that was passed.
type Passed struct {
	// ByRecovery reports whether a recovery code was used, and Left is the number of those that remain.
	ByRecovery bool
	Left       int
}

// Proof is what passes the second step: a code, or the answer of a passkey to a challenge.
type Proof struct {
	// Code is six digits of the authenticator app, or a recovery code.
	Code string
	// Kept is that of the challenge, Answer the passkey's answer as JSON; empty for a code.
	Kept, Answer string
}

// IsEmpty reports whether nothing was sent.
func (p Proof) IsEmpty() bool { return p.Code == "" && p.Answer == "" }

// Required returns 401 SECOND_FACTOR_REQUIRED for a right password without a code.
func Required() error {
	return errs.New(errs.KindUnauthenticated, errs.CodeSecondFactorRequired, "Esta conta pede a segunda etapa. Envie também o código.")
}

// Check checks what the operator `by` sent to pass the second step. It accepts each code, and each answer of a passkey, once. A
// wrong or used one is 401 INVALID_CREDENTIALS and counts as a failed login; too many are 429 RATE_LIMITED.
// tx must be the pool, so that a failure stays counted.
func (f Factors) Check(ctx context.Context, tx *db.DB, by auth.Caller, proof Proof) (Passed, error) {
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, by.Email, by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return Passed{}, cmp.Or(security.RecordLimited(ctx, tx, by, by.Email), err)
	}
	if err != nil {
		return Passed{}, err
	}
	passed, isRight, err := f.accept(ctx, tx, by, proof)
	if errs.HasCode(err, errs.CodeInvalidCredentials) {
		return passed, cmp.Or(security.Record(ctx, tx, by, failed(by, "wrong_passkey")), err)
	}
	if err != nil {
		return passed, errors.Join(err, try.Undo(ctx, tx))
	}
	if !isRight {
		return passed, cmp.Or(security.Record(ctx, tx, by, failed(by, proof.reason())), proof.refusal())
	}
	return passed, try.Undo(ctx, tx)
}

func failed(by auth.Caller, reason string) security.Event {
	return security.Event{Kind: security.LoginFailed, Subject: by.Email, Details: map[string]any{"reason": reason}}
}

func (p Proof) reason() string {
	if p.Answer != "" {
		return "wrong_passkey"
	}
	return "wrong_code"
}

func (p Proof) refusal() error {
	if p.Answer != "" {
		return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials,
			"Esta chave de acesso não serve aqui, ou o pedido já foi usado. Tente de novo.")
	}
	message := "Código errado ou já usado."
	if len(normalize(p.Code)) == codeLength {
		message += " O relógio do celular pode estar errado."
	}
	return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials, message)
}

// normalize drops what people type between the groups of a code.
func normalize(code string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code))
}

// accept uses up the code or the answer, or reports that it is not right.
func (f Factors) accept(ctx context.Context, tx *db.DB, by auth.Caller, proof Proof) (passed Passed, isRight bool, err error) {
	if proof.Answer != "" {
		isRight, err = f.acceptPasskey(ctx, tx, by, proof, forStep)
		return passed, isRight, err
	}
	code := normalize(proof.Code)
	if len(code) == codeLength {
		isRight, err = f.acceptFromApp(ctx, tx, by, code)
		return passed, isRight, err
	}
	if isRight, err = f.acceptRecovery(ctx, tx, by, code); err != nil || !isRight {
		return passed, false, err
	}
	left, err := codesLeft(ctx, tx, by.ID)
	return Passed{ByRecovery: true, Left: left}, true, err
}

// acceptFromApp stores the period of the code, unless a concurrent request has stored it.
func (f Factors) acceptFromApp(ctx context.Context, tx *db.DB, by auth.Caller, code string) (bool, error) {
	var found []authenticator
	if err := tx.WithContext(ctx).Where("operator_id = ?", by.ID).Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return false, err
	}
	secret, err := f.Key.Decrypt(found[0].SecretEncrypted, secretPurpose)
	if err != nil {
		return false, err
	}
	step, matches := matchStep(secret, code, found[0].LastStep, by.Now, drift)
	if !matches {
		return false, nil
	}
	used := tx.WithContext(ctx).Model(&authenticator{}).Where("id = ? and last_step < ?", found[0].ID, step).
		Updates(map[string]any{"last_step": step, "last_used_at": by.Now})
	return used.RowsAffected == 1, used.Error
}
