package signing_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Views within a minute are one event.
func TestView_OncePerMinute(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	for _, after := range []time.Duration{0, 59 * time.Second, time.Minute, 61 * time.Second} {
		if _, err := signing.View(t.Context(), f.DB, phone().At(dbtest.Today.Add(after)),
			signing.ViewInput{Token: f.token(t, contract)}); err != nil {
			t.Fatal(err)
		}
	}
	if kinds := f.kinds(t, contract.ID); kinds != "contract.created email.sent form.viewed form.viewed" {
		t.Errorf("the events are %s", kinds)
	}
	if found, err := signing.FindFor(t.Context(), f.DB, ana(), contract.ID); err != nil || found.State(dbtest.Today) != signing.StateViewed {
		t.Errorf("the state is %s: %v", found.State(dbtest.Today), err)
	}
}

// A letter is not sent twice within a minute; later it is, and the link lasts longer.
func TestResend(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	for after, mails := range map[time.Duration]int{30 * time.Second: 1} {
		if _, err := f.contracts.Resend(t.Context(), dbtest.Bruno.Caller().At(dbtest.Today.Add(after)), contract.ID); err != nil {
			t.Fatal(err)
		}
		if got := value[int](t, f, "select count(*) from mails"); got != mails {
			t.Errorf("%d letters, want %d", got, mails)
		}
	}
	later := dbtest.Bruno.Caller().At(dbtest.Today.Add(40 * 24 * time.Hour))
	sent, err := f.contracts.Resend(t.Context(), later, contract.ID)
	if err != nil || !sent.CanSign(later.Now) || value[int](t, f, "select count(*) from mails") != 2 {
		t.Errorf("later: %v until %v", err, sent.SigningExpires)
	}
	if _, err := f.contracts.Resend(t.Context(), joao(), contract.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger: %v", err)
	}
}

// A letter that failed for good is shown until the link is opened or sent again; the next one goes to the corrected e-mail.
func TestList_Undelivered(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	state := func() signing.State {
		t.Helper()
		listed, err := signing.List(t.Context(), f.DB, bruno, signing.ListInput{IDs: []uuid.UUID{contract.ID}})
		if err != nil || len(listed.Items) != 1 {
			t.Fatalf("%+v, %v", listed, err)
		}
		found, err := signing.FindFor(t.Context(), f.DB, bruno, contract.ID)
		if err != nil || found.State(dbtest.Today) != listed.Items[0].State(dbtest.Today) {
			t.Errorf("list and record differ: %v", err)
		}
		return found.State(dbtest.Today)
	}
	if got := state(); got != signing.StateSent {
		t.Errorf("sent: %s", got)
	}
	f.do(t, "update mails set status = 'failed', last_error = 'Endereço recusado.'")
	if got := state(); got != signing.StateUndelivered {
		t.Errorf("failed: %s", got)
	}
	f.do(t, "update users set email_account = 'certo@exemplo.org.br' where user_code = ?", dbtest.Ana.UserCode)
	sent, err := f.contracts.Resend(t.Context(), dbtest.Bruno.Caller().At(dbtest.Today.Add(time.Hour)), contract.ID)
	if err != nil || sent.EmailAccount == nil || *sent.EmailAccount != "certo@exemplo.org.br" {
		t.Fatalf("resent to %v: %v", sent.EmailAccount, err)
	}
	if got := state(); got != signing.StateSent {
		t.Errorf("sent again: %s", got)
	}
	f.do(t, "update mails set status = 'failed', last_error = 'Endereço recusado.'")
	f.do(t, "update contracts set viewed_at = emailed_at + interval '1 minute'")
	if got := state(); got != signing.StateViewed {
		t.Errorf("opened after the letter: %s", got)
	}
}

// After a rotation the new key opens the links.
func TestRotateKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	issued := f.create(t, dbtest.Ana.UserCode)
	next, err := encryption.NewKey([]byte("abcdef0123456789abcdef0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	change := encryption.KeyChange{Old: f.contracts.Key, New: next}
	for _, want := range []int{1, 0} {
		if got, err := signing.RotateKey(t.Context(), f.DB, change); err != nil || got != want {
			t.Errorf("%d links, want %d: %v", got, want, err)
		}
	}
	f.contracts.Key = next
	found, err := signing.FindFor(t.Context(), f.DB, dbtest.Bruno.Caller(), issued.ID)
	if err != nil {
		t.Fatal(err)
	}
	if link, err := f.contracts.Link(dbtest.Bruno.Caller(), found); err != nil || link != issued.Link {
		t.Errorf("the link is %q: %v", link, err)
	}
}

func TestList_Tabs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	f.create(t, dbtest.Joao.UserCode)
	counts, err := signing.CountTabs(t.Context(), f.DB, dbtest.Bruno.Caller(), signing.ListInput{})
	if err != nil || counts[""] != 2 || counts[signing.TabToSign] != 1 || counts[signing.TabCompleted] != 1 ||
		counts[signing.TabOutdated] != 0 {
		t.Errorf("counts %v: %v", counts, err)
	}
	for _, tab := range append(signing.Tabs(), "") {
		found, err := signing.List(t.Context(), f.DB, dbtest.Bruno.Caller(), signing.ListInput{Tab: tab, Q: ""})
		if err != nil || len(found.Items) != counts[tab] {
			t.Errorf("%q: %d rows, counted %d: %v", tab, len(found.Items), counts[tab], err)
		}
	}
	for by, want := range map[string]auth.Caller{"produção": dbtest.Priscila.Caller(), "nobody": {Now: dbtest.Today}} {
		if found, err := signing.List(t.Context(), f.DB, want, signing.ListInput{}); err != nil || len(found.Items) != 0 {
			t.Errorf("%s: %d rows: %v", by, len(found.Items), err)
		}
	}
}
