package signing_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/models/filestorage"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
)

// bucket is a server of S3 in this process that can fail.
type bucket struct {
	*httptest.Server
	// puts is the number of stored objects after which the server fails; negative if it never does.
	puts atomic.Int64
}

// useBucket makes new documents be stored in a bucket.
func (f fixture) useBucket(t *testing.T) *bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("acolhe-arquivos"); err != nil {
		t.Fatal(err)
	}
	there := &bucket{}
	there.puts.Store(-1)
	working := gofakes3.New(backend).Server()
	there.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if there.puts.Load() == 0 {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodPut && there.puts.Load() > 0 {
			there.puts.Add(-1)
		}
		working.ServeHTTP(w, r)
	}))
	t.Cleanup(there.Close)
	office := filestorage.Office{DB: f.DB, Drivers: f.contracts.Files.Drivers}
	camila := dbtest.Camila.Caller()
	settings := filestorage.BucketInput{Driver: storage.S3, Endpoint: there.URL, Bucket: "acolhe-arquivos", AccessKey: "AKIA",
		SecretKey: "segredo", PathStyle: true}
	if _, err := office.SaveBucket(t.Context(), camila, settings); err != nil {
		t.Fatal(err)
	}
	if tested, err := office.Test(t.Context(), camila, filestorage.TestInput{}); err != nil || !tested.OK {
		t.Fatalf("tested %+v: %v", tested, err)
	}
	if _, err := office.Activate(t.Context(), camila, filestorage.ActivateInput{Driver: storage.S3}); err != nil {
		t.Fatal(err)
	}
	return there
}

// In a bucket: a contract is completed, downloaded and verified. While the bucket is down, before the first document or
// between both, nothing is completed, and downloads say so; afterwards the same link is signed.
func TestComplete_Bucket(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	there := f.useBucket(t)
	contract := f.create(t, dbtest.Ana.UserCode).Contract
	token := f.token(t, contract)
	for _, puts := range []int64{0, 1} {
		there.puts.Store(puts)
		if _, err := f.contracts.Complete(t.Context(), phone(), typed(token)); !errs.HasCode(err, errs.CodeUnavailable) {
			t.Errorf("down after %d documents: %v", puts, err)
		}
		signed := value[int](t, f, "select count(*) from term_signatures") + value[int](t, f,
			"select count(*) from contracts where status <> 'pending'") +
			value[int](t, f, "select count(*) from users where adhesion_term is not null")
		if signed != 0 {
			t.Errorf("down after %d documents: something is signed", puts)
		}
	}
	if _, err := f.contracts.Open(t.Context(), dbtest.Bruno.Caller(), contract.ID, signing.FilledPDF); !errs.HasCode(err,
		errs.CodeUnavailable) {
		t.Errorf("a download while it is down: %v", err)
	}
	there.puts.Store(-1)
	contract = f.complete(t, contract)
	f.mustVerify(t, contract)
	for document, hash := range map[signing.Document]*string{
		signing.FilledPDF: contract.FilledPDFSHA256, signing.SignedPDF: contract.SignedPDFSHA256, signing.AuditPDF: contract.AuditPDFSHA256,
	} {
		if sum := sha256.Sum256(f.read(t, contract, document)); hex.EncodeToString(sum[:]) != *hash {
			t.Errorf("%s has another hash", document)
		}
	}
	if local := value[int](t, f, "select count(*) from contracts c join files f on f.id in (c.filled_pdf_file_id, c.signed_pdf_file_id, c.audit_pdf_file_id) where f.driver <> 's3'"); local != 0 {
		t.Errorf("%d documents are not in the bucket", local)
	}
	there.puts.Store(0)
	if _, err := f.contracts.Verify(t.Context(), dbtest.Bruno.Caller(), contract.ID); !errs.HasCode(err, errs.CodeUnavailable) {
		t.Errorf("verified while it is down: %v", err)
	}
}
