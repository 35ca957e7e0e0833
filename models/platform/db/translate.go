package db

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"acolhe/models/platform/db/dial"
	"acolhe/models/types/errs"
)

// dialect is GORM's PostgreSQL dialect with Translate in place of its own translation of errors.
type dialect struct{ postgres.Dialector }

func translating(conn gorm.ConnPool) dialect {
	return dialect{postgres.Dialector{Config: &postgres.Config{Conn: conn}}}
}

// Translate implements gorm.ErrorTranslator.
func (dialect) Translate(err error) error { return Translate(err) }

// Translate turns a database error into an *errs.Error: a missing row into NOT_FOUND, a violated
// constraint into the error of constraints.go, a value that the column does not accept into
// VALIDATION_ERROR, an unavailable database into UNAVAILABLE. GORM translates its errors; reads on
// the pool call Translate. It returns cancelled contexts, errors in the program's SQL and
// translated errors unchanged.
func Translate(err error) error {
	if err == nil || errs.As(err) != nil {
		return err
	}
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, pgx.ErrNoRows) {
		return errs.NotFound("Registro não encontrado.").WithCause(err)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return translateAnswer(answer, err)
	}
	if dial.IsLost(err) {
		return errs.Unavailable(err)
	}
	return err
}

// translateAnswer uses the SQLSTATE, because PostgreSQL's messages depend on the server's language.
func translateAnswer(answer *pgconn.PgError, err error) error {
	if e := violation(answer, Constraint{}); e != nil {
		return e.WithCause(err)
	}
	if passing(answer.Code) {
		return errs.Unavailable(err)
	}
	return err
}

// passing reports whether a later attempt may succeed.
func passing(code string) bool {
	switch code {
	case "57014", // the statement ran out of time
		"57P01", "57P02", "57P03", "57P05", // shutting down, crashed, starting up, idle too long
		"55P03",          // lock not available
		"40001", "40P01", // serialization failure, deadlock
		"25006": // read-only: a replica, or a primary that was replaced
		return true
	}
	// Connection failures, and resources used up: connections, memory, disk.
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53")
}

// IsDeadlock reports whether PostgreSQL ended a transaction because of a deadlock; repeating it may
// succeed.
func IsDeadlock(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == "40P01"
}
