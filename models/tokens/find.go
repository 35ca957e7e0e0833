package tokens

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// noteEvery is how long a noted use stands for those that follow.
const noteEvery = time.Minute

// find reads a live token and whether its last use was noted too long ago.
// Every request of a script asks it, so it goes to pgx directly.
const find = `select id, name, scopes, coalesce(internal_code, ''), coalesce(last_used_at <= $3, true)
	from users_api where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`

// noteUse writes at most once in that time, however many instances ask at once: the lock lets
// one of them through, and the condition is judged again on the row as it then is. Who
// finds the row locked does not wait.
const noteUse = `update users_api set last_used_at = $2 where id = (
	select id from users_api where id = $1 and (last_used_at is null or last_used_at <= $3)
	for update skip locked)`

// Find resolves a Bearer value to the token as a caller. An unknown, revoked or expired
// one is 401 UNAUTHORIZED, all in the same words.
func Find(ctx context.Context, pool *pgxpool.Pool, plaintext string, now time.Time) (auth.Caller, error) {
	if !strings.HasPrefix(plaintext, "ac_") {
		return auth.Caller{}, errInvalid()
	}
	by := auth.Caller{Kind: auth.Token}
	var scopes []byte
	var due bool
	noted := now.Add(-noteEvery)
	err := pool.QueryRow(ctx, find, secret.Hash(plaintext), now, noted).
		Scan(&by.ID, &by.Name, &scopes, &by.InternalCode, &due)
	if errors.Is(err, pgx.ErrNoRows) {
		return auth.Caller{}, errInvalid()
	}
	if err != nil {
		return auth.Caller{}, db.Translate(err)
	}
	if due {
		// A use that cannot be noted, as on a read-only replica, is a use all the same.
		_, _ = pool.Exec(ctx, noteUse, by.ID, now, noted)
	}
	return by, json.Unmarshal(scopes, &by.Scopes)
}

func errInvalid() error {
	return errs.Unauthenticated("Token inválido, revogado ou vencido.")
}
