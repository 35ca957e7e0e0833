package associates_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

const newEmail = "nova@exemplo.org.br"

// token is a token that may change associates, without being an administrator's.
var token = auth.Caller{Kind: auth.Token, ID: 1, Code: "0", Name: "Site", Scopes: []string{"items:users:update"}}

// changeEmail changes the login e-mail of Ana, who has a password.
func changeEmail(t *testing.T, connection *db.Connection, outbox mail.Outbox, by auth.Caller, to patch.Field[string]) (associates.Associate,
	error) {
	t.Helper()
	input := associates.ChangeInput{ID: dbtest.Ana.ID}
	input.EmailAccount = to
	return associates.Accounts{Mail: outbox}.Change(t.Context(), connection.DB, by.At(noon), input)
}

// linkIn returns the token of a letter.
func linkIn(t *testing.T, letter mail.Message) string {
	t.Helper()
	path, token, found := strings.Cut(letter.Path, "?token=")
	if !found || path != associates.EmailConfirmationPath {
		t.Fatalf("the letter leads to %q", letter.Path)
	}
	return token
}

func answer(connection *db.Connection, t *testing.T, token string, accepted bool, now time.Time) error {
	return associates.AnswerPendingEmail(t.Context(), connection.DB, auth.Caller{}.At(now),
		associates.EmailAnswer{Token: token, Accepted: accepted})
}

func wantEmail(t *testing.T, connection *db.Connection, email, pending string) {
	t.Helper()
	if count(t, connection, "id = ? and email_account = ? and coalesce(pending_email, '') = ?", dbtest.Ana.ID, email, pending) != 1 {
		t.Errorf("the e-mail of Ana is not %q, with %q pending", email, pending)
	}
}

func events(t *testing.T, connection *db.Connection, kind string) int64 {
	t.Helper()
	var n int64
	if err := connection.DB.Table("security_events").Where("kind = ? and subject = ?", kind, dbtest.Ana.UserCode).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// An operator and a token do not redirect a login: the current address confirms the new one, by a link that serves once.
func TestChangeEmail_Confirmed(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]auth.Caller{"operator": dbtest.Bruno.Caller(), "token": token} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection, outbox := dbtest.New(t), newOutbox(t)
			row, err := changeEmail(t, connection, outbox, by, patch.Of(" NOVA@exemplo.org.br"))
			if err != nil || *row.EmailAccount != dbtest.Ana.Email || row.PendingEmail == nil || *row.PendingEmail != newEmail {
				t.Fatalf("changed to %+v (%v)", row, err)
			}
			wantEmail(t, connection, dbtest.Ana.Email, newEmail)
			// What already waits is not asked for again.
			if _, err := changeEmail(t, connection, outbox, by, patch.Of(newEmail)); err != nil {
				t.Fatal(err)
			}
			written := letters(t, connection, outbox)
			if len(written) != 1 || written[0].Kind != mail.EmailChangeRequested.Kind || written[0].To != dbtest.Ana.Email {
				t.Fatalf("the letters are %+v", written)
			}
			link := linkIn(t, written[0])
			pending, err := associates.FindPendingEmail(t.Context(), connection.DB, link, noon)
			if err != nil || pending.Current != dbtest.Ana.Email || pending.New != newEmail {
				t.Errorf("the page shows %+v (%v)", pending, err)
			}
			if err := answer(connection, t, link, true, noon.Add(8*24*time.Hour)); !errs.HasCode(err, errs.CodeTokenInvalid) {
				t.Errorf("after a week: %v", err)
			}
			if err := answer(connection, t, link, true, noon); err != nil {
				t.Fatal(err)
			}
			wantEmail(t, connection, newEmail, "")
			if err := answer(connection, t, link, true, noon); !errs.HasCode(err, errs.CodeTokenInvalid) {
				t.Errorf("a second time: %v", err)
			}
			if events(t, connection, "associate.email_change_requested") != 1 || events(t, connection, "login.changed") != 1 {
				t.Error("the events are missing")
			}
		})
	}
}

