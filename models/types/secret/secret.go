// Package secret makes the words that open a door, for sessions, invites, new passwords and
// API tokens: 256 bits of randomness each, known to the bearer alone. Only hashes are stored.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

const bytesOfRandomness = 32

// New returns a word of 256 random bits that may stand in an address.
func New() string {
	var random [bytesOfRandomness]byte
	rand.Read(random[:])
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// Hash is the SHA-256 that is stored and looked up in place of the word.
func Hash(word string) []byte {
	sum := sha256.Sum256([]byte(word))
	return sum[:]
}
