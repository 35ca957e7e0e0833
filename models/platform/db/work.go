package db

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Work is a kind of work. Each has time limits for a statement and for waiting for a lock, so that a locked table or an
// expensive query occupies the connections of the pool only for a short time.
type Work int

// The kinds of work. Job also applies to commands and to any context without a kind.
const (
	Job Work = iota
	Read
	Write
	Export
)

// workKey is the key of the Work in a context, and in a connection.
type workKey struct{}

const workData = "acolhe.work"

// WithWork returns a context in which statements have the limits of the work.
func WithWork(ctx context.Context, work Work) context.Context {
	return context.WithValue(ctx, workKey{}, work)
}

// limits returns the time limits of a statement and of its wait for a lock.
func (w Work) limits() (statement, lock time.Duration) {
	switch w {
	case Read:
		return 10 * time.Second, 2 * time.Second
	case Write:
		return 10 * time.Second, 5 * time.Second
	case Export:
		return 10 * time.Minute, 2 * time.Second
	}
	return time.Minute, 10 * time.Second
}

// settings returns the limits as settings of PostgreSQL, in milliseconds.
func (w Work) settings() map[string]string {
	statement, lock := w.limits()
	return map[string]string{"statement_timeout": fmt.Sprint(statement.Milliseconds()), "lock_timeout": fmt.Sprint(lock.Milliseconds())}
}

// applyWork sets the limits of the context's work on a connection that the pool is about to lend, unless it has them; on a new
// connection always, because a pooler such as PgBouncer may have dropped those of its start. It returns false for a lost
// connection, which the pool replaces.
func applyWork(ctx context.Context, conn *pgx.Conn) (bool, error) {
	wanted, _ := ctx.Value(workKey{}).(Work)
	data := conn.PgConn().CustomData()
	if has, isSet := data[workData].(Work); isSet && has == wanted {
		return true, nil
	}
	limits := wanted.settings()
	_, err := conn.Exec(ctx, "set statement_timeout = "+limits["statement_timeout"]+"; set lock_timeout = "+limits["lock_timeout"])
	if err != nil {
		return false, failedSetting(ctx, conn, err)
	}
	data[workData] = wanted
	return true, nil
}

// failedSetting returns the error of a connection that could not be set: none for one that has served, so that the pool takes
// another one, and that of a new one, because the next new one would meet the same server.
func failedSetting(ctx context.Context, conn *pgx.Conn, err error) error {
	data := conn.PgConn().CustomData()
	if ctx.Err() == nil && (data[workData] != nil || data[actorData] != nil) {
		return nil
	}
	return cmp.Or(ctx.Err(), err)
}
