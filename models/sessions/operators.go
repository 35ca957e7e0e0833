// Package sessions keeps the live sessions of scs in the rows of the people they belong
// to: one session a person, its token stored as a hash. What a session holds is read
// from the row itself at each request, so a role taken away or an account switched off
// counts from the next request on.
package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/db"
	"acolhe/models/person"
	"acolhe/models/secret"
)

// personKey is the one value of a session; web reads it by the same name.
const personKey = "person"

// Operators is the scs store over system_users.session_token and session_expires.
type Operators struct{ Pool *pgxpool.Pool }

// find reads the operator of a live session. Every request of the panel asks it, so it goes
// to pgx directly: through GORM the look-up cost more than many of the queries it guards.
const find = `select id, user_code::text, name, last_name, email, permissions, coalesce(internal_code, ''), session_expires
	from system_users where session_token = $1 and session_expires > now() and status = 'active'`

// FindCtx gives the session of an active operator whose token is known and not expired.
func (s Operators) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	by := person.Person{Kind: person.Operator}
	var expires time.Time
	err := s.Pool.QueryRow(ctx, find, secret.Hash(token)).
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

// CommitCtx makes the session the operator's only one, until expiry.
func (s Operators) CommitCtx(ctx context.Context, token string, raw []byte, expiry time.Time) error {
	_, values, err := Codec{}.Decode(raw)
	if err != nil {
		return err
	}
	by, known := values[personKey].(person.Person)
	if !known {
		return nil
	}
	_, err = s.Pool.Exec(ctx, "update system_users set session_token = $1, session_expires = $2 where id = $3", secret.Hash(token), expiry, by.ID)
	return db.Translate(err)
}

// DeleteCtx ends the session of the token.
func (s Operators) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.Pool.Exec(ctx, "update system_users set session_token = null, session_expires = null where session_token = $1", secret.Hash(token))
	return db.Translate(err)
}

// Find is FindCtx for scs's older interface.
func (s Operators) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx for scs's older interface.
func (s Operators) Commit(token string, raw []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, raw, expiry)
}

// Delete is DeleteCtx for scs's older interface.
func (s Operators) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// Codec writes a session as JSON: the deadline and the person, nothing else is ever kept.
type Codec struct{}

type content struct {
	Deadline time.Time
	Person   *person.Person
}

// Encode is scs.Codec.
func (Codec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	kept := content{Deadline: deadline}
	if by, ok := values[personKey].(person.Person); ok {
		kept.Person = &by
	}
	return json.Marshal(kept)
}

// Decode is scs.Codec.
func (Codec) Decode(raw []byte) (time.Time, map[string]any, error) {
	var kept content
	if err := json.Unmarshal(raw, &kept); err != nil {
		return time.Time{}, nil, err
	}
	values := map[string]any{}
	if kept.Person != nil {
		values[personKey] = *kept.Person
	}
	return kept.Deadline, values, nil
}