func TestChangeEmail_RefusedOrCancelled(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	for i, cancel := range []func(link string) error{
		func(link string) error { return answer(connection, t, link, false, noon) },
		func(string) error {
			input := associates.ChangeInput{ID: dbtest.Ana.ID, PendingEmail: patch.Field[string]{Sent: true, Null: true}}
			_, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(noon), input)
			return err
		},
	} {
		if _, err := changeEmail(t, connection, outbox, dbtest.Bruno.Caller(), patch.Of(newEmail)); err != nil {
			t.Fatal(err)
		}
		link := linkIn(t, letters(t, connection, outbox)[i])
		if err := cancel(link); err != nil {
			t.Fatal(err)
		}
		wantEmail(t, connection, dbtest.Ana.Email, "")
		if err := answer(connection, t, link, true, noon); !errs.HasCode(err, errs.CodeTokenInvalid) {
			t.Errorf("confirmed after all: %v", err)
		}
		if n := events(t, connection, "associate.email_change_cancelled"); n != int64(i+1) {
			t.Errorf("%d events", n)
		}
	}
	input := associates.ChangeInput{ID: dbtest.Ana.ID, PendingEmail: patch.Of("x@exemplo.org.br")}
	if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(noon),
		input); paths(err) != "pending_email" {
		t.Errorf("set by hand: %v", err)
	}
}

// An administrator changes it at once, and the address before gets a letter.
func TestChangeEmail_ByAdministrator(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	if _, err := changeEmail(t, connection, outbox, dbtest.Bruno.Caller(), patch.Of("outra@exemplo.org.br")); err != nil {
		t.Fatal(err)
	}
	if _, err := changeEmail(t, connection, outbox, dbtest.Camila.Caller(), patch.Of(newEmail)); err != nil {
		t.Fatal(err)
	}
	wantEmail(t, connection, newEmail, "")
	written := letters(t, connection, outbox)
	if len(written) != 2 || written[1].Kind != mail.EmailChanged.Kind || written[1].To != dbtest.Ana.Email || written[1].Path != "" {
		t.Errorf("the letters are %+v", written)
	}
	if err := answer(connection, t, linkIn(t, written[0]), true, noon); !errs.HasCode(err, errs.CodeTokenInvalid) {
		t.Errorf("the earlier change can be confirmed: %v", err)
	}
	if events(t, connection, "login.changed") != 1 {
		t.Error("the event is missing")
	}
}

func TestChangeEmail_OnlyAdministrator(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := changeEmail(t, connection, mail.Outbox{}, dbtest.Bruno.Caller(), patch.Of(newEmail)); paths(err) != "email_account" {
		t.Errorf("without mail: %v", err)
	}
	if _, err := changeEmail(t, connection, newOutbox(t), dbtest.Bruno.Caller(),
		patch.Field[string]{Sent: true, Null: true}); paths(err) != "email_account" {
		t.Errorf("taken away: %v", err)
	}
	wantEmail(t, connection, dbtest.Ana.Email, "")
}

// The e-mail of an associate without a password is data like any other.
func TestChangeEmail_WithoutPassword(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	if err := connection.DB.Exec("update users set account_password = null where id = ?", dbtest.Ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	if _, err := changeEmail(t, connection, outbox, dbtest.Bruno.Caller(), patch.Of(newEmail)); err != nil {
		t.Fatal(err)
	}
	wantEmail(t, connection, newEmail, "")
	if written := letters(t, connection, outbox); len(written) != 0 {
		t.Errorf("the letters are %+v", written)
	}
}

// The new address belongs to somebody else by the time of the confirmation.
func TestChangeEmail_TakenMeanwhile(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	if _, err := changeEmail(t, connection, outbox, dbtest.Bruno.Caller(), patch.Of(newEmail)); err != nil {
		t.Fatal(err)
	}
	if err := connection.DB.Exec("update users set email_account = ? where id = ?", newEmail, dbtest.Joao.ID).Error; err != nil {
		t.Fatal(err)
	}
	if err := answer(connection, t, linkIn(t, letters(t, connection, outbox)[0]), true, noon); paths(err) != "email_account" {
		t.Errorf("confirmed: %v", err)
	}
	wantEmail(t, connection, dbtest.Ana.Email, newEmail)
}
