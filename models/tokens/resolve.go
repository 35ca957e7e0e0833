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

// useInterval is the minimum time between two stored times of use.
const useInterval = time.Minute

// resolve reads a valid token, and whether its last use was stored longer than useInterval ago.
// Every request of a script runs it, so it uses pgx directly.
const resolve = `select id, name, scopes, coalesce(internal_code, ''), coalesce(last_used_at <= $3, true), without_health
	from users_api where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`

// recordUse writes at most once per useInterval, even from concurrent requests: the row is locked
// and the condition is checked again on its current version. If the row is locked, the statement
// skips it instead of waiting.
const recordUse = `update users_api set last_used_at = $2 where id = (
	select id from users_api where id = $1 and (last_used_at is null or last_used_at <= $3)
	for update skip locked)`

// Resolve returns the caller of a bearer token. It returns 401 UNAUTHORIZED, always with the same
// message, for an unknown, revoked or expired token.
func Resolve(ctx context.Context, pool *pgxpool.Pool, plaintext string, now time.Time) (auth.Caller, error) {
	if !strings.HasPrefix(plaintext, "ac_") {
		return auth.Caller{}, errInvalid()
	}
	by := auth.Caller{Kind: auth.Token}
	var scopes []byte
	var due bool
	threshold := now.Add(-useInterval)
	err := pool.QueryRow(ctx, resolve, secret.Hash(plaintext), now, threshold).
		Scan(&by.ID, &by.Name, &scopes, &by.InternalCode, &due, &by.WithoutHealth)
	if errors.Is(err, pgx.ErrNoRows) {
		return auth.Caller{}, errInvalid()
	}
	if err != nil {
		return auth.Caller{}, db.Translate(err)
	}
	if due {
		// The token is valid even if its use cannot be stored, as on a read-only replica.
		_, _ = pool.Exec(ctx, recordUse, by.ID, now, threshold)
	}
	return by, json.Unmarshal(scopes, &by.Scopes)
}

func errInvalid() error {
	return errs.Unauthenticated("Token inválido, revogado ou vencido.")
}
