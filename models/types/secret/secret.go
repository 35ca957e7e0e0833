// Package secret generates the random secrets of sessions, invites, password resets and API
// tokens, of 256 bits each. Only the bearer has a secret; the database stores hashes.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

const length = 32

// New returns a secret of 256 random bits that can be part of a URL.
func New() string {
	var random [length]byte
	rand.Read(random[:])
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// Hash returns the SHA-256 of a secret, by which it is stored and looked up.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
