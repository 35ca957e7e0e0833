package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// descriptionCacheSize is the number of descriptions of unprepared statements that a connection keeps. It is low,
// because callers shape the text of the statements, of up to 32 KiB each.
const descriptionCacheSize = 32

// Unprepared returns tx for reads whose SQL a caller shapes by filters, sorts or columns, and for searches. PostgreSQL
// plans such a statement for its own values and keeps no plan, so that varied statements take no memory.
func Unprepared(tx *DB) *DB {
	if _, isPrepared := tx.Statement.ConnPool.(preparedReads); isPrepared {
		return tx
	}
	unprepared := tx.Session(&Session{Context: tx.Statement.Context})
	unprepared.Statement.ConnPool = unpreparedReads{tx.Statement.ConnPool}
	return unprepared
}

// Prepared returns tx for reads that Unprepared leaves prepared: the caller could shape their SQL but has not, so that its
// text is the program's own, as on the first page of a list without filters.
func Prepared(tx *DB) *DB {
	prepared := tx.Session(&Session{Context: tx.Statement.Context})
	prepared.Statement.ConnPool = preparedReads{tx.Statement.ConnPool}
	return prepared
}

// preparedReads runs queries as its pool does. It begins no transaction.
type preparedReads struct{ gorm.ConnPool }

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
