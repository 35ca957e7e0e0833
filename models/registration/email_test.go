package registration_test

import (
	"bytes"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/patch"
)

// switchedOn returns an outbox that stores messages.
func switchedOn(t *testing.T) mail.Outbox {
	t.Helper()
	key, err := encryption.NewKey(bytes.Repeat([]byte("ab"), encryption.KeyBytes/2))
	if err != nil {
		t.Fatal(err)
	}
	return mail.Outbox{Key: key, Configured: true}
}

// A new login e-mail of an associate waits until the current address confirms it; without mail it is refused.
func TestSave_EmailWaitsForConfirmation(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := caller(dbtest.Carla.ID)
	input := registration.SaveInput{EmailAccount: patch.Of("nova@exemplo.org.br"), Profile: associates.Profile{Phone: patch.Of("48991042277")}}
	refused, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{}, input)
	if err != nil || len(refused.Problems) != 1 || refused.Row.PendingEmail != nil {
		t.Errorf("without mail: %+v (%v)", refused.Problems, err)
	}
	outbox := switchedOn(t)
	saved, err := registration.Save(t.Context(), connection.DB, by, outbox, input)
	if err != nil || *saved.Row.EmailAccount != dbtest.Carla.Email || saved.Row.PendingEmail == nil ||
		*saved.Row.PendingEmail != "nova@exemplo.org.br" {
		t.Fatalf("saved %+v (%v)", saved.Row, err)
	}
	if count(t, connection, "mails", "kind = 'email_change_requested'") != 1 ||
		count(t, connection, "security_events", "kind = 'associate.email_change_requested'") != 1 {
		t.Error("the current address was not asked")
	}
	// The current address cancels the change; one of another associate is refused.
	cancelled, err := registration.Save(t.Context(), connection.DB, by, outbox,
		registration.SaveInput{EmailAccount: patch.Of(dbtest.Carla.Email)})
	if err != nil || cancelled.Row.PendingEmail != nil {
		t.Errorf("cancelled: %+v (%v)", cancelled.Row.PendingEmail, err)
	}
	taken, err := registration.Save(t.Context(), connection.DB, by, outbox, registration.SaveInput{EmailAccount: patch.Of(dbtest.Ana.Email)})
	if err != nil || len(taken.Problems) != 1 || taken.Row.PendingEmail != nil {
		t.Errorf("another's address: %+v (%v)", taken.Problems, err)
	}
}

// An empty login e-mail counts as not sent: every account needs one.
func TestSave_EmailCannotBeCleared(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	saved := save(t, connection, caller(dbtest.Carla.ID), registration.SaveInput{EmailAccount: patch.Field[string]{Sent: true, Null: true}})
	if saved.Row.EmailAccount == nil || *saved.Row.EmailAccount != dbtest.Carla.Email {
		t.Errorf("the login e-mail is %v", saved.Row.EmailAccount)
	}
}
