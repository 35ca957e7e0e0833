package ratelimit

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
)

// loginWindow is the window of failed logins of operators and associates (specification, "Limits").
const loginWindow = 5 * time.Minute

var (
	failuresOfOne     = Rule{Name: "login.one", Limit: 5, Per: loginWindow}
	failuresOfAddress = Rule{Name: "login.address", Limit: 30, Per: loginWindow}
)

// Login is an attempt to log in. It counts as failed until Undo is called, so that concurrent
// attempts cannot check more passwords than sequential ones.
type Login struct {
	hits    []Hit
	account string
}

// AllowLogin counts a login with this e-mail from this IP address, before the password is checked.
// It returns 429 RATE_LIMITED after 5 failures of this e-mail from this address, or 30 failures
// from the address, in 5 minutes; and for this e-mail from anywhere as allowAccount describes.
func AllowLogin(ctx context.Context, tx *db.DB, ip, email string, now time.Time) (Login, error) {
	one, err := Allow(ctx, tx, failuresOfOne, Network(ip)+" "+email, now)
	if err != nil {
		return Login{}, err
	}
	login := Login{hits: []Hit{one}}
	address, err := Allow(ctx, tx, failuresOfAddress, Network(ip), now)
	if err != nil {
		return Login{}, errors.Join(err, login.Undo(ctx, tx))
	}
	login.hits = append(login.hits, address)
	account, err := allowAccount(ctx, tx, email, now)
	if err != nil {
		return Login{}, errors.Join(err, login.Undo(ctx, tx))
	}
	login.account = account
	return login, nil
}

// Undo removes the login from the counted failures: it succeeded, or its password was not checked.
func (login Login) Undo(ctx context.Context, tx *db.DB) error {
	for _, hit := range login.hits {
		if err := hit.Undo(ctx, tx); err != nil {
			return err
		}
	}
	return tx.WithContext(ctx).Exec("update rate_limits set hits = hits - 1 where key = ? and hits > 0", login.account).Error
}
