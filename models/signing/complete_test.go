package signing_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/errs"
)

// A signature completes the contract with its documents, events and hashes, and the associate goes on.
func TestComplete(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for phase, want := range map[string]string{"4": "5", "assinatura_termo": "5", "5": "5", "2": "2"} {
		f.do(t, "delete from term_signatures; delete from sign_events; update users set adhesion_term = null; delete from contracts")
		f.do(t, "update users set associate_status = ? where id = ?", phase, dbtest.Ana.ID)
		input := typed(f.token(t, f.create(t, dbtest.Ana.UserCode).Contract))
		input.Method, input.SignatureImageBase64 = paper.Draw, drawing()
		completed, err := f.contracts.Complete(t.Context(), phone(), input)
		if err != nil {
			t.Fatal(err)
		}
		if completed.Status != signing.Completed || completed.SignedPDFSHA256 == nil || completed.AuditPDFSHA256 == nil {
			t.Errorf("completed: %s %v %v", completed.Status, completed.SignedPDFSHA256, completed.AuditPDFSHA256)
		}
		if got := value[string](t, f, "select associate_status from users where id = ?", dbtest.Ana.ID); got != want {
			t.Errorf("phase %s became %s, want %s", phase, got, want)
		}
		if kinds := f.kinds(t, completed.ID); kinds != "contract.created email.sent submission.started submission.completed" {
			t.Errorf("the events are %s", kinds)
		}
		f.mustVerify(t, completed)
		for document, hash := range map[signing.Document]*string{signing.SignedPDF: completed.SignedPDFSHA256,
			signing.AuditPDF: completed.AuditPDFSHA256} {
			if sum := sha256.Sum256(f.read(t, completed, document)); hex.EncodeToString(sum[:]) != *hash {
				t.Errorf("%s has another hash", document)
			}
		}
	}
	if mails := value[int](t, f, "select count(*) from mails where kind = 'term_signed'"); mails != 4 {
		t.Errorf("%d letters, want 4", mails)
	}
	if recorded := value[string](t, f, "select host(ip) || ' ' || timezone from term_signatures"); recorded != "189.34.112.87 America/Sao_Paulo" {
		t.Errorf("recorded %s", recorded)
	}
}

