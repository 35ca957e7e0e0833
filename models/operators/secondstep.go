package operators

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
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
	// HasApp reports whether the person has an authenticator app; Passkey asks for their passkeys, if they have one.
	HasApp  bool
	Passkey secondfactor.Challenge
}

// waitingToken is the content of Waiting.Token. A new password makes it invalid.
type waitingToken struct {
	OperatorID   int64
	PasswordHash []byte
	Until        time.Time
}

// CodeInput is the form of the second step: a code of the app, a recovery code, or the answer of a passkey.
type CodeInput struct {
	Token     string `form:"waiting"`
	Code      string `form:"code"`
	Recovery  string `form:"recovery"`
	Challenge string `form:"challenge"`
	Passkey   string `form:"passkey"`
}

func (in CodeInput) proof() secondfactor.Proof {
	return secondfactor.Proof{Code: cmp.Or(in.Recovery, in.Code), Kept: in.Challenge, Answer: in.Passkey}
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
	token, err := json.Marshal(waitingToken{OperatorID: operator.ID, PasswordHash: secret.Hash(hashOf(operator)),
		Until: by.Now.Add(waitingLifetime)})
	if err != nil {
		return auth.Caller{}, Waiting{}, err
	}
	waiting, err := l.waitingOf(ctx, tx, operator.callerLike(by))
	waiting.Token = base64.RawURLEncoding.EncodeToString(l.Factors.Key.Encrypt(token, waitingPurpose))
	return auth.Caller{}, waiting, err
}

// Finish returns the operator of a sign-in that waits, after its code, and records the login. An expired sign-in is 400
// TOKEN_INVALID; see secondfactor.Check for the other errors.
func (l Login) Finish(ctx context.Context, tx *db.DB, by auth.Caller, input CodeInput) (auth.Caller, secondfactor.Passed, error) {
	operator, err := l.waiting(ctx, tx, input.Token, by.Now)
	if err != nil {
		return auth.Caller{}, secondfactor.Passed{}, err
	}
	if input.proof().IsEmpty() {
		return auth.Caller{}, secondfactor.Passed{}, errs.Invalid("code", "digite o código")
	}
	return l.finish(ctx, tx, operator.callerLike(by), input.proof())
}

// FindWaiting returns a sign-in that waits, to show its form again. An expired one is 400 TOKEN_INVALID.
func (l Login) FindWaiting(ctx context.Context, tx *db.DB, token string, now time.Time) (Waiting, error) {
	operator, err := l.waiting(ctx, tx, token, now)
	if err != nil {
		return Waiting{}, err
	}
	waiting, err := l.waitingOf(ctx, tx, operator.Caller().At(now))
	waiting.Token = token
	return waiting, err
}

// waitingOf returns what the form of the second step shows, with a new challenge.
func (l Login) waitingOf(ctx context.Context, tx *db.DB, operator auth.Caller) (Waiting, error) {
	waiting := Waiting{Name: operator.FullName(), Email: operator.Email}
	var err error
	if waiting.HasApp, err = secondfactor.HasApp(ctx, tx, operator.ID); err != nil {
		return waiting, err
	}
	waiting.Passkey, err = l.Factors.Ask(ctx, tx, operator)
	return waiting, err
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

// PasskeyInput is the form that signs in by a passkey alone: first the e-mail, then the answer to the challenge.
type PasskeyInput struct {
	Email     string `form:"email"`
	Challenge string `form:"challenge"`
	Passkey   string `form:"passkey"`
}

// PasskeyLimit limits how often one address asks for challenges.
func PasskeyLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "login.passkey", Limit: 60, Per: 5 * time.Minute}
}

// BeginPasskey returns the challenge for the passkeys of the operator with this e-mail. It answers alike whether there is such an
// operator, and whether they have a passkey. An e-mail that is none is 400 VALIDATION_ERROR.
func (l Login) BeginPasskey(ctx context.Context, tx *db.DB, by auth.Caller, input PasskeyInput) (secondfactor.Challenge, error) {
	address, valid := email.Normalize(input.Email)
	if !valid {
		return secondfactor.Challenge{}, errs.Invalid("email", "informe um e-mail válido")
	}
	operator, err := findByEmail(ctx, tx, address)
	if err != nil {
		return secondfactor.Challenge{}, err
	}
	return l.Factors.AskToSignIn(ctx, tx, by, operator.Caller(), address)
}

// FinishPasskey returns the operator whose passkey answered the challenge of BeginPasskey, and records the login. It counts failures
// as Authenticate does, and returns the same errors; a passkey that is not of this account is 401 INVALID_CREDENTIALS.
func (l Login) FinishPasskey(ctx context.Context, tx *db.DB, by auth.Caller, input PasskeyInput) (auth.Caller, error) {
	address, _ := email.Normalize(input.Email)
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, address, by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return auth.Caller{}, cmp.Or(security.RecordLimited(ctx, tx, by, address), err)
	}
	if err != nil {
		return auth.Caller{}, err
	}
	operator, err := findByEmail(ctx, tx, address)
	if err != nil {
		return auth.Caller{}, errors.Join(err, try.Undo(ctx, tx))
	}
	caller := operator.callerLike(by)
	caller.Email = address // of nobody too, so that the refusal is the same
	isRight, err := l.Factors.AcceptSignIn(ctx, tx, caller, secondfactor.Proof{Kept: input.Challenge, Answer: input.Passkey})
	if err != nil && !errs.HasCode(err, errs.CodeInvalidCredentials) {
		return auth.Caller{}, errors.Join(err, try.Undo(ctx, tx))
	}
	if why := passkeyFailure(operator, isRight); why != "" {
		return auth.Caller{}, cmp.Or(security.Record(ctx, tx, by, failed(address, why)), err, why.refusal())
	}
	caller.SecondStep = auth.SecondStep{IsOn: true, ConfirmedAt: by.Now}
	return caller, errors.Join(try.Undo(ctx, tx), l.record(ctx, tx, caller))
}

// passkeyFailure returns why a passkey does not sign in; empty if it does. An account whose password was taken away, because somebody
// else was in it, opens again with a new password only.
func passkeyFailure(operator Operator, isRight bool) reason {
	switch {
	case !isRight || operator.Password == nil:
		return wrongPasskey
	case operator.Status != Active:
		return nowInactive
	}
	return ""
}
