package operators_test

import (
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/db"
	"acolhe/models/dbtest"
	"acolhe/models/errs"
	"acolhe/models/mail"
	"acolhe/models/operators"
	"acolhe/models/resets"
)

func reset(t *testing.T, connection *db.Connection, outbox mail.Outbox, token, plain string) error {
	t.Helper()
	return operators.Passwords(outbox).Reset(t.Context(), connection.DB, stranger("203.0.113.9"), resets.Input{Token: token, Password: plain}, noon)
}

// ask asks for a link and does the work that was enqueued by it.
func ask(t *testing.T, connection *db.Connection, outbox mail.Outbox, address string) {
	t.Helper()
	request := operators.ResetRequest{Email: address, App: operators.Panel}
	if err := operators.RequestReset(t.Context(), connection.DB, stranger("203.0.113.9"), request, noon); err != nil {
		t.Fatal(err)
	}
	worker := resets.Worker{DB: connection.DB, Passwords: []resets.Passwords{operators.Passwords(outbox)}, Now: func() time.Time { return noon }}
	if err := resets.WorkAll(t.Context(), connection.Pool, &worker); err != nil {
		t.Fatal(err)
	}
}
