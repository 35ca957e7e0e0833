package signing_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Ana acts for Miguel, João for a pet and Carla for herself; what is not said is decided by the patients.
func TestCreate_Kinds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, want := range []struct {
		signer      dbtest.Associate
		responsible any
		kind        signing.Kind
		patient     string
	}{
		{dbtest.Ana, "other_person", templates.WithPatient, "Miguel de Souza"},
		{dbtest.Joao, "pet", templates.Self, "Pipoca da Conceição"},
		{dbtest.Carla, "self", templates.Self, ""},
		{dbtest.Ana, "self", templates.Self, ""},
		{dbtest.Ana, "pet", templates.Self, ""},
		{dbtest.Ana, nil, templates.WithPatient, "Miguel de Souza"},
		{dbtest.Joao, nil, templates.Self, ""},
		{dbtest.Carla, nil, templates.Self, ""},
	} {
		f.do(t, "update users set responsible_type = ? where id = ?", want.responsible, want.signer.ID)
		issued := f.createWith(t, signing.CreateInput{UserCode: codeOf(want.signer.UserCode), Regenerate: true})
		patient := ""
		if issued.PatientName != nil {
			patient = *issued.PatientName
		}
		if issued.Kind != want.kind || patient != want.patient {
			t.Errorf("%s for %v: kind %s for %q, want %s for %q", issued.SignerName, want.responsible, issued.Kind, patient, want.kind, want.patient)
		}
		if *issued.TemplateVersionNumber != 1 || issued.Variables["associado_nome"] != issued.SignerName {
			t.Errorf("version %d, variables %v", *issued.TemplateVersionNumber, issued.Variables)
		}
	}
}

// A new contract has its text, its document, its link, a letter and the events of both.
func TestCreate_New(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	issued := f.create(t, dbtest.Ana.UserCode)
	if issued.Reused || issued.EmailStatus != mail.Queued || issued.State(dbtest.Today) != signing.StateSent {
		t.Errorf("reused %v, mail %q, state %s", issued.Reused, issued.EmailStatus, issued.State(dbtest.Today))
	}
	if !strings.HasPrefix(issued.Link, "https://acolhe.test/assinar/") || len(f.token(t, issued.Contract)) != 43 {
		t.Errorf("the link is %q", issued.Link)
	}
	if want := dbtest.Today.Add(30 * 24 * time.Hour); !issued.SigningExpires.Equal(want) {
		t.Errorf("the link ends at %v, want %v", issued.SigningExpires, want)
	}
	if len(issued.Code()) != 9 || strings.ContainsAny(issued.PublicCode, "01OIL") {
		t.Errorf("the code is %q", issued.Code())
	}
	content, err := f.contracts.Open(t.Context(), ana(), issued.ID, signing.FilledPDF)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	pdf, err := io.ReadAll(content)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the document is %.20q: %v", pdf, err)
	}
	if kinds := f.kinds(t, issued.ID); kinds != "contract.created email.sent" {
		t.Errorf("the events are %s", kinds)
	}
	verified, err := f.contracts.Verify(t.Context(), dbtest.Bruno.Caller(), issued.ID)
	if err != nil || !verified.Valid {
		t.Errorf("verified %+v: %v", verified, err)
	}
	// The token is stored neither in plaintext nor as a hash alone.
	if found, err := signing.FindByToken(t.Context(), f.DB, f.token(t, issued.Contract)); err != nil || found.ID != issued.ID {
		t.Errorf("the token finds %v: %v", found.ID, err)
	}
}

// kinds returns the kinds of the events of a contract, oldest first.
func (f fixture) kinds(t testing.TB, id uuid.UUID) string {
	t.Helper()
	return value[string](t, f, "select coalesce(string_agg(kind, ' ' order by position), '') from sign_events where contract_id = ?", id)
}

