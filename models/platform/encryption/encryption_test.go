package encryption_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/encryption"
)

func keyOf(t testing.TB, fill byte) encryption.Key {
	t.Helper()
	raw := bytes.Repeat([]byte{fill}, encryption.KeyBytes)
	raw[0]++ // equal bytes are not a key
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestDecrypt_OtherKeyOrPurpose(t *testing.T) {
	t.Parallel()
	key, other := keyOf(t, 1), keyOf(t, 2)
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		purpose := rapid.String().Draw(t, "purpose")
		elsewhere := rapid.String().Filter(func(s string) bool { return s != purpose }).Draw(t, "another purpose")
		box := key.Encrypt(plain, purpose)
		opened, err := key.Decrypt(box, purpose)
		if err != nil || !bytes.Equal(opened, plain) {
			t.Fatalf("opened as %x, %v", opened, err)
		}
		mustStayShut(t, key, box, elsewhere)
		mustStayShut(t, other, box, purpose)
		altered := bytes.Clone(box)
		altered[rapid.IntRange(0, len(box)-1).Draw(t, "where")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		mustStayShut(t, key, altered, purpose)
		mustStayShut(t, key, box[:rapid.IntRange(0, len(box)-1).Draw(t, "length")], purpose)
	})
}

func mustStayShut(t *rapid.T, key encryption.Key, box []byte, purpose string) {
	t.Helper()
	if plain, err := key.Decrypt(box, purpose); !errors.Is(err, encryption.ErrDecrypt) {
		t.Fatalf("opened as %x, %v", plain, err)
	}
}

// The zero key decrypts nothing and does not panic.
func TestDecrypt_ZeroKey(t *testing.T) {
	t.Parallel()
	for _, box := range [][]byte{nil, {}, bytes.Repeat([]byte{1}, 60)} {
		if _, err := (encryption.Key{}).Decrypt(box, "x"); !errors.Is(err, encryption.ErrDecrypt) {
			t.Errorf("%v opens: %v", box, err)
		}
	}
}

func TestEncrypt_RandomNonce(t *testing.T) {
	t.Parallel()
	key := keyOf(t, 1)
	if bytes.Equal(key.Encrypt([]byte("a"), "x"), key.Encrypt([]byte("a"), "x")) {
		t.Error("two boxes of the same text are alike")
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	good := []byte("0123456789abcdef0123456789abcdef")
	key, err := encryption.ParseKey(base64.StdEncoding.EncodeToString(good))
	if err != nil || len(key.ID()) != 8 || key.ID() == keyOf(t, 1).ID() {
		t.Errorf("the key %q, %v", key.ID(), err)
	}
	for name, text := range map[string]string{
		"empty": "", "no base64": "!", "too short": base64.StdEncoding.EncodeToString(good[:31]),
		"too long":               base64.StdEncoding.EncodeToString(append(good, 1)),
		"zeros":                  base64.StdEncoding.EncodeToString(make([]byte, encryption.KeyBytes)),
		"one byte over and over": base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("a"), encryption.KeyBytes)),
	} {
		if _, err := encryption.ParseKey(text); err == nil {
			t.Errorf("%s is a key", name)
		}
	}
}
