// Package sessions stores the sessions of scs in the rows of their people: one session a person,
// its token as a hash. The roles and the status are read from the row at each request, so that a
// change is effective from the next request on.
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

// Store implements scs.CtxStore on the columns session_token and session_expires of a table.
type Store struct {
	pool *pgxpool.Pool
	kind auth.Kind
	statements
}

// statements are the SQL statements for a table. Every request runs find, so it uses pgx directly:
// through GORM the lookup cost more than many of the queries after it.
type statements struct {
	// find reads the person of a valid session: the token is known and has not expired, and the
	// person may sign in.
	find string
	// open starts a session, which replaces an earlier one of the person.
	open string
	// prolong extends the session unless it has been ended: a concurrent request must not restore a
	// session that a logout or a new password ended.
	prolong string
	end     string
}

// Operators returns the store of operators' sessions; those of inactive operators are not valid.
func Operators(pool *pgxpool.Pool) Store {
	return Store{pool: pool, kind: auth.Operator, statements: statements{
		find: `select id, user_code::text, name, last_name, email, permissions, coalesce(internal_code, ''), session_expires
			from system_users where session_token = $1 and session_expires > now() and status = 'active'`,
		open:    "update system_users set session_token = $1, session_expires = $2 where id = $3",
		prolong: "update system_users set session_expires = $2 where session_token = $1 and id = $3",
		end:     "update system_users set session_token = null, session_expires = null where session_token = $1",
	}}
}

// Associates returns the store of associates' sessions; patients cannot have one.
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

// FindCtx returns the valid session of the token.
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

// CommitCtx starts a new session of the person until expiry, or extends a session.
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

// Find implements scs.Store.
func (s Store) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit implements scs.Store.
func (s Store) Commit(token string, raw []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, raw, expiry)
}

// Delete implements scs.Store.
func (s Store) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
