// Package password hashes and checks passwords (bcrypt, cost 12) and defines the password policies.
// Hashing is the most expensive operation of the server, so it has its own concurrency limit and a
// short queue: many logins at once must not slow down other requests.
package password

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/types/errs"
)

const (
	cost = 12
	// maxWaiting is the number of callers who wait for their turn; each turn takes about 0.3 s.
	maxWaiting = 8
	// maxWait is the maximum time for which a caller waits for its turn.
	maxWait = 10 * time.Second
)

// dummyHash is compared for unknown e-mails, so that they take as long as known ones.
const dummyHash = "$2a$12$dFNqDyBfPeNX3JhzxWMsluSfEIMuJ4XC5S3VSuHsHW.napZfNLS3m"

// semaphore limits the concurrent hashes to the number of processors, and waiting counts the callers
// in its queue.
var (
	semaphore = make(chan struct{}, runtime.GOMAXPROCS(0))
	waiting   atomic.Int32
	checks    atomic.Int64
)

// Checks returns how many passwords the process has checked.
func Checks() int64 { return checks.Load() }

// Hash returns the bcrypt hash of a password that is within the length limits. It returns 429
// RATE_LIMITED if too many callers wait.
func Hash(ctx context.Context, plain string) (string, error) {
	if err := acquire(ctx); err != nil {
		return "", err
	}
	defer release()
	hash, err := bcrypt.GenerateFromPassword([]byte(plain), cost)
	return string(hash), err
}

// Matches reports whether the password belongs to the hash. An empty hash matches nothing and takes
// as long as any other. It returns 429 RATE_LIMITED if too many callers wait, and the error of a
// cancelled context unchanged.
func Matches(ctx context.Context, hash, plain string) (bool, error) {
	if err := acquire(ctx); err != nil {
		return false, err
	}
	defer release()
	known := hash != ""
	if !known {
		hash = dummyHash
	}
	checks.Add(1)
	if isArgon2(hash) {
		return matchesArgon2(hash, plain), nil
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

// Replacement returns the hash that should replace one with which a password matched; empty if it stays.
func Replacement(ctx context.Context, hash, plain string) (string, error) {
	if !isArgon2(hash) || len(plain) > maxBytes {
		return "", nil
	}
	return Hash(ctx, plain)
}

func acquire(ctx context.Context) error { return acquireWithin(ctx, maxWait) }

// acquireWithin takes a turn, or returns 429 RATE_LIMITED if too many callers wait or none has a turn within the limit.
func acquireWithin(ctx context.Context, limit time.Duration) error {
	select {
	case semaphore <- struct{}{}:
		return nil
	default:
	}
	defer waiting.Add(-1)
	if waiting.Add(1) > maxWaiting {
		return errBusy()
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case semaphore <- struct{}{}:
		return nil
	case <-timer.C:
		return errBusy()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func release() { <-semaphore }

func errBusy() error {
	busy := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Muitas pessoas estão entrando agora. Tente de novo em instantes.")
	busy.RetryAfter = 2 * time.Second
	return busy
}
