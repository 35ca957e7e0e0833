package secondfactor

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// setupLifetime is the time in which a shown secret can be confirmed.
const setupLifetime = time.Hour

// Setup is an authenticator app that waits for its first code.
type Setup struct {
	// Secret is the secret as people type it, Address the otpauth address with it.
	Secret, Address string
	// Kept is the secret encrypted, for the form that confirms it.
	Kept string
}

// ConfirmInput is the form that turns the authenticator app on.
type ConfirmInput struct {
	Kept string `form:"setup"`
	Code string `form:"code"`
}

// keptSecret is the content of Setup.Kept.
type keptSecret struct {
	OperatorID int64
	Secret     []byte
	Until      time.Time
}

// Begin returns a new secret for the caller. Nothing is stored until TurnOn.
func (f Factors) Begin(ctx context.Context, tx *db.DB, by auth.Caller) (Setup, error) {
	raw := make([]byte, secretBytes)
	rand.Read(raw)
	kept, err := json.Marshal(keptSecret{OperatorID: by.ID, Secret: raw, Until: by.Now.Add(setupLifetime)})
	if err != nil {
		return Setup{}, err
	}
	return setupOf(ctx, tx, by, raw, base64.RawURLEncoding.EncodeToString(f.Key.Encrypt(kept, setupPurpose)))
}

// Resume returns the setup of a form that was refused, or a new one if it has expired or is another person's.
func (f Factors) Resume(ctx context.Context, tx *db.DB, by auth.Caller, kept string) (Setup, error) {
	raw, err := f.open(by, kept)
	if err != nil {
		return f.Begin(ctx, tx, by)
	}
	return setupOf(ctx, tx, by, raw, kept)
}

func setupOf(ctx context.Context, tx *db.DB, by auth.Caller, raw []byte, kept string) (Setup, error) {
	association, err := settings.Get(ctx, tx, settings.AssociationName)
	if err != nil {
		return Setup{}, err
	}
	address, err := addressOf(raw, association, by.Email)
	return Setup{Secret: base32Of(raw), Address: address, Kept: kept}, err
}

func (f Factors) open(by auth.Caller, kept string) ([]byte, error) {
	var opened keptSecret
	encrypted, err := base64.RawURLEncoding.DecodeString(kept)
	if err == nil {
		encrypted, err = f.Key.Decrypt(encrypted, setupPurpose)
	}
	if err == nil {
		err = json.Unmarshal(encrypted, &opened)
	}
	if err != nil || opened.OperatorID != by.ID || by.Now.After(opened.Until) {
		return nil, errs.Invalid("code", "não vale mais: leia o desenho novo")
	}
	return opened.Secret, nil
}

// TurnOn stores the authenticator app of the caller in place of an earlier one, after its first code. It returns the
// recovery codes if it is the first factor of the account. A wrong code is 400 VALIDATION_ERROR.
func (f Factors) TurnOn(ctx context.Context, tx *db.DB, by auth.Caller, input ConfirmInput) (codes []string, err error) {
	if err := access.RequireConfirmed(by); err != nil {
		return nil, err
	}
	raw, err := f.open(by, input.Kept)
	if err != nil {
		return nil, err
	}
	code := normalize(input.Code)
	step, matches := matchStep(raw, code, 0, by.Now, drift)
	if !matches {
		return nil, errFirstCode(raw, code, by.Now)
	}
	app := authenticator{OperatorID: by.ID, SecretEncrypted: f.Key.Encrypt(raw, secretPurpose), EncryptionKeyID: f.Key.ID(),
		LastStep: step, LastUsedAt: &by.Now, DateCreated: by.Now}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Where("operator_id = ?", by.ID).Delete(&authenticator{}).Error; err != nil {
			return err
		}
		if err := tx.Create(&app).Error; err != nil {
			return err
		}
		if codes, err = f.addFactor(ctx, tx, by); err != nil || len(codes) > 0 {
			return err
		}
		return f.changed(ctx, tx, by, security.SecondFactorOn, TurnedOn)
	})
	return codes, err
}