func (f fixture) read(t testing.TB, contract signing.Contract, document signing.Document) []byte {
	t.Helper()
	content, err := f.contracts.Open(t.Context(), dbtest.Bruno.Caller(), contract.ID, document)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	read, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func (f fixture) mustVerify(t testing.TB, contract signing.Contract) {
	t.Helper()
	verified, err := f.contracts.Verify(t.Context(), dbtest.Bruno.Caller(), contract.ID)
	if err != nil || !verified.Valid || len(verified.Checks) != 9 {
		t.Errorf("verified %+v: %v", verified, err)
	}
}

func TestComplete_Refused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	token := f.token(t, contract)
	for name, c := range map[string]struct {
		change func(*signing.CompleteInput)
		code   string
	}{
		"an unknown token": {func(in *signing.CompleteInput) { in.Token = "unknown" }, errs.CodeTokenInvalid},
		"no token":         {func(in *signing.CompleteInput) { in.Token = "" }, errs.CodeTokenInvalid},
		"no consent":       {func(in *signing.CompleteInput) { in.Consent = false }, signing.CodeConsentRequired},
		"no name":          {func(in *signing.CompleteInput) { in.TypedName = " " }, templates.CodeSignatureRequired},
		"no drawing":       {func(in *signing.CompleteInput) { in.Method = paper.Draw }, templates.CodeSignatureRequired},
		"not a picture": {func(in *signing.CompleteInput) {
			in.Method, in.SignatureImageBase64 = paper.Draw, "data:image/png;base64,AAAA"
		}, errs.CodeValidation},
		"an unknown method": {func(in *signing.CompleteInput) { in.Method = "stamp" }, errs.CodeValidation},
	} {
		input := typed(token)
		c.change(&input)
		if _, err := f.contracts.Complete(t.Context(), phone(), input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	late := phone().At(contract.SigningExpires)
	if _, err := f.contracts.Complete(t.Context(), late, typed(token)); !errs.HasCode(err, errs.CodeTokenInvalid) {
		t.Errorf("expired: %v", err)
	}
	if _, err := signing.Void(t.Context(), f.DB, dbtest.Bruno.Caller(),
		signing.VoidInput{ID: contract.ID, Reason: "Nome errado"}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.contracts.Complete(t.Context(), phone(), typed(token)); !errs.HasCode(err, signing.CodeNotPending) {
		t.Errorf("voided: %v", err)
	}
	if rows := value[int](t, f, "select count(*) from term_signatures"); rows != 0 {
		t.Errorf("%d signatures, want none", rows)
	}
}

// The same signature sent again gets the first result, another one is refused.
func TestComplete_Again(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	input := typed(f.token(t, contract))
	first := f.complete(t, contract)
	again, err := f.contracts.Complete(t.Context(), phone(), input)
	if err != nil || *again.SignedPDFSHA256 != *first.SignedPDFSHA256 {
		t.Errorf("again: %v", err)
	}
	input.TypedName = "Ana de Souza"
	if _, err := f.contracts.Complete(t.Context(), phone(), input); !errs.HasCode(err, signing.CodeAlreadyCompleted) {
		t.Errorf("another name: %v", err)
	}
	input.Consent = false
	if _, err := f.contracts.Complete(t.Context(), phone(), input); !errs.HasCode(err, signing.CodeAlreadyCompleted) {
		t.Errorf("without consent: %v", err)
	}
}

// Signatures and views at the same time complete the contract once.
func TestComplete_AtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	token := f.token(t, contract)
	var waiting sync.WaitGroup
	var completed, refused int
	var counting sync.Mutex
	for i, name := range []string{"Ana Souza", "Ana Beatriz", "Ana de Souza", "Beatriz de Souza"} {
		waiting.Go(func() {
			input := typed(token)
			input.TypedName = name
			_, err := f.contracts.Complete(t.Context(), phone(), input)
			counting.Lock()
			defer counting.Unlock()
			switch {
			case err == nil:
				completed++
			case errs.HasCode(err, signing.CodeAlreadyCompleted):
				refused++
			default:
				t.Error(err)
			}
		})
		waiting.Go(func() {
			later := phone().At(dbtest.Today.Add(time.Duration(i) * time.Hour))
			if _, err := signing.View(t.Context(), f.DB, later, signing.ViewInput{Token: token}); err != nil {
				t.Error(err)
			}
		})
	}
	waiting.Wait()
	if completed != 1 || refused != 3 {
		t.Errorf("%d completed, %d refused; want 1 and 3", completed, refused)
	}
	f.mustVerify(t, contract)
}

// While documents cannot be stored nothing is signed; afterwards the same link is.
func TestComplete_StorageDown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	away := f.folder + ".away"
	if err := errors.Join(os.Rename(f.folder, away), os.WriteFile(f.folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.contracts.Complete(t.Context(), phone(), typed(f.token(t, contract))); !errs.HasCode(err, errs.CodeUnavailable) {
		t.Errorf("without storage: %v", err)
	}
	if left := value[int](t, f, "select count(*) from term_signatures") + value[int](t, f,
		"select count(*) from contracts where status <> 'pending'"); left != 0 {
		t.Errorf("something was signed")
	}
	if err := errors.Join(os.Remove(f.folder), os.Rename(away, f.folder)); err != nil {
		t.Fatal(err)
	}
	f.complete(t, contract)
	f.mustVerify(t, contract)
}

// A transaction that fails leaves nothing but bytes that a job removes.
func TestComplete_TransactionFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	f.do(t, "alter table term_signatures add constraint never check (method = 'draw')")
	if _, err := f.contracts.Complete(t.Context(), phone(), typed(f.token(t, contract))); err == nil {
		t.Fatal("it was signed")
	}
	if status := value[string](t, f, "select status from contracts"); status != "pending" {
		t.Errorf("it is %s", status)
	}
	if rows := value[int](t, f, "select count(*) from files"); rows != 3 {
		t.Errorf("%d files, want 3", rows)
	}
	if waiting := value[int](t, f, "select count(*) from river_job where kind = 'remove_blob'"); waiting != 5 {
		t.Errorf("%d removals wait, want one for each stored document", waiting)
	}
}

// A changed, cut or missing file is named by Verify.
func TestVerify_Files(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	for document, name := range map[signing.Document]signing.CheckName{
		signing.FilledPDF: signing.CheckFilled, signing.SignedPDF: signing.CheckSigned + signing.CheckSignedSeal,
		signing.AuditPDF: signing.CheckAudit + signing.CheckAuditSeal,
	} {
		path := f.path(t, f.read(t, contract, document))
		original, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		flipped := bytes.Clone(original)
		flipped[len(flipped)/2] ^= 1
		for condition, tamper := range map[string]func() error{
			"a flipped bit": func() error { return errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, flipped, 0o600)) },
			"cut":           func() error { return os.Truncate(path, 100) },
			"missing":       func() error { return os.Remove(path) },
		} {
			if err := tamper(); err != nil {
				t.Fatal(err)
			}
			if failed := f.failed(t, contract); failed != string(name) {
				t.Errorf("%s: failed %q, want %s", condition, failed, name)
			}
			if err := os.WriteFile(path, original, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	f.mustVerify(t, contract)
}

// A document that was replaced together with its stored hashes is named by its seal: one with changed bytes, one without a
// seal, and one that another key sealed.
func TestVerify_Seals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	other := newFixture(t)
	foreign := other.complete(t, other.create(t, dbtest.Ana.UserCode).Contract)
	unsealed := f.read(t, contract, signing.FilledPDF)
	for document, c := range map[signing.Document]struct {
		name   signing.CheckName
		column string
	}{signing.SignedPDF: {signing.CheckSignedSeal, "signed_pdf"}, signing.AuditPDF: {signing.CheckAuditSeal, "audit_pdf"}} {
		original := f.read(t, contract, document)
		path := f.path(t, original)
		flipped := bytes.Clone(original)
		flipped[len(flipped)/3] ^= 1
		for name, content := range map[string][]byte{"flipped": flipped, "unsealed": unsealed,
			"of another key": other.read(t, foreign, document)} {
			f.replace(t, path, content, c.column)
			if failed := f.failed(t, contract); failed != string(c.name) {
				t.Errorf("%s: failed %q, want %s", name, failed, c.name)
			}
		}
		f.replace(t, path, original, c.column)
	}
	f.mustVerify(t, contract)
}

// replace writes other bytes over a stored document and stores their hash and size.
func (f fixture) replace(t testing.TB, path string, content []byte, column string) {
	t.Helper()
	if err := errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])
	f.do(t, "update contracts set "+column+"_sha256 = ?", hash)
	f.do(t, "update files set sha256 = ?, size = ? where id = (select "+column+"_file_id from contracts)", hash, len(content))
}

