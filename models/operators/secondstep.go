package operators

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

const (
	// waitingLifetime is the time in which the code must follow the password.
	waitingLifetime = 10 * time.Minute
	waitingPurpose  = "operators.second_step"
)

// Waiting is a sign-in between its two steps: the password was right.
type Waiting struct {
	// Token stands for the password in the form of the code; empty if no code is needed.
	Token string
	// Name and Email are of the person who signs in.
	Name, Email string
}

// waitingToken is the content of Waiting.Token. A new password makes it invalid.
type waitingToken struct {
	OperatorID   int64
	PasswordHash []byte
	Until        time.Time
}

// CodeInput is the form of the second step.
type CodeInput struct {
	Token string `form:"waiting"`
	Code  string `form:"code"`
}

// Begin is Authenticate for pages, which ask for the code after the password: it returns the operator, or a sign-in that
// waits for Finish.
func (l Login) Begin(ctx context.Context, tx *db.DB, by auth.Caller, input LoginInput) (auth.Caller, Waiting, error) {
	caller, waits, err := l.begin(ctx, tx, by, input)
	if err != nil || !waits {
		return caller, Waiting{}, err
	}
	operator, err := findByEmail(ctx, tx, caller.Email)
	if err != nil {
		return auth.Caller{}, Waiting{}, err
	}
	token, err := json.Marshal(waitingToken{OperatorID: operator.ID, PasswordHash: secret.Hash(hashOf(operator)), Until: by.Now.Add(waitingLifetime)})
	if err != nil {
		return auth.Caller{}, Waiting{}, err
	}
	waiting := waitingOf(operator)
	waiting.Token = base64.RawURLEncoding.EncodeToString(l.Factors.Key.Encrypt(token, waitingPurpose))
	return auth.Caller{}, waiting, nil
}

// Finish returns the operator of a sign-in that waits, after its code, and records the login. An expired sign-in is 400
// TOKEN_INVALID; see secondfactor.Check for the other errors.
func (l Login) Finish(ctx context.Context, tx *db.DB, by auth.Caller, input CodeInput) (auth.Caller, secondfactor.Passed, error) {
	operator, err := l.waiting(ctx, tx, input.Token, by.Now)
	if err != nil {
		return auth.Caller{}, secondfactor.Passed{}, err
	}
	if input.Code == "" {
		return auth.Caller{}, secondfactor.Passed{}, errs.Invalid("code", "digite o código")
	}
	return l.finish(ctx, tx, operator.callerLike(by), input.Code)
}

// FindWaiting returns a sign-in that waits, to show its form again. An expired one is 400 TOKEN_INVALID.
func (l Login) FindWaiting(ctx context.Context, tx *db.DB, token string, now time.Time) (Waiting, error) {
	operator, err := l.waiting(ctx, tx, token, now)
	waiting := waitingOf(operator)
	waiting.Token = token
	return waiting, err
}

func waitingOf(operator Operator) Waiting {
	return Waiting{Name: operator.Caller().FullName(), Email: operator.Email}
}

func (l Login) waiting(ctx context.Context, tx *db.DB, token string, now time.Time) (Operator, error) {
	expired := errs.New(errs.KindInvalid, CodeTokenInvalid, "A entrada demorou demais. Comece de novo.")
	var opened waitingToken
	encrypted, err := base64.RawURLEncoding.DecodeString(token)
	if err == nil {
		encrypted, err = l.Factors.Key.Decrypt(encrypted, waitingPurpose)
	}
	if err == nil {
		err = json.Unmarshal(encrypted, &opened)
	}
	if err != nil || now.After(opened.Until) {
		return Operator{}, expired
	}
	active := tx.WithContext(ctx).Where("id = ? and status = ?", opened.OperatorID, Active)
	operator, err := db.First[Operator](active, expired)
	if err == nil && !bytes.Equal(secret.Hash(hashOf(operator)), opened.PasswordHash) {
		err = expired
	}
	return operator, err
}
