package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// descriptionCacheSize is how many descriptions of unprepared statements a connection keeps. Their text is the
// caller's, of up to 32 KiB, so that they are few.
const descriptionCacheSize = 32

// Unprepared returns tx for reads whose SQL a caller shapes by filters, sorts or columns, and for searches. PostgreSQL
// plans such a statement for its own values and keeps nothing of it, so that asking in ever new shapes takes no memory.
func Unprepared(tx *DB) *DB {
	unprepared := tx.Session(&Session{Context: tx.Statement.Context})
	unprepared.Statement.ConnPool = unpreparedReads{tx.Statement.ConnPool}
	return unprepared
}

// unpreparedReads runs queries without a prepared statement. It begins no transaction.
type unpreparedReads struct{ gorm.ConnPool }

// QueryContext implements gorm.ConnPool.
func (p unpreparedReads) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.ConnPool.QueryContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}

// QueryRowContext implements gorm.ConnPool.
func (p unpreparedReads) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return p.ConnPool.QueryRowContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}
