package signing_test

import (
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/types/errs"
)

func TestVoidMany(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed := f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	first, second, left := f.create(t, dbtest.Joao.UserCode), f.create(t, dbtest.Carla.UserCode), signed
	input := signing.ListInput{IDs: []uuid.UUID{first.ID, second.ID, left.ID}}
	done, err := signing.VoidMany(t.Context(), f.DB, dbtest.Bruno.Caller(), input, "Engano")
	if err != nil || done != (signing.Many{Changed: 2, Unchanged: 1}) {
		t.Fatalf("%+v (%v)", done, err)
	}
	if voided := value[int](t, f, "select count(*) from contracts where status = 'voided' and void_reason = 'Engano'"); voided != 2 {
		t.Errorf("%d contracts are voided", voided)
	}
}

// Links of pending contracts are sent again together; none leaves if one is refused.
func TestResendMany(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, second := f.create(t, dbtest.Joao.UserCode), f.create(t, dbtest.Carla.UserCode)
	f.do(t, "update contracts set emailed_at = emailed_at - interval '1 hour', signing_expires = now() - interval '1 day'")
	input := signing.ListInput{IDs: []uuid.UUID{first.ID, second.ID}}
	if _, err := f.contracts.ResendMany(t.Context(), dbtest.Priscila.Caller(), input); err != nil && !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("another role: %v", err)
	}
	done, err := f.contracts.ResendMany(t.Context(), dbtest.Bruno.Caller(), input)
	if err != nil || done.Changed != 2 {
		t.Fatalf("%+v (%v)", done, err)
	}
	if renewed := value[int](t, f, "select count(*) from contracts where emailed_at > date_created - interval '30 minutes' and signing_expires > date_created"); renewed != 2 {
		t.Errorf("%d links are valid again", renewed)
	}
}

func TestListPending_TooMany(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.create(t, dbtest.Joao.UserCode)
	f.do(t, `insert into contracts (public_code, status, kind, title, user_code, signer_name, template_version_number, variables, content_json,
			content_sha256, frame, signing_token, signing_token_encrypted, encryption_key_id, signing_expires, voided_at)
		select upper(substr(translate(md5(n::text), '01', '23'), 1, 8)), 'voided', kind, title, user_code, signer_name, template_version_number, variables, content_json,
			content_sha256, frame, sha256(n::text::bytea), signing_token_encrypted, encryption_key_id, signing_expires, now()
		from contracts c, generate_series(1, 500) n`)
	if _, _, err := signing.ListPending(t.Context(), f.DB, dbtest.Bruno.Caller(), signing.ListInput{}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("501 contracts: %v", err)
	}
	pending, others, err := signing.ListPending(t.Context(), f.DB, dbtest.Bruno.Caller(), signing.ListInput{Tab: signing.TabToSign})
	if err != nil || len(pending) != 1 || others != 0 {
		t.Errorf("%d pending, %d others (%v)", len(pending), others, err)
	}
}

// The tab of earlier versions counts whom the campaign asks: nobody who has a term to sign.
func TestCountToAsk_EqualsTab(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, code := range []string{dbtest.Ana.UserCode, dbtest.Joao.UserCode, dbtest.Carla.UserCode} {
		f.complete(t, f.create(t, code).Contract)
	}
	f.do(t, `update sign_templates set draft_content = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Outro texto"}]}]}'`)
	for _, kind := range templates.Kinds() {
		printer := templates.Printer{DB: f.DB, Files: f.contracts.Files}
		if _, err := printer.Publish(t.Context(), dbtest.Camila.Caller(), templates.PublishInput{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	f.createWith(t, signing.CreateInput{UserCode: codeOf(dbtest.Joao.UserCode), ReplaceCompleted: true})
	by := dbtest.Bruno.Caller()
	counts, err := signing.CountTabs(t.Context(), f.DB, by, signing.ListInput{})
	if err != nil {
		t.Fatal(err)
	}
	asked, err := signing.CountToAsk(t.Context(), f.DB, by, "")
	if err != nil || asked != 2 || counts[signing.TabOutdated] != asked {
		t.Errorf("the tab counts %d, %d are asked (%v)", counts[signing.TabOutdated], asked, err)
	}
}
