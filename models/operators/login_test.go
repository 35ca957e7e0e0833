package operators_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func login(t *testing.T, connection *db.Connection, ip, address, plain string) (auth.Caller, error) {
	t.Helper()
	return operators.Login{}.Authenticate(t.Context(), connection.DB, anonymousFrom(ip).At(noon),
		operators.LoginInput{Email: address, Password: plain})
}

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	came, err := login(t, connection, "203.0.113.9", " BRUNO@acolhe.test ", dbtest.Password)
	if err != nil || came.ID != dbtest.Bruno.ID || came.Origin.IP != "203.0.113.9" {
		t.Fatalf("came in as %+v (%v)", came, err)
	}
	if at := row(t, connection, dbtest.Bruno).LastLoginAt; at == nil || !at.Equal(noon) {
		t.Errorf("the last login is at %v", at)
	}
	recorded := events(t, connection, "login.succeeded")
	if len(recorded) != 1 || recorded[0].ActorKind != "operator" || recorded[0].Subject != dbtest.Bruno.Email ||
		*recorded[0].IP != "203.0.113.9" {
		t.Errorf("recorded %+v", recorded)
	}
}

// Only the event has the reason of a failed login, not the answer.
func TestAuthenticate_ReasonInEventAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, c := range []struct {
		address, plain, code, reason string
	}{
		{"ninguem@acolhe.test", dbtest.Password, errs.CodeInvalidCredentials, "unknown"},
		{dbtest.Bruno.Email, "errada", errs.CodeInvalidCredentials, "wrong_password"},
		{dbtest.Paula.Email, dbtest.Password, errs.CodeInvalidCredentials, "pending"},
		{dbtest.Ivo.Email, "errada", errs.CodeInvalidCredentials, "wrong_password"},
		{dbtest.Ivo.Email, dbtest.Password, operators.CodeUserInactive, "inactive"},
	} {
		before := len(events(t, connection, "login.failed"))
		_, err := login(t, connection, "203.0.113.9", c.address, c.plain)
		wantCode(t, c.reason, err, c.code)
		if strings.Contains(fmt.Sprint(err), c.reason) {
			t.Errorf("the answer tells why: %v", err)
		}
		recorded := events(t, connection, "login.failed")
		last := recorded[len(recorded)-1]
		if len(recorded) != before+1 || last.Subject != c.address || string(last.Details) != `{"reason": "`+c.reason+`"}` ||
			last.ActorKind != "nobody" {
			t.Errorf("%s: recorded %+v, %s", c.reason, last, last.Details)
		}
	}
	var shown int64
	err := connection.DB.Table("security_events as e").Where("e::text like '%errada%' or e::text like ?", "%"+dbtest.Password+"%").
		Count(&shown).Error
	if err != nil || shown > 0 {
		t.Errorf("%d events hold a password (%v)", shown, err)
	}
}

func TestAuthenticate_FailuresLimited(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	// Successful and malformed logins are not counted.
	for range 10 {
		if _, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, dbtest.Password); err != nil {
			t.Fatal(err)
		}
		_, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, "")
		wantCode(t, "no password", err, errs.CodeValidation)
	}
	for range 5 {
		_, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, "errada")
		wantCode(t, "wrong", err, errs.CodeInvalidCredentials)
	}
	_, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, dbtest.Password)
	wantCode(t, "the right one after five wrong ones", err, errs.CodeRateLimited)
	if left := errs.As(err).RetryAfter; left != 5*time.Minute {
		t.Errorf("to be tried again in %v", left)
	}
	if limited := events(t, connection, "login.limited"); len(limited) != 1 || limited[0].Subject != dbtest.Bruno.Email {
		t.Errorf("recorded %+v", limited)
	}
	if _, err := login(t, connection, "203.0.113.10", dbtest.Bruno.Email, dbtest.Password); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	if _, err := login(t, connection, "203.0.113.9", dbtest.Camila.Email, dbtest.Password); err != nil {
		t.Errorf("somebody else from there: %v", err)
	}
}

// Refused logins in large numbers record a few events, not one for each request.
func TestAuthenticate_EventsLimited(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for range 60 {
		_, _ = login(t, connection, "203.0.113.9", dbtest.Bruno.Email, "errada")
	}
	if failed, limited := len(events(t, connection, "login.failed")), len(events(t, connection, "login.limited")); failed != 5 ||
		limited != 10 {
		t.Errorf("%d failures and %d refusals are recorded, want 5 and 10", failed, limited)
	}
}

// A hundred concurrent logins check no more passwords than sequential ones.
func TestAuthenticate_ConcurrentTries(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var checked, limited atomic.Int64
	var trying sync.WaitGroup
	for range 100 {
		trying.Go(func() {
			_, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, "errada")
			switch {
			case errs.HasCode(err, errs.CodeInvalidCredentials):
				checked.Add(1)
			case errs.HasCode(err, errs.CodeRateLimited):
				limited.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	trying.Wait()
	if checked.Load() != 5 || limited.Load() != 95 {
		t.Errorf("%d passwords were looked at and %d tries refused, want 5 and 95", checked.Load(), limited.Load())
	}
}

func TestRecordLogout(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	came, err := login(t, connection, "203.0.113.9", dbtest.Bruno.Email, dbtest.Password)
	if err != nil {
		t.Fatal(err)
	}
	if err := operators.RecordLogout(t.Context(), connection.DB, came); err != nil {
		t.Fatal(err)
	}
	if left := events(t, connection, "login.ended"); len(left) != 1 || left[0].Subject != dbtest.Bruno.Email {
		t.Errorf("recorded %+v", left)
	}
}
