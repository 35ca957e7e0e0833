package operators_test

import (
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// bruno returns Bruno with a session.
func bruno(t *testing.T, connection *db.Connection) auth.Caller {
	t.Helper()
	seedSession(t, connection, dbtest.Bruno)
	by := row(t, connection, dbtest.Bruno).Caller()
	by.Origin = auth.Origin{IP: "203.0.113.9"}
	return by
}

// passwordChanger returns a function that changes the caller's password.
func passwordChanger(t *testing.T, connection *db.Connection, outbox mail.Outbox, by auth.Caller) func(current, plain string) error {
	return func(current, plain string) error {
		t.Helper()
		input := operators.ChangePasswordInput{Current: current, Password: plain}
		return operators.OwnPassword{Mail: outbox}.Change(t.Context(), connection.DB, by.At(noon), input)
	}
}

func TestOwnPassword_Change(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	change := passwordChanger(t, connection, outbox, bruno(t, connection))
	seedReset(t, connection, dbtest.Bruno, "link")
	if err := change(dbtest.Password, newPassword); err != nil {
		t.Fatal(err)
	}
	if !canSignIn(t, connection, dbtest.Bruno, newPassword) || canSignIn(t, connection, dbtest.Bruno, dbtest.Password) {
		t.Error("another password than the new one opens")
	}
	if hasSession(t, connection, dbtest.Bruno) || row(t, connection, dbtest.Bruno).PasswordResetToken != nil {
		t.Error("a session or a link from before still serves")
	}
	if told := messages(t, connection, outbox); len(told) != 1 || told[0].Kind != mail.PasswordChanged.Kind ||
		told[0].To != dbtest.Bruno.Email {
		t.Errorf("the letters are %+v", told)
	}
	if recorded := events(t, connection, "password.changed"); len(recorded) != 1 || recorded[0].Subject != dbtest.Bruno.UserCode ||
		recorded[0].ActorKind != "operator" {
		t.Errorf("recorded %+v", recorded)
	}
}

func TestOwnPassword_Refused(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	change := passwordChanger(t, connection, outbox, bruno(t, connection))
	for name, c := range map[string]struct{ current, plain, field string }{
		"no current":    {"", newPassword, "current"},
		"wrong current": {"errada", newPassword, "current"},
		"policy":        {dbtest.Password, "curta", "password"},
		"the same":      {dbtest.Password, dbtest.Password, "password"},
	} {
		err := change(c.current, c.plain)
		if errs.For(errs.FieldsOf(err), c.field) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The wrong password counted as a failed login; after four more no password is checked.
	for range 4 {
		wantCode(t, "wrong", change("errada", newPassword), errs.CodeValidation)
	}
	wantCode(t, "too many", change(dbtest.Password, newPassword), errs.CodeRateLimited)
	if len(events(t, connection, "login.failed")) != 5 || len(messages(t, connection, outbox)) > 0 ||
		!hasSession(t, connection, dbtest.Bruno) {
		t.Error("a refused change left more behind than its failures")
	}
	if !canSignIn(t, connection, dbtest.Bruno, dbtest.Password) {
		t.Error("the password changed")
	}
}