// path returns the file on the disk with these bytes.
func (f fixture) path(t testing.TB, content []byte) (found string) {
	t.Helper()
	err := filepath.WalkDir(f.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		stored, err := os.ReadFile(path)
		if bytes.Equal(stored, content) {
			found = path
		}
		return err
	})
	if err != nil || found == "" {
		t.Fatalf("the file is not on the disk: %v", err)
	}
	return found
}

// failed returns the names of the failed checks.
func (f fixture) failed(t testing.TB, contract signing.Contract) (failed string) {
	t.Helper()
	verified, err := f.contracts.Verify(context.Background(), dbtest.Bruno.Caller(), contract.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range verified.Checks {
		if !check.OK {
			failed += string(check.Name)
		}
	}
	if verified.Valid != (failed == "") {
		t.Errorf("valid %v with failed checks %q", verified.Valid, failed)
	}
	return failed
}

// Changed rows are found: text, signature, and every event, the last one too.
func TestVerify_Rows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	if _, err := signing.View(t.Context(), f.DB, phone(),
		signing.ViewInput{Token: f.token(t, contract), Timezone: "Mars/Olympus"}); err != nil {
		t.Fatal(err)
	}
	contract = f.complete(t, contract)
	for change, want := range map[string]signing.CheckName{
		`update contracts set content_json = jsonb_set(content_json, '{content,0}', '{"type":"paragraph"}')`: signing.CheckContent,
		"update term_signatures set typed_name = 'Outra Pessoa'":                                             signing.CheckSignature,
		"delete from term_signatures":                                                            signing.CheckSignature,
		"update sign_events set ip = '1.2.3.4' where position = 3":                               signing.CheckEvents,
		"update sign_events set occurred_at = occurred_at - interval '1 day' where position = 1": signing.CheckEvents,
		`update sign_events set details = '{"method":"draw"}' where position = 4`:                signing.CheckEvents,
		"delete from sign_events where position = 1":                                             signing.CheckEvents,
		"delete from sign_events where position = 3":                                             signing.CheckEvents,
		"update contracts set event_count = 4":                                                   signing.CheckEvents,
	} {
		tx := f.DB.Begin()
		if err := tx.Exec(change).Error; err != nil {
			t.Fatal(err)
		}
		inside := f
		inside.contracts.DB = tx
		if failed := inside.failed(t, contract); failed != string(want) {
			t.Errorf("%s: failed %q, want %s", change, failed, want)
		}
		tx.Rollback()
	}
	// The last event also holds the digest of the signature.
	f.do(t, "delete from sign_events where position = 5")
	if failed := f.failed(t, contract); failed != string(signing.CheckSignature)+string(signing.CheckEvents) {
		t.Errorf("without the last event: failed %q", failed)
	}
}

func TestFindPublic(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pending := f.create(t, dbtest.Joao.UserCode).Contract
	contract := f.complete(t, f.create(t, dbtest.Ana.UserCode).Contract)
	for _, code := range []string{contract.Code(), contract.PublicCode, " " + contract.Code()} {
		found, err := f.contracts.FindPublic(t.Context(), phone(), code)
		if err != nil || !found.Valid || found.Initials != "A. B. S." || found.Code != contract.Code() {
			t.Errorf("%q: %+v %v", code, found, err)
		}
	}
	for _, code := range []string{"", "AAAA-AAAA", pending.Code(), "'; drop table contracts", "\x00\xff"} {
		if _, err := f.contracts.FindPublic(t.Context(), phone(), code); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%q: %v", code, err)
		}
	}
	f.do(t, "update term_signatures set typed_name = 'Outra Pessoa'")
	for range 2 {
		if found, err := f.contracts.FindPublic(t.Context(), phone(), contract.Code()); err != nil || found.Valid {
			t.Errorf("changed: %+v %v", found, err)
		}
	}
	if alerts := value[int](t, f, "select count(*) from security_events where kind = 'contract.tampered'"); alerts != 1 {
		t.Errorf("%d alerts, want 1", alerts)
	}
}
