// Package encryption encrypts values that are stored in the database and read again, with
// AES-256-GCM and the association's key (CONFIG_ENCRYPT_KEY). Values that only have to be
// recognized are hashed instead; see package secret.
package encryption

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// KeyBytes is the length of a key.
const KeyBytes = 32

// ErrDecrypt is returned for a value that was encrypted with another key or for another purpose,
// or was altered.
var ErrDecrypt = errors.New("the encrypted value cannot be decrypted with this key")

// Key encrypts and decrypts. The zero value is no key; use NewKey or ParseKey.
type Key struct {
	id   string
	aead cipher.AEAD
	// mac is a key of its own, so that nothing encrypted and nothing derived ever share one.
	mac []byte
}

// NewKey returns a key of 32 bytes. It refuses 32 equal bytes, which are a placeholder.
func NewKey(raw []byte) (Key, error) {
	if len(raw) != KeyBytes {
		return Key{}, fmt.Errorf("a key has %d bytes, not %d", KeyBytes, len(raw))
	}
	if bytes.Count(raw, raw[:1]) == KeyBytes {
		return Key{}, errors.New("bytes that are all alike are no key")
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return Key{}, err
	}
	aead, err := cipher.NewGCM(block)
	sum := sha256.Sum256(raw)
	return Key{id: hex.EncodeToString(sum[:4]), aead: aead, mac: macOf(raw, "acolhe.mac")}, err
}

// ParseKey decodes a key in base64.
func ParseKey(text string) (Key, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return Key{}, err
	}
	return NewKey(raw)
}

// ID returns an identifier of the key that does not reveal it; it is stored with encrypted values.
func (k Key) ID() string { return k.id }

// Encrypt encrypts a value for a purpose, such as a table and a column: it cannot be decrypted for
// another purpose.
func (k Key) Encrypt(plain []byte, purpose string) []byte {
	nonce := make([]byte, k.aead.NonceSize())
	rand.Read(nonce)
	return k.aead.Seal(nonce, nonce, plain, []byte(purpose))
}

// Decrypt decrypts a value that Encrypt returned for the same purpose, or returns ErrDecrypt.
func (k Key) Decrypt(encrypted []byte, purpose string) ([]byte, error) {
	if k.aead == nil || len(encrypted) < k.aead.NonceSize() {
		return nil, ErrDecrypt
	}
	nonce, rest := encrypted[:k.aead.NonceSize()], encrypted[k.aead.NonceSize():]
	plain, err := k.aead.Open(nil, nonce, rest, []byte(purpose))
	if err != nil {
		return nil, ErrDecrypt
	}
	return plain, nil
}

// MAC returns 32 bytes that only the key can derive from a text for a purpose: always the same ones, which show nothing of it.
func (k Key) MAC(text, purpose string) []byte {
	return macOf(k.mac, purpose+"\x00"+text)
}

func macOf(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

// KeyChange is a change from one key to another.
type KeyChange struct{ Old, New Key }

// Reencrypt decrypts a value with the old key and encrypts it with the new one for the same
// purpose, or returns ErrDecrypt.
func (c KeyChange) Reencrypt(encrypted []byte, purpose string) ([]byte, error) {
	plain, err := c.Old.Decrypt(encrypted, purpose)
	if err != nil {
		return nil, err
	}
	return c.New.Encrypt(plain, purpose), nil
}
