package webhooks

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

const (
	// secretPrefix begins a secret, as Standard Webhooks writes it.
	secretPrefix = "whsec_"
	secretBytes  = 32
	// overlap is the time in which a replaced secret signs beside the current one.
	overlap = 24 * time.Hour
	// purpose is that of the encrypted secrets.
	purpose = "webhook_endpoints.secret"
)

func newSecret() string {
	var random [secretBytes]byte
	rand.Read(random[:])
	return secretPrefix + base64.StdEncoding.EncodeToString(random[:])
}

// secrets returns the secrets that sign at a time, the current one first; none if the key does not decrypt it. A replaced
// secret that the key does not decrypt does not sign.
func (e stored) secrets(key encryption.Key, now time.Time) []string {
	current, err := key.Decrypt(e.SecretEncrypted, purpose)
	if err != nil {
		return nil
	}
	list := []string{string(current)}
	if e.PreviousSecretExpires == nil || !now.Before(*e.PreviousSecretExpires) {
		return list
	}
	if previous, err := key.Decrypt(e.PreviousSecretEncrypted, purpose); err == nil {
		list = append(list, string(previous))
	}
	return list
}

// signature returns the value of X-Service-Signature: an HMAC-SHA256 over `{timestamp}.{body}` keyed with the secret as it
// is shown.
func signature(secret string, sent time.Time, body []byte) string {
	return "sha256=" + hex.EncodeToString(sum([]byte(secret), unix(sent)+".", body))
}

// standardSignature returns a signature of Standard Webhooks: an HMAC-SHA256 over `{id}.{timestamp}.{body}` keyed with the
// bytes that the secret holds in base64.
func standardSignature(secret, id string, sent time.Time, body []byte) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix)) // from newSecret
	return "v1," + base64.StdEncoding.EncodeToString(sum(key, id+"."+unix(sent)+".", body))
}

func sum(key []byte, prefix string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(body)
	return mac.Sum(nil)
}

func unix(moment time.Time) string { return strconv.FormatInt(moment.Unix(), 10) }

// RotateKey encrypts the secrets with the new key and returns the number of endpoints; it skips those that already are. It
// returns encryption.ErrDecrypt for a secret that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", id)
	columns := []string{"secret_encrypted", "previous_secret_encrypted", "encryption_key_id"}
	return db.UpdateEach(outdated, columns, func(row *stored) (err error) {
		row.EncryptionKeyID = id
		if row.SecretEncrypted, err = change.Reencrypt(row.SecretEncrypted, purpose); err != nil || row.PreviousSecretEncrypted == nil {
			return err
		}
		row.PreviousSecretEncrypted, err = change.Reencrypt(row.PreviousSecretEncrypted, purpose)
		return err
	})
}