func TestCreate_NoLetter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	input := signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode), SendEmail: patch.Of(false)}
	if issued := f.createWith(t, input); issued.EmailStatus != "" || f.kinds(t, issued.ID) != "contract.created" {
		t.Errorf("mail %q, events %s", issued.EmailStatus, f.kinds(t, issued.ID))
	}
	// A pending contract without a letter gets one when it is asked for again; a second time none is sent.
	again := f.create(t, dbtest.Ana.UserCode)
	if !again.Reused || again.EmailStatus != mail.Queued {
		t.Errorf("reused %v, mail %q", again.Reused, again.EmailStatus)
	}
	f.create(t, dbtest.Ana.UserCode)
	if mails := value[int](t, f, "select count(*) from mails"); mails != 1 {
		t.Errorf("%d letters, want 1", mails)
	}
	off := f
	off.contracts.Mail = mail.Outbox{}
	issued := off.create(t, dbtest.Carla.UserCode)
	if issued.EmailStatus != mail.NotConfigured || f.kinds(t, issued.ID) != "contract.created" {
		t.Errorf("without mail: %q, events %s", issued.EmailStatus, f.kinds(t, issued.ID))
	}
}

func TestCreate_Again(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.create(t, dbtest.Ana.UserCode)
	second := f.create(t, dbtest.Ana.UserCode)
	if second.ID != first.ID || !second.Reused || second.Link != first.Link {
		t.Errorf("again: %v %v %q, want %v %q", second.ID, second.Reused, second.Link, first.ID, first.Link)
	}
	if count := value[int](t, f, "select count(*) from files"); count != 3 {
		t.Errorf("%d files, want 3: two versions and a contract", count)
	}
	third := f.createWith(t, signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode), Regenerate: true})
	if third.ID == first.ID || third.Reused || third.Link == first.Link {
		t.Errorf("created again: %v reused %v", third.ID, third.Reused)
	}
	voided, err := signing.FindFor(t.Context(), f.DB, dbtest.Bruno.Caller(), first.ID)
	if err != nil || voided.Status != signing.Voided {
		t.Errorf("the first one is %s: %v", voided.Status, err)
	}
}

// An expired contract that is asked for again is the same one (decisions.md, "A pending contract asked for again"): its link
// is valid for 30 days more, is sent again, and can be signed. With Regenerate it is voided and another one made.
func TestCreate_Expired(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.create(t, dbtest.Ana.UserCode)
	f.do(t, "update contracts set signing_expires = ?", dbtest.Today)
	again := f.create(t, dbtest.Ana.UserCode)
	if again.ID != first.ID || again.Link != first.Link || !again.Reused || again.EmailStatus != mail.Queued {
		t.Errorf("again: %v %q %v %q", again.ID, again.Link, again.Reused, again.EmailStatus)
	}
	if want := dbtest.Today.Add(30 * 24 * time.Hour); !again.SigningExpires.Equal(want) {
		t.Errorf("the link ends at %v, want %v", again.SigningExpires, want)
	}
	f.complete(t, again.Contract)
	joao := f.create(t, dbtest.Joao.UserCode)
	f.do(t, "update contracts set signing_expires = ? where id = ?", dbtest.Today, joao.ID)
	second := f.createWith(t, signing.CreateInput{UserCode: codeOf(dbtest.Joao.UserCode), Regenerate: true})
	if second.ID == joao.ID || second.Reused || value[string](t, f, "select status from contracts where id = ?", joao.ID) != "voided" {
		t.Errorf("made again: %v, reused %v", second.ID, second.Reused)
	}
}

