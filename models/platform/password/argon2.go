package password

import (
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Limits of hashes that other programs made: no sign-in may take more memory or time than that.
const (
	maxArgonMemory  = 128 << 10 // KiB
	maxArgonTime    = 10
	maxArgonThreads = 16
	maxArgonBytes   = 64
)

// isArgon2 reports whether a hash was brought from a system with argon2, such as Directus.
func isArgon2(hash string) bool { return strings.HasPrefix(hash, "$argon2") }

// matchesArgon2 reports whether the password belongs to a hash such as $argon2id$v=19$m=65536,t=3,p=4$salt$hash. A hash that is
// damaged or beyond the limits matches nothing.
func matchesArgon2(hash, plain string) bool {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || len(plain) > maxBytes*4 {
		return false
	}
	var version int
	var memory, time uint32
	var threads uint8
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return false
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	want, wantErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || wantErr != nil || len(want) < 16 || len(want) > maxArgonBytes || len(salt) < 8 ||
		memory > maxArgonMemory || time < 1 || time > maxArgonTime || threads < 1 || threads > maxArgonThreads {
		return false
	}
	derive := argon2.IDKey
	switch parts[1] {
	case "argon2id":
	case "argon2i":
		derive = argon2.Key
	default:
		return false
	}
	got := derive([]byte(plain), salt, time, memory, threads, uint32(len(want))) //nolint:gosec // at most maxArgonBytes
	return subtle.ConstantTimeCompare(got, want) == 1
}
