// Package sessions keeps the live sessions of scs in the rows of the people they belong
// to: one session a person, its token stored as a hash. What a session holds is read
// from the row itself at each request, so a role taken away or an account switched off
// counts from the next request on.
package sessions

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/secret"
)

// Store is the scs store over the columns session_token and session_expires of one table.
type Store struct {
	pool *pgxpool.Pool
	kind auth.Kind
	statements
}

// statements differ by the table alone. Every request asks find, so it goes to pgx directly:
// through GORM the look-up cost more than many of the queries it guards.
type statements struct {
	// find reads the person of a live session: its token is known and has not expired, and
	// whose it is may still come in.
	find string
	// open makes the session the person's only one.
	open string
	// prolong moves the end of the session, if it has not been ended meanwhile: a request that
	// is still at work must not bring back what a logout or a new password ended.
	prolong string
	end     string
}

// Operators keeps the sessions of operators; those of an inactive one count no more.
func Operators(pool *pgxpool.Pool) Store {
	return Store{pool: pool, kind: auth.Operator, statements: statements{
		find: `select id, user_code::text, name, last_name, email, permissions, coalesce(internal_code, ''), session_expires
			from system_users where session_token = $1 and session_expires > now() and status = 'active'`,
		open:    "update system_users set session_token = $1, session_expires = $2 where id = $3",
		prolong: "update system_users set session_expires = $2 where session_token = $1 and id = $3",
		end:     "update system_users set session_token = null, session_expires = null where session_token = $1",
	}}
}

// Associates keeps the sessions of associates; a patient cannot have one.
func Associates(pool *pgxpool.Pool) Store {
	return Store{pool: pool, kind: auth.Associate, statements: statements{
		find: `select id, user_code::text, coalesce(nullif(name, ''), associate_name, ''), coalesce(last_name, ''), coalesce(email_account, ''),
				'[]'::jsonb, '', session_expires
			from users where session_token = $1 and session_expires > now() and status <> 'patient'`,
		open:    "update users set session_token = $1, session_expires = $2 where id = $3 and status <> 'patient'",
		prolong: "update users set session_expires = $2 where session_token = $1 and id = $3",
		end:     "update users set session_token = null, session_expires = null where session_token = $1",
	}}
}

// FindCtx returns the live session of the token.
func (s Store) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	by := auth.Caller{Kind: s.kind}
	var expires time.Time
	err := s.pool.QueryRow(ctx, s.find, secret.Hash(token)).
		Scan(&by.ID, &by.Code, &by.Name, &by.LastName, &by.Email, &by.Roles, &by.InternalCode, &expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, db.Translate(err)
	}
	raw, err := Codec{}.Encode(expires, map[string]any{personKey: by})
	return raw, err == nil, err
}

// CommitCtx makes a session that begins the person's only one, until expiry, and moves the end
// of one that goes on.
func (s Store) CommitCtx(ctx context.Context, token string, raw []byte, expiry time.Time) error {
	_, values, err := Codec{}.Decode(raw)
	if err != nil {
		return err
	}
	by, known := values[personKey].(auth.Caller)
	if !known {
		return nil
	}
	statement := s.prolong
	if values[openedKey] == true {
		statement = s.open
	}
	_, err = s.pool.Exec(ctx, statement, secret.Hash(token), expiry, by.ID)
	return db.Translate(err)
}

// DeleteCtx ends the session of the token.
func (s Store) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.pool.Exec(ctx, s.end, secret.Hash(token))
	return db.Translate(err)
}

// Find is FindCtx for scs's older interface.
func (s Store) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx for scs's older interface.
func (s Store) Commit(token string, raw []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, raw, expiry)
}

// Delete is DeleteCtx for scs's older interface.
func (s Store) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
