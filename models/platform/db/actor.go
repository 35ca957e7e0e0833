package db

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"acolhe/models/types/auth"
)

// actorKey is the key of the actor in a context; actorData that in a connection.
type actorKey struct{}

const actorData = "acolhe.actor"

// WithActor returns a context whose statements act for the caller: triggers that keep a history read the setting
// acolhe.actor. An unknown caller and the program itself have no name there.
func WithActor(ctx context.Context, by auth.Caller) context.Context {
	return context.WithValue(ctx, actorKey{}, actorOf(by))
}

// ActAs makes the rest of a transaction act for the caller, for a job that learns in its transaction for whom it works.
func ActAs(ctx context.Context, tx *DB, by auth.Caller) error {
	return tx.WithContext(ctx).Exec("select set_config('acolhe.actor', ?, true)", actorOf(by)).Error
}

// actorOf returns the value of the setting: an object with kind, code and name, empty for an unknown caller.
func actorOf(by auth.Caller) string {
	if !by.IsKnown() || by.Kind == auth.System {
		return ""
	}
	// An object of texts always encodes.
	actor, _ := json.Marshal(map[string]string{"kind": string(by.Kind), "code": by.Code, "name": by.FullName()})
	return string(actor)
}

// applyActor sets the actor of the context on a connection that the pool is about to lend, unless it has that one. It
// returns false for a lost connection, which the pool replaces.
func applyActor(ctx context.Context, conn *pgx.Conn) (bool, error) {
	wanted, _ := ctx.Value(actorKey{}).(string)
	data := conn.PgConn().CustomData()
	if has, _ := data[actorData].(string); has == wanted {
		return true, nil
	}
	if _, err := conn.Exec(ctx, "select set_config('acolhe.actor', $1, false)", pgx.QueryExecModeExec, wanted); err != nil {
		return false, failedSetting(ctx, conn, err)
	}
	data[actorData] = wanted
	return true, nil
}
