// Package sealed encrypts what must rest in the database and be read again: AES-256-GCM
// under the association's key (CONFIG_ENCRYPT_KEY). What only has to be recognised is hashed
// instead, see package secret.
package encryption

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// KeyBytes is the length of a key.
const KeyBytes = 32

// ErrUnreadable is given for what another key sealed, for another purpose, or was altered.
var ErrUnreadable = errors.New("the sealed value cannot be opened with this key")

// Key seals and opens. The zero value is no key; make one with NewKey or ParseKey.
type Key struct {
	id   string
	aead cipher.AEAD
}

// NewKey returns a key of 32 bytes. Bytes that are all alike are what somebody fills in who
// has no key, and are refused.
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
	return Key{id: hex.EncodeToString(sum[:4]), aead: aead}, err
}

// ParseKey returns the key that is written in base64.
func ParseKey(text string) (Key, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return Key{}, err
	}
	return NewKey(raw)
}

// ID names the key without revealing it; it is stored beside what the key sealed.
func (k Key) ID() string { return k.id }

// Seal encrypts for a purpose, such as a table and a column: what is sealed for one purpose
// cannot be put in the place of another.
func (k Key) Seal(plain []byte, purpose string) []byte {
	nonce := make([]byte, k.aead.NonceSize())
	rand.Read(nonce)
	return k.aead.Seal(nonce, nonce, plain, []byte(purpose))
}

// Open decrypts what Seal gave for the same purpose, or returns ErrUnreadable.
func (k Key) Open(box []byte, purpose string) ([]byte, error) {
	if k.aead == nil || len(box) < k.aead.NonceSize() {
		return nil, ErrUnreadable
	}
	nonce, rest := box[:k.aead.NonceSize()], box[k.aead.NonceSize():]
	plain, err := k.aead.Open(nil, nonce, rest, []byte(purpose))
	if err != nil {
		return nil, ErrUnreadable
	}
	return plain, nil
}

// Change is a change of keys.
type Change struct{ Old, New Key }

// Reseal returns what the old key sealed, sealed by the new one for the same purpose, or answers
// ErrUnreadable.
func (c Change) Reseal(box []byte, purpose string) ([]byte, error) {
	plain, err := c.Old.Open(box, purpose)
	if err != nil {
		return nil, err
	}
	return c.New.Seal(plain, purpose), nil
}
