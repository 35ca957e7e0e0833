package operators_test

import (
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

func accept(t *testing.T, connection *db.Connection, token, plain string) error {
	t.Helper()
	_, err := operators.AcceptInvite(t.Context(), connection.DB, anonymousFrom("203.0.113.9").At(noon),
		operators.AcceptInput{Token: token, Password: plain})
	return err
}

func TestAcceptInvite(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	seedInvite(t, connection, dbtest.Paula, "convite")
	invitation, err := operators.PreviewInvite(t.Context(), connection.DB, "convite", noon)
	if err != nil || invitation.Name != "Paula" || invitation.Email != dbtest.Paula.Email || !invitation.ExpiresAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("the invite says %+v (%v)", invitation, err)
	}
	// A password against the policy reports every problem and leaves the invite valid.
	err = accept(t, connection, "convite", "curta")
	if fields := errs.FieldsOf(err); len(fields) != 3 || fields[0].Path != "password" {
		t.Errorf("refused with %v", err)
	}
	if err := accept(t, connection, "convite", newPassword); err != nil {
		t.Fatal(err)
	}
	paula := row(t, connection, dbtest.Paula)
	if paula.Status != operators.Active || paula.InviteToken != nil || paula.InviteExpires != nil || !paula.DateUpdated.Equal(noon) {
		t.Errorf("Paula is %+v", paula)
	}
	if !canSignIn(t, connection, dbtest.Paula, newPassword) {
		t.Error("the password does not open")
	}
	recorded := events(t, connection, "operator.invite_accepted")
	if len(recorded) != 1 || recorded[0].Subject != dbtest.Paula.UserCode || *recorded[0].IP != "203.0.113.9" {
		t.Errorf("recorded %+v", recorded)
	}
}

// Every invalid invite has the same message.
func TestAcceptInvite_OnceAndLatest(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var said string
	refused := func(name, token string) {
		t.Helper()
		err := accept(t, connection, token, newPassword)
		_, preview := operators.PreviewInvite(t.Context(), connection.DB, token, noon)
		for _, err := range []error{err, preview} {
			wantCode(t, name, err, operators.CodeTokenInvalid)
			if said == "" {
				said = errs.As(err).Message
			}
			if errs.As(err).Message != said || errs.As(err).Kind != errs.KindInvalid {
				t.Errorf("%s: %v, want %q", name, err, said)
			}
		}
	}
	refused("none", "")
	refused("unknown", "x")
	seedInvite(t, connection, dbtest.Paula, "primeiro")
	seedInvite(t, connection, dbtest.Paula, "segundo")
	refused("replaced", "primeiro")
	updateOperator(t, connection, "invite_expires = ?", noon, dbtest.Paula.ID)
	refused("expired", "segundo")
	seedInvite(t, connection, dbtest.Paula, "terceiro")
	updateOperator(t, connection, "status = 'inactive'", dbtest.Paula.ID)
	refused("inactive", "terceiro")
	updateOperator(t, connection, "status = 'pending'", dbtest.Paula.ID)
	if err := accept(t, connection, "terceiro", newPassword); err != nil {
		t.Fatal(err)
	}
	refused("used", "terceiro")
}

// Of two concurrent requests with the same invite one succeeds, and the account has its password.
func TestAcceptInvite_Concurrent(t *testing.T) {
	connection := patient(t)
	seedInvite(t, connection, dbtest.Paula, "convite")
	var accepted atomic.Int64
	var winner atomic.Value
	var calls []func()
	for _, plain := range []string{"Primeira!1", "Segunda!22", "Terceira!3"} {
		calls = append(calls, func() {
			err := accept(t, connection, "convite", plain)
			if err == nil {
				accepted.Add(1)
				winner.Store(plain)
				return
			}
			wantCode(t, plain, err, operators.CodeTokenInvalid)
		})
	}
	concurrently(t, connection, dbtest.Paula, calls...)
	if accepted.Load() != 1 || !canSignIn(t, connection, dbtest.Paula, winner.Load().(string)) {
		t.Errorf("%d were accepted, the last as %v", accepted.Load(), winner.Load())
	}
}