// addFactor turns the second step on after a factor was stored, and reports the session as confirmed. It returns the recovery codes
// if the account had no factor.
func (f Factors) addFactor(ctx context.Context, tx *db.DB, by auth.Caller) (codes []string, err error) {
	if err := sessions.Confirm(ctx, tx, by); err != nil {
		return nil, err
	}
	first := tx.Exec("update system_users set second_step_at = ?, second_step_due = null where id = ? and second_step_at is null", by.Now,
		by.ID)
	if first.Error != nil || first.RowsAffected == 0 {
		return nil, first.Error
	}
	if codes, err = f.newCodes(ctx, tx, by); err != nil {
		return nil, err
	}
	return codes, f.changed(ctx, tx, by, security.SecondFactorOn, TurnedOn)
}

// errFirstCode says whether the clock of the app is the reason: whoever sees the secret may know.
func errFirstCode(raw []byte, code string, now time.Time) error {
	if _, isLate := matchStep(raw, code, 0, now, farDrift); isLate {
		return errs.Invalid("code", "o relógio do celular pode estar errado: acerte a hora e tente de novo")
	}
	return errs.Invalid("code", "Código errado. Digite os 6 números que o aplicativo mostra agora")
}

// RenewCodes replaces the recovery codes of the caller and returns the new ones. Without a second factor it is 409 CONFLICT.
func (f Factors) RenewCodes(ctx context.Context, tx *db.DB, by auth.Caller) (codes []string, err error) {
	if err := requireOn(by); err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if codes, err = f.newCodes(ctx, tx, by); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.RecoveryCodesRenewed, Subject: by.Code})
	})
	return codes, err
}

// TurnOff removes the authenticator app of the caller, and with the last factor the second step. Without a second step, and for the
// last factor of a role that needs one, it is 409 CONFLICT.
func (f Factors) TurnOff(ctx context.Context, tx *db.DB, by auth.Caller) error {
	if err := requireOn(by); err != nil {
		return err
	}
	drop := func(tx *db.DB) error { return tx.Where("operator_id = ?", by.ID).Delete(&authenticator{}).Error }
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		isOff, err := f.removeFactor(ctx, tx, by, drop,
			"A associação pede a segunda etapa para o seu papel. Você pode trocar o aplicativo, mas não desligar.")
		if err != nil || isOff {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.AppRemoved, Subject: by.Code})
	})
}

// removeFactor removes a factor of the caller with drop. With the last one it turns the second step off, which it notifies and
// reports; for a role that needs one it is 409 CONFLICT with the refusal.
func (f Factors) removeFactor(ctx context.Context, tx *db.DB, by auth.Caller, drop func(*db.DB) error, refusal string) (isOff bool,
	err error) {
	// Two requests that remove two factors at the same time must not both find the other one.
	if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
		return false, err
	}
	if err := drop(tx); err != nil {
		return false, err
	}
	left, err := factorsLeft(tx, by.ID)
	if err != nil || left > 0 {
		return false, err
	}
	roles, err := settings.Get(ctx, tx, settings.SecondStepRoles)
	if err != nil {
		return false, err
	}
	if roles.Require(by.Roles) {
		return false, errs.Conflict(errs.CodeConflict, refusal)
	}
	if err := remove(tx, by.ID); err != nil {
		return false, err
	}
	return true, f.changed(ctx, tx, by, security.SecondFactorOff, TurnedOff)
}

// factorsLeft returns how many factors of an operator pass the second step.
func factorsLeft(tx *db.DB, operator int64) (left int, err error) {
	err = tx.Raw(`select (select count(*) from authenticators where operator_id = @operator)
		+ (select count(*) from passkeys where operator_id = @operator and suspected_at is null)`, map[string]any{"operator": operator}).
		Scan(&left).Error
	return left, err
}

func requireOn(by auth.Caller) error {
	if !by.SecondStep.IsOn {
		return errs.Conflict(errs.CodeConflict, "A segunda etapa está desligada.")
	}
	return access.RequireConfirmed(by)
}

// changed records a change of the caller's own second factor and notifies them.
func (f Factors) changed(ctx context.Context, tx *db.DB, by auth.Caller, event security.Kind, letter mail.KindOf[mail.None]) error {
	if err := security.Record(ctx, tx, by, security.Event{Kind: event, Subject: by.Code}); err != nil {
		return err
	}
	_, err := f.Mail.Send(ctx, tx, by, mail.Message{Kind: letter.Kind, To: by.Email, Name: by.Name})
	return err
}
