package ratelimit

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
)

// Failed logins, of operators and associates together (specification, "Limits").
const loginWindow = 5 * time.Minute

var (
	failuresOfOne     = Rule{Name: "login.one", Limit: 5, Per: loginWindow}
	failuresOfAddress = Rule{Name: "login.address", Limit: 30, Per: loginWindow}
)

// Login is a try of a password. It counts as a failed one until it is said to have succeeded,
// so that a hundred tries at once let no more passwords be checked than one after the other.
type Login struct{ hits []Hit }

// AllowLogin counts a login with this e-mail from this IP address, before the password is
// looked at. It returns 429 RATE_LIMITED after 5 failures of the two together, or 30 of the
// IP address, in 5 minutes.
func AllowLogin(ctx context.Context, tx *db.DB, ip, email string, now time.Time) (Login, error) {
	one, err := Allow(ctx, tx, failuresOfOne, Network(ip)+" "+email, now)
	if err != nil {
		return Login{}, err
	}
	address, err := Allow(ctx, tx, failuresOfAddress, Network(ip), now)
	if err != nil {
		return Login{}, errors.Join(err, one.GiveBack(ctx, tx))
	}
	return Login{[]Hit{one, address}}, nil
}

// Succeeded takes the login out of the failures.
func (login Login) Succeeded(ctx context.Context, tx *db.DB) error {
	for _, turn := range login.hits {
		if err := turn.GiveBack(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}