func TestCreate_Completed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	f.refused(t, signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode)}, signing.CodeAlreadyCompleted)
	f.refused(t, signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode), Regenerate: true}, signing.CodeAlreadyCompleted)
	second := f.createWith(t, signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode), ReplaceCompleted: true})
	if second.ReplacesID == nil || *second.ReplacesID != first.ID {
		t.Errorf("it replaces %v, want %v", second.ReplacesID, first.ID)
	}
	// The first one stays the associate's until the second one is completed.
	if term := value[string](t, f, "select adhesion_term::text from users where id = ?", dbtest.Ana.ID); term != first.ID.String() {
		t.Errorf("the term is %s, want %s", term, first.ID)
	}
	f.complete(t, second.Contract)
	if term := value[string](t, f, "select adhesion_term::text from users where id = ?", dbtest.Ana.ID); term != second.ID.String() {
		t.Errorf("the term is %s, want %s", term, second.ID)
	}
	// Another account with the login e-mail of the contract.
	f.do(t, "update contracts set email_account = ? where id = ?", dbtest.Joao.Email, first.ID)
	f.refused(t, signing.CreateInput{UserCode: codeOf(dbtest.Joao.UserCode)}, signing.CodeAlreadyCompleted)
}

func (f fixture) refused(t testing.TB, input signing.CreateInput, code string) {
	t.Helper()
	if issued, err := f.contracts.Create(t.Context(), dbtest.Bruno.Caller(), input); !errs.HasCode(err, code) {
		t.Errorf("%+v: %v %v, want %s", input, issued.ID, err, code)
	}
}

func TestCreate_NotPublished(t *testing.T) {
	t.Parallel()
	f := unpublished(t)
	f.refused(t, signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode)}, templates.CodeNotPublished)
	if count := value[int](t, f, "select (select count(*) from contracts) + (select count(*) from files)"); count != 0 {
		t.Errorf("%d rows, want none", count)
	}
}

func TestCreate_Callers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	own, err := f.contracts.Create(t.Context(), ana(), signing.CreateInput{})
	if err != nil || own.SignerName != "Ana Beatriz de Souza" || own.CreatedByUserCode != nil {
		t.Errorf("an own contract: %q by %v: %v", own.SignerName, own.CreatedByUserCode, err)
	}
	other := codeOf(dbtest.Ana.UserCode)
	for name, c := range map[string]struct {
		by    auth.Caller
		input signing.CreateInput
		code  string
	}{
		"another associate's":      {joao(), signing.CreateInput{UserCode: other}, errs.CodeNotFound},
		"an associate regenerates": {ana(), signing.CreateInput{Regenerate: true}, errs.CodeForbidden},
		"an associate replaces":    {ana(), signing.CreateInput{ReplaceCompleted: true}, errs.CodeForbidden},
		"Produção":                 {dbtest.Priscila.Caller(), signing.CreateInput{UserCode: other}, errs.CodeForbidden},
		"nobody":                   {auth.Caller{Now: dbtest.Today}, signing.CreateInput{UserCode: other}, errs.CodeUnauthorized},
		"without a code":           {dbtest.Bruno.Caller(), signing.CreateInput{}, errs.CodeValidation},
		"an unknown code":          {dbtest.Bruno.Caller(), signing.CreateInput{UserCode: codeOf(uuid.NewString())}, errs.CodeNotFound},
		"a patient":                {dbtest.Bruno.Caller(), signing.CreateInput{UserCode: codeOf(dbtest.Miguel.UserCode)}, errs.CodeNotFound},
		"a token without the scope": {auth.Caller{Kind: auth.Token, Scopes: []string{"items:users:read"}, Now: dbtest.Today},
			signing.CreateInput{UserCode: other}, errs.CodeForbidden},
	} {
		if _, err := f.contracts.Create(t.Context(), c.by, c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

// Calls at the same time create one contract.
func TestCreate_AtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var waiting sync.WaitGroup
	ids := make([]uuid.UUID, 8)
	for i := range ids {
		waiting.Go(func() {
			issued, err := f.contracts.Create(t.Context(), dbtest.Bruno.Caller(), signing.CreateInput{UserCode: codeOf(dbtest.Ana.UserCode)})
			if err != nil {
				t.Error(err)
			}
			ids[i] = issued.ID
		})
	}
	waiting.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("contracts %v and %v", ids[0], id)
		}
	}
	if mails := value[int](t, f, "select count(*) from mails"); mails != 1 {
		t.Errorf("%d letters, want 1", mails)
	}
}
