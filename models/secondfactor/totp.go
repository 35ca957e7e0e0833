package secondfactor

import (
	"crypto/subtle"
	"encoding/base32"
	"time"

	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

const (
	// period is the number of seconds for which an app shows a code.
	period = 30
	// drift is the number of periods by which the clock of an app may be off.
	drift = 1
	// farDrift is the number of periods in which a code is recognised as one of an app whose clock is off.
	farDrift = 20
	// secretBytes is the length of a secret that RFC 4226 recommends.
	secretBytes = 20
	// codeLength is the number of digits of a code.
	codeLength = 6
)

// matchStep returns the period of the code, if it is within so many periods of the time and later than the last one used.
func matchStep(secret []byte, code string, last int64, now time.Time, within int64) (step int64, matches bool) {
	current, encoded := now.Unix()/period, base32Of(secret)
	for step := current - within; step <= current+within; step++ {
		if step <= last {
			continue
		}
		want, err := hotp.GenerateCode(encoded, uint64(step))
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// addressOf returns the otpauth address of a secret, which apps read from its QR code.
func addressOf(secret []byte, association, email string) (string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: association, AccountName: email, Secret: secret})
	if err != nil {
		return "", err
	}
	return key.URL(), nil
}

// base32Of returns a secret as apps accept it when it is typed.
func base32Of(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}
