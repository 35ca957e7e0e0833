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

// Required returns 401 SECOND_FACTOR_REQUIRED for a right password without a code.
func Required() error {
	return errs.New(errs.KindUnauthenticated, errs.CodeSecondFactorRequired, "Esta conta pede a segunda etapa. Envie também o código.")
}

// Check checks the code of the operator `by`: six digits of the authenticator app, or a recovery code. It accepts each
// code once. A wrong or used code is 401 INVALID_CREDENTIALS and counts as a failed login; too many are 429 RATE_LIMITED.
// tx must be the pool, so that a failure stays counted.
func (f Factors) Check(ctx context.Context, tx *db.DB, by auth.Caller, code string) (Passed, error) {
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, by.Email, by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return Passed{}, cmp.Or(security.RecordLimited(ctx, tx, by, by.Email), err)
	}
	if err != nil {
		return Passed{}, err
	}
	passed, isRight, err := f.accept(ctx, tx, by, normalize(code))
	if err != nil {
		return passed, errors.Join(err, try.Undo(ctx, tx))
	}
	if !isRight {
		failed := security.Event{Kind: security.LoginFailed, Subject: by.Email, Details: map[string]any{"reason": "wrong_code"}}
		return passed, cmp.Or(security.Record(ctx, tx, by, failed), errWrongCode())
	}
	return passed, try.Undo(ctx, tx)
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

// accept uses up the code, or reports that it is not right.
func (f Factors) accept(ctx context.Context, tx *db.DB, by auth.Caller, code string) (passed Passed, isRight bool, err error) {
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

func errWrongCode() error {
	return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials, "Código errado ou já usado.")
}
