package password

import (
	"encoding/base64"
	"fmt"
	"testing"

	"golang.org/x/crypto/argon2"
)

func argon(kind, plain string, memory, time uint32) string {
	salt := []byte("0123456789abcdef")
	key := argon2.IDKey([]byte(plain), salt, time, memory, 1, 32)
	if kind == "argon2i" {
		key = argon2.Key([]byte(plain), salt, time, memory, 1, 32)
	}
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$%s$v=19$m=%d,t=%d,p=1$%s$%s", kind, memory, time, encode(salt), encode(key))
}

// Hashes of argon2 match their password alone, and no hash takes more than the limits.
func TestMatches_Argon2(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"argon2id", "argon2i"} {
		hash := argon(kind, "Senha!forte", 1024, 2)
		for plain, want := range map[string]bool{"Senha!forte": true, "senha!forte": false, "": false} {
			if got, err := Matches(t.Context(), hash, plain); err != nil || got != want {
				t.Errorf("%s with %q is %v (%v)", kind, plain, got, err)
			}
		}
	}
	for _, hash := range []string{"$argon2id$", "$argon2id$v=19$m=4194304,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg",
		"$argon2id$v=19$m=1024,t=4000000000,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg",
		"$argon2id$v=19$m=1024,t=1,p=0$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg",
		"$argon2d$v=19$m=1024,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg"} {
		if matches, err := Matches(t.Context(), hash, "x"); err != nil || matches {
			t.Errorf("%s matches (%v)", hash, err)
		}
	}
}
