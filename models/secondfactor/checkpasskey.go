package secondfactor

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// AcceptSignIn uses up the answer to a challenge of AskToSignIn, and reports whether it is of a passkey of the operator `by`.
func (f Factors) AcceptSignIn(ctx context.Context, tx *db.DB, by auth.Caller, proof Proof) (isRight bool, err error) {
	return f.acceptPasskey(ctx, tx, by, proof, forSignIn)
}

// acceptPasskey uses up the answer of a passkey, or reports that it is not right. A passkey whose counter went back may have been
// copied: it opens nothing any more, which is 401 INVALID_CREDENTIALS with the reason.
func (f Factors) acceptPasskey(ctx context.Context, tx *db.DB, by auth.Caller, proof Proof, purpose string) (isRight bool, err error) {
	if !f.UsePasskeys() {
		return false, nil
	}
	session, err := f.unseal(by, proof.Kept, purpose)
	if err != nil {
		return false, err
	}
	rows, err := working(ctx, tx, by.ID)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	used, isRight, err := f.validate(by, rows, session, proof.Answer)
	if err != nil || !isRight {
		return false, err
	}
	// The counter of an answer that is sent twice has not moved either: that is no copy.
	if isRight, err = useUp(tx.WithContext(ctx), by, session); err != nil || !isRight {
		return false, err
	}
	if used.Credential.Authenticator.CloneWarning {
		return false, cmp.Or(suspect(ctx, tx, by, used), errCopied())
	}
	return used.store(tx.WithContext(ctx), by)
}

// validate returns the passkey that gave the answer, with its new state.
func (f Factors) validate(by auth.Caller, rows []passkey, session webauthn.SessionData, answer string) (used passkey, isRight bool,
	err error) {
	person, err := holderOf(by, rows)
	if err != nil {
		return passkey{}, false, err
	}
	party, err := f.party()
	if err != nil {
		return passkey{}, false, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return passkey{}, false, nil
	}
	validated, err := party.ValidateLogin(person, session, parsed)
	if err != nil {
		return passkey{}, false, nil
	}
	at := slices.IndexFunc(rows, func(row passkey) bool { return bytes.Equal(row.Identifier, validated.ID) })
	used = rows[at]
	used.Credential = *validated
	return used, true, nil
}

// useUp reports whether the challenge was not answered before, and makes it answered.
func useUp(tx *db.DB, by auth.Caller, session webauthn.SessionData) (isUnused bool, err error) {
	stored := tx.Exec("insert into used_challenges (hash, expires_at) select ?::bytea, ? on conflict do nothing",
		secret.Hash(session.Challenge), by.Now.Add(2*challengeLifetime))
	return stored.RowsAffected == 1, stored.Error
}

// store stores the use of the passkey, unless a concurrent request has moved its counter.
func (row passkey) store(tx *db.DB, by auth.Caller) (isStored bool, err error) {
	before := row.SignCount
	row.SignCount, row.LastUsedAt = int64(row.Credential.Authenticator.SignCount), &by.Now
	stored := tx.Model(&row).Where("sign_count = ?", before).Select("credential", "sign_count", "last_used_at").Updates(&row)
	return stored.RowsAffected == 1, stored.Error
}

// suspect takes a passkey out of use and records why.
func suspect(ctx context.Context, tx *db.DB, by auth.Caller, row passkey) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Model(&passkey{}).Where("id = ?", row.ID).Update("suspected_at", by.Now).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.PasskeySuspected, Subject: by.Code,
			Details: map[string]any{"passkey": row.Name}})
	})
}

func errCopied() error {
	return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials,
		"Esta chave de acesso pode ter sido copiada e não abre mais nada. Entre de outro jeito e remova-a em Minha conta.")
}
