package signing

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// newToken sets a new token and returns it.
func (c *Contract) newToken(key encryption.Key) (token string) {
	token = secret.New()
	c.SigningToken, c.SigningTokenEncrypted, c.EncryptionKeyID = secret.Hash(token), key.Encrypt([]byte(token), c.purpose()), key.ID()
	return token
}

// token returns the token of the link.
func (c Contract) token(key encryption.Key) (string, error) {
	plain, err := key.Decrypt(c.SigningTokenEncrypted, c.purpose())
	return string(plain), err
}

// purpose binds an encrypted token to its row.
func (c Contract) purpose() string { return "contracts.signing_token " + c.ID.String() }

// RotateKey encrypts the tokens of links with the new key and returns their number; it skips those that already are. It
// returns encryption.ErrDecrypt for a token that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Select("id", "signing_token_encrypted", "encryption_key_id").Where("encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"signing_token_encrypted", "encryption_key_id"}, func(row *Contract) (err error) {
		row.EncryptionKeyID = id
		row.SigningTokenEncrypted, err = change.Reencrypt(row.SigningTokenEncrypted, row.purpose())
		return err
	})
}

// maxToken is the maximum length of a token in characters.
const maxToken = 100

// FindByToken returns the contract of a link, also of one that has expired or was used; see Contract.State. Any other
// token is 404 TOKEN_INVALID.
func FindByToken(ctx context.Context, tx *db.DB, token string) (Contract, error) {
	if token == "" || len(token) > maxToken {
		return Contract{}, errTokenInvalid()
	}
	return db.First[Contract](tx.WithContext(ctx).Where("signing_token = ?", secret.Hash(token)), errTokenInvalid())
}

func errTokenInvalid() error {
	return errs.New(errs.KindNotFound, errs.CodeTokenInvalid,
		"Este link não abre mais. O endereço pode estar cortado. Abra de novo pela mensagem ou peça outro à associação.")
}

func errTokenExpired() error {
	return errs.New(errs.KindNotFound, errs.CodeTokenInvalid, "O prazo deste link terminou. Peça outro à associação.")
}
