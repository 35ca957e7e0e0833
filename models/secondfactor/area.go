package secondfactor

import (
	"context"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// The kinds of messages about the second factor of an account.
var (
	TurnedOn  = mail.KindOf[mail.None]{Kind: "second_step_on", Label: "Segunda etapa ligada", Required: true}
	TurnedOff = mail.KindOf[mail.None]{Kind: "second_step_off", Label: "Segunda etapa desligada", Required: true}
	Removed   = mail.KindOf[mail.None]{Kind: "second_step_removed", Label: "Segunda etapa apagada", Required: true}
	RemovedOf = mail.KindOf[Colleague]{Kind: "second_step_removed_of", Label: "Segunda etapa apagada por você", Required: true}
)

// The kinds of messages about a further passkey.
var (
	PasskeyAdded   = mail.KindOf[PasskeyName]{Kind: "passkey_added", Label: "Chave de acesso criada", Required: true}
	PasskeyRemoved = mail.KindOf[PasskeyName]{Kind: "passkey_removed", Label: "Chave de acesso removida", Required: true}
)

// PasskeyName is the passkey that a message is about.
type PasskeyName struct{ Name string }

// Colleague is the operator whose second factor the recipient has reset.
type Colleague struct{ Name string }

// Area declares what second factors bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"authenticators", "passkeys", "recovery_codes", "used_challenges"},
		Personal: personalData(),
		Mails: []mail.Declared{TurnedOn.Declared(), TurnedOff.Declared(), Removed.Declared(), RemovedOf.Declared(),
			PasskeyAdded.Declared(), PasskeyRemoved.Declared()},
		Secrets: []area.Secret{{Label: "segunda etapa", Rotate: RotateKey}},
	}
}

// RotateKey encrypts the secrets and the recovery codes with the new key and returns their number; it skips those that
// already are. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := func() *db.DB { return tx.WithContext(ctx).Where("encryption_key_id <> ?", id) }
	apps, err := db.UpdateEach(outdated(), []string{"secret_encrypted", "encryption_key_id"}, func(row *authenticator) (err error) {
		row.EncryptionKeyID = id
		row.SecretEncrypted, err = change.Reencrypt(row.SecretEncrypted, secretPurpose)
		return err
	})
	if err != nil {
		return 0, err
	}
	codes, err := db.UpdateEach(outdated(), []string{"hash_encrypted", "encryption_key_id"}, func(row *recoveryCode) (err error) {
		row.EncryptionKeyID = id
		row.HashEncrypted, err = change.Reencrypt(row.HashEncrypted, codePurpose)
		return err
	})
	return apps + codes, err
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("authenticators", "secret_encrypted encryption_key_id"),
		personal.Plain("passkeys", "identifier name credential"),
		personal.Plain("used_challenges", "hash"),
		personal.Plain("recovery_codes", "hash_encrypted encryption_key_id"),
	}
}
