package dial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// What a failover causes differs from a slow statement, a lock and a mistake of the program.
func TestIsGone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"shut down":       {&pgconn.PgError{Code: "57P01"}, true},
		"starting":        {&pgconn.PgError{Code: "57P03"}, true},
		"read-only":       {&pgconn.PgError{Code: "25006"}, true},
		"pooler":          {fmt.Errorf("acquire: %w", &pgconn.PgError{Code: "08P01"}), true},
		"end of file":     {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), true},
		"slow statement":  {&pgconn.PgError{Code: "57014"}, false},
		"lock":            {&pgconn.PgError{Code: "55P03"}, false},
		"request timeout": {fmt.Errorf("query: %w", context.DeadlineExceeded), false},
		"mistake":         {errors.New("no rows"), false},
	} {
		if got := IsGone(c.err); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
