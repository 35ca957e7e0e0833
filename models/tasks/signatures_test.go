package tasks_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
	"acolhe/models/tasks"
	"acolhe/models/templates"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// All whose term is of an earlier version get a letter, once; the term that they signed remains theirs.
func TestRequestNewSignatures(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://acolhe.test")
	library := files.Library{DB: conn.DB, Drivers: storage.New(t.TempDir(), key)}
	contracts := signing.Contracts{DB: conn.DB, Files: library, Mail: mail.Outbox{Key: key, Configured: true}, Key: key, BaseURL: base}
	worker := tasks.SignatureWorker{DB: conn.DB, Now: func() time.Time { return dbtest.Today }, Contracts: contracts}
	do := func(sql string) {
		t.Helper()
		if err := conn.DB.Exec(sql).Error; err != nil {
			t.Fatal(err)
		}
	}
	publish := func() {
		t.Helper()
		for _, kind := range templates.Kinds() {
			if _, err := (templates.Printer{DB: conn.DB, Files: library}).Publish(t.Context(), dbtest.Camila.Caller(), templates.PublishInput{Kind: kind}); err != nil {
				t.Fatal(err)
			}
		}
	}
	publish()
	nobody := auth.Caller{Now: dbtest.Today}
	signed := map[string]uuid.UUID{}
	for _, of := range []dbtest.Associate{dbtest.Ana, dbtest.Joao, dbtest.Carla} {
		code := uuid.MustParse(of.UserCode)
		issued, err := contracts.Create(t.Context(), dbtest.Bruno.Caller(), signing.CreateInput{UserCode: &code})
		if err != nil {
			t.Fatal(err)
		}
		path, err := contracts.LinkPath(nobody, issued.Contract)
		if err != nil {
			t.Fatal(err)
		}
		input := signing.CompleteInput{Token: path[len("/assinar/"):], Method: signing.Type, TypedName: of.FullName(), Consent: true}
		if _, err := contracts.Complete(t.Context(), nobody, input); err != nil {
			t.Fatal(err)
		}
		signed[of.UserCode] = issued.ID
	}
	if _, err := tasks.RequestNewSignatures(t.Context(), conn.DB, dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("of the current version: %v", err)
	}
	do(`update sign_templates set draft_content = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Outro texto"}]}]}'`)
	publish()
	if _, err := tasks.RequestNewSignatures(t.Context(), conn.DB, dbtest.Priscila.Caller()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("Produção: %v", err)
	}
	task, err := tasks.RequestNewSignatures(t.Context(), conn.DB, dbtest.Bruno.Caller())
	if err != nil || task.Total != 3 {
		t.Fatalf("%d rows: %v", task.Total, err)
	}
	if _, err := tasks.RequestNewSignatures(t.Context(), conn.DB, dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a second task: %v", err)
	}
	// Ana's contract is there already, as after a crash.
	ana := uuid.MustParse(dbtest.Ana.UserCode)
	if _, err := contracts.Create(t.Context(), dbtest.Bruno.Caller(), signing.CreateInput{UserCode: &ana, ReplaceCompleted: true}); err != nil {
		t.Fatal(err)
	}
	if hasMore, err := worker.Ask(t.Context(), task.ID); err != nil || hasMore {
		t.Fatalf("more %v: %v", hasMore, err)
	}
	task, err = tasks.FindFor(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID)
	if err != nil || task.Status != tasks.Done || task.Changed != 2 || task.PassedOver != 1 || task.Refused != 0 {
		t.Errorf("%s: %d changed, %d passed over, %d refused: %v", task.Status, task.Changed, task.PassedOver, task.Refused, err)
	}
	for code, contract := range signed {
		var term uuid.UUID
		if err := conn.DB.Raw("select adhesion_term from users where user_code = ?", code).Row().Scan(&term); err != nil || term != contract {
			t.Errorf("the term of %s is %v, want %v: %v", code, term, contract, err)
		}
	}
	var pending int
	if err := conn.DB.Raw("select count(*) from contracts where status = 'pending' and replaces_id is not null").Row().Scan(&pending); err != nil || pending != 3 {
		t.Errorf("%d pending contracts, want 3: %v", pending, err)
	}
}

// A cancelled task asks nobody else.
func TestRequestNewSignatures_Cancelled(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	bruno := dbtest.Bruno.Caller()
	task := tasks.Task{Kind: tasks.RequestSignatures, Status: tasks.Cancelled, OwnerID: &bruno.ID, DateCreated: dbtest.Today, DateEnded: &bruno.Now}
	if err := conn.DB.Create(&task).Error; err != nil {
		t.Fatal(err)
	}
	worker := tasks.SignatureWorker{DB: conn.DB, Now: func() time.Time { return dbtest.Today }}
	if hasMore, err := worker.Ask(t.Context(), task.ID); err != nil || hasMore {
		t.Errorf("more %v: %v", hasMore, err)
	}
}
