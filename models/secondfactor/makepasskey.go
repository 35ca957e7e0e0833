package secondfactor

import (
	"cmp"
	"context"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// PasskeyInput is the form that keeps a new passkey.
type PasskeyInput struct {
	Name   string `form:"name"`
	Kept   string `form:"challenge"`
	Answer string `form:"passkey"`
}

// BeginPasskey returns the challenge for a new passkey of the caller. It returns 409 CONFLICT for an account with twenty.
func (f Factors) BeginPasskey(ctx context.Context, tx *db.DB, by auth.Caller) (Challenge, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Challenge{}, err
	}
	person, err := f.roomFor(ctx, tx, by)
	if err != nil {
		return Challenge{}, err
	}
	association, err := settings.Get(ctx, tx, settings.AssociationName)
	if err != nil {
		return Challenge{}, err
	}
	party, err := f.party()
	if err != nil {
		return Challenge{}, err
	}
	creation, session, err := party.BeginRegistration(person, webauthn.WithRegistrationRelyingPartyName(cmp.Or(association, "Acolhe")),
		webauthn.WithExclusions(webauthn.Credentials(person.credentials).CredentialDescriptors()))
	if err != nil {
		return Challenge{}, err
	}
	return f.keep(by, creation.Response, keptChallenge{For: forMaking, Session: *session})
}

// roomFor returns the caller with their passkeys if there is room for another.
func (f Factors) roomFor(ctx context.Context, tx *db.DB, by auth.Caller) (holder, error) {
	if !f.UsePasskeys() {
		return holder{}, errNoAddress()
	}
	rows, err := working(ctx, tx, by.ID)
	if err == nil && len(rows) >= maxPasskeys {
		err = errs.Conflict(errs.CodeConflict, "Você já tem 20 chaves de acesso. Remova uma antes.")
	}
	if err != nil {
		return holder{}, err
	}
	return holderOf(by, rows)
}

// MakePasskey keeps a new passkey of the caller. It returns the recovery codes if it is the first factor of the account. It returns
// 400 VALIDATION_ERROR for a passkey that does not answer its challenge, and 409 CONFLICT for one that an account has already.
func (f Factors) MakePasskey(ctx context.Context, tx *db.DB, by auth.Caller, input PasskeyInput) (codes []string, err error) {
	if err := access.RequireConfirmed(by); err != nil {
		return nil, err
	}
	name, err := checkName(cmp.Or(strings.TrimSpace(input.Name), sessions.DeviceOf(by.Origin.UserAgent)))
	if err != nil {
		return nil, err
	}
	person, err := f.roomFor(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	session, credential, err := f.registered(by, person, input)
	if err != nil {
		return nil, err
	}
	row := passkey{OperatorID: by.ID, Identifier: credential.ID, Name: name, Credential: credential,
		SignCount: int64(credential.Authenticator.SignCount), DateCreated: by.Now}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if isUnused, err := useUp(tx, by, session); err != nil || !isUnused {
			return cmp.Or(err, errNotMade())
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		codes, err = f.addFactor(ctx, tx, by)
		if err != nil || len(codes) > 0 {
			return err
		}
		return f.changedPasskey(ctx, tx, by, added(name))
	})
	return codes, err
}

// registered returns the new passkey that answers the challenge of a form.
func (f Factors) registered(by auth.Caller, person holder, input PasskeyInput) (webauthn.SessionData, webauthn.Credential, error) {
	session, err := f.unseal(by, input.Kept, forMaking)
	if err != nil {
		return session, webauthn.Credential{}, errs.Invalid("passkey", "o pedido venceu: tente de novo")
	}
	party, err := f.party()
	if err != nil {
		return session, webauthn.Credential{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(input.Answer))
	if err != nil {
		return session, webauthn.Credential{}, errNotMade()
	}
	made, err := party.CreateCredential(person, session, parsed)
	if err != nil {
		return session, webauthn.Credential{}, errNotMade()
	}
	// Who made the device is nobody's business.
	made.Attestation = webauthn.CredentialAttestation{}
	return session, *made, nil
}

func errNotMade() error {
	return errs.Invalid("passkey", "não foi criada: tente de novo, ou em outro aparelho")
}

func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || !texts.Fits(name, maxPasskeyName) {
		return "", errs.Invalid("name", "escreva um nome de até 60 letras")
	}
	return name, nil
}

// passkeyChange is a passkey that was added or removed, with its event and its letter.
type passkeyChange struct {
	name   string
	event  security.Kind
	letter mail.KindOf[PasskeyName]
}

func added(name string) passkeyChange {
	return passkeyChange{name, security.PasskeyAdded, PasskeyAdded}
}
func removed(name string) passkeyChange {
	return passkeyChange{name, security.PasskeyRemoved, PasskeyRemoved}
}

// changedPasskey records that a passkey was added or removed, and notifies the person.
func (f Factors) changedPasskey(ctx context.Context, tx *db.DB, by auth.Caller, change passkeyChange) error {
	event := security.Event{Kind: change.event, Subject: by.Code, Details: map[string]any{"passkey": change.name}}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return err
	}
	_, err := f.Mail.Send(ctx, tx, by, change.letter.With(PasskeyName{Name: change.name}, mail.Message{To: by.Email, Name: by.Name}))
	return err
}
