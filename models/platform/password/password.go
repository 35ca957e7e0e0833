// Package password hashes and checks passwords (bcrypt, cost 12) and defines the password policies.
// Hashing is the most expensive operation of the server, so it has its own concurrency limit: many
// logins at once must not slow down other requests.
package password

import (
	"context"
	"errors"
	"runtime"
	"unicode"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/types/errs"
)

const (
	cost = 12
	// maxBytes is the number of bytes that bcrypt uses of a password.
	maxBytes = 72
	minRunes = 8
)

// dummyHash is compared for unknown e-mails, so that they take as long as known ones.
const dummyHash = "$2a$12$dFNqDyBfPeNX3JhzxWMsluSfEIMuJ4XC5S3VSuHsHW.napZfNLS3m"

// semaphore limits the concurrent hashes to the number of processors.
var semaphore = make(chan struct{}, runtime.GOMAXPROCS(0))

// Hash returns the bcrypt hash of a password that is within the length limits.
func Hash(ctx context.Context, plain string) (string, error) {
	if err := acquire(ctx); err != nil {
		return "", err
	}
	defer release()
	hash, err := bcrypt.GenerateFromPassword([]byte(plain), cost)
	return string(hash), err
}

// Matches reports whether the password belongs to the hash. An empty hash matches nothing and takes
// as long as any other. It returns the error of a cancelled context unchanged.
func Matches(ctx context.Context, hash, plain string) (bool, error) {
	if err := acquire(ctx); err != nil {
		return false, err
	}
	defer release()
	known := hash != ""
	if !known {
		hash = dummyHash
	}
	err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(plain))
	if err == nil {
		return known, nil
	}
	if errors.Is(err, bcrypt.ErrMismatchedHashAndPassword) || errors.Is(err, bcrypt.ErrPasswordTooLong) {
		return false, nil
	}
	return false, err
}

// Check validates a password against the policy of operators: CheckLength, an uppercase letter and
// a special character (specification, Limits). The path is that of the error.
func Check(plain, path string) error {
	var upper, special bool
	for _, r := range plain {
		upper = upper || unicode.IsUpper(r)
		special = special || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r)
	}
	problems := errs.Problems(errs.FieldsOf(CheckLength(plain, path)))
	problems.Require(upper, path, "deve ter uma letra maiúscula")
	problems.Require(special, path, "deve ter um caractere especial, como ! ou #")
	return problems.Err()
}

// CheckLength validates a password against the policy of associates: at least 8 characters
// (specification, Limits) and at most maxBytes. The path is that of the error.
func CheckLength(plain, path string) error {
	var problems errs.Problems
	problems.Require(len([]rune(plain)) >= minRunes, path, "deve ter pelo menos 8 caracteres")
	problems.Require(len(plain) <= maxBytes, path, "deve ter no máximo 72 bytes")
	return problems.Err()
}

func acquire(ctx context.Context) error {
	select {
	case semaphore <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func release() { <-semaphore }
