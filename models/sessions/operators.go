// Package sessions keeps the live sessions of scs in the rows of the people they belong
// to: one session a person, its token stored as a hash. What a session holds is read
// from the row itself at each request, so a role taken away or an account switched off
// counts from the next request on.
package sessions

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"time"

	"acolhe/models/db"
	"acolhe/models/operators"
	"acolhe/models/person"
)

// personKey is the one value of a session; web reads it by the same name.
const personKey = "person"

// Operators is the scs store over system_users.session_token and session_expires.
type Operators struct{ DB *db.DB }

// FindCtx gives the session of an active operator whose token is known and not expired.
func (s Operators) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	var operator operators.Operator
	found := s.DB.WithContext(ctx).
		Select("id", "user_code", "name", "last_name", "email", "permissions", "internal_code", "session_expires").
		Where("session_token = ? and session_expires > now() and status = ?", hash(token), operators.Active).
		Limit(1).Find(&operator)
	if found.Error != nil || found.RowsAffected == 0 {
		return nil, false, found.Error
	}
	raw, err := Codec{}.Encode(*operator.SessionExpires, map[string]any{personKey: operator.Person()})
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
	return s.DB.WithContext(ctx).Model(&operators.Operator{}).Where("id = ?", by.ID).
		UpdateColumns(map[string]any{"session_token": hash(token), "session_expires": expiry}).Error
}

// DeleteCtx ends the session of the token.
func (s Operators) DeleteCtx(ctx context.Context, token string) error {
	return s.DB.WithContext(ctx).Model(&operators.Operator{}).Where("session_token = ?", hash(token)).
		UpdateColumns(map[string]any{"session_token": nil, "session_expires": nil}).Error
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

func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
