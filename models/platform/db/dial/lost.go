package dial

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
)

// IsLost reports whether the connection could not be opened, was lost, or is being closed.
func IsLost(err error) bool {
	var connecting *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connecting) || errors.As(err, &network) || pgconn.SafeToRetry(err) {
		return true
	}
	for _, known := range []error{
		io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone, puddle.ErrClosedPool,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// gone are the codes of a server that shuts down, has crashed, starts, or is no primary.
var gone = []string{"57P01", "57P02", "57P03", "25006"}

// IsGone reports whether an error says that there is no primary: nothing about it can be stored there either. A statement that took
// too long says nothing of the kind.
func IsGone(err error) bool {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return slices.Contains(gone, answer.Code) || strings.HasPrefix(answer.Code, "08")
	}
	return !errors.Is(err, context.DeadlineExceeded) && IsLost(err)
}
