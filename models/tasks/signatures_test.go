package tasks_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
	"acolhe/models/tasks"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// campaign is a database with three associates who signed a version of the term that is not the current one.
type campaign struct {
	*db.Connection
	contracts signing.Contracts
	// signed are the completed contracts by the user codes of the associates.
	signed map[string]uuid.UUID
	// now is the time of the worker, which advances with each reading, so that a run processes one associate.
	now time.Time
}

func newCampaign(t *testing.T) *campaign {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://acolhe.test")
	conn := dbtest.New(t)
	library := files.Library{DB: conn.DB, Drivers: storage.New(t.TempDir(), key)}
	c := &campaign{Connection: conn, signed: map[string]uuid.UUID{}, now: dbtest.Today,
		contracts: signing.Contracts{DB: conn.DB, Files: library, Mail: mail.Outbox{Key: key, Configured: true}, Key: key, BaseURL: base}}
	c.publish(t)
	nobody := auth.Caller{Now: dbtest.Today}
	for _, of := range []dbtest.Associate{dbtest.Ana, dbtest.Joao, dbtest.Carla} {
		issued := c.create(t, of, false)
		path, err := c.contracts.LinkPath(nobody, issued.Contract)
		if err != nil {
			t.Fatal(err)
		}
		input := signing.CompleteInput{Token: path[len("/assinar/"):], Method: paper.Type, TypedName: of.FullName(), Consent: true}
		if _, err := c.contracts.Complete(t.Context(), nobody, input); err != nil {
			t.Fatal(err)
		}
		c.signed[of.UserCode] = issued.ID
	}
	return c
}

func (c *campaign) create(t *testing.T, of dbtest.Associate, replaces bool) signing.Issued {
	t.Helper()
	code := uuid.MustParse(of.UserCode)
	issued, err := c.contracts.Create(t.Context(), dbtest.Bruno.Caller(), signing.CreateInput{UserCode: &code, ReplaceCompleted: replaces})
	if err != nil {
		t.Fatal(err)
	}
	return issued
}

func (c *campaign) publish(t *testing.T) {
	t.Helper()
	for _, kind := range templates.Kinds() {
		printer := templates.Printer{DB: c.DB, Files: c.contracts.Files}
		if _, err := printer.Publish(t.Context(), dbtest.Camila.Caller(), templates.PublishInput{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
}

// publishAgain publishes another text.
func (c *campaign) publishAgain(t *testing.T) {
	t.Helper()
	do(t, c.Connection, `update sign_templates set draft_content = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Outro texto"}]}]}'`)
	c.publish(t)
}

func (c *campaign) request(t *testing.T, want int) tasks.Task {
	t.Helper()
	task, err := tasks.RequestNewSignatures(t.Context(), c.DB, dbtest.Bruno.Caller())
	if err != nil || task.Total != want {
		t.Fatalf("%d rows, want %d: %v", task.Total, want, err)
	}
	return task
}

// work processes the next associate of a task, and reports whether there may be more.
func (c *campaign) work(t *testing.T, id int64) bool {
	t.Helper()
	const step = 4 * time.Second
	worker := tasks.SignatureWorker{DB: c.DB, Contracts: c.contracts, Now: func() time.Time {
		c.now = c.now.Add(step)
		return c.now
	}}
	hasMore, err := worker.RequestNext(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return hasMore
}

// check checks that so many associates have a contract to sign, each with one letter, and that all keep their term.
func (c *campaign) check(t *testing.T, requested int) {
	t.Helper()
	const pending = "contracts where status = 'pending' and replaces_id is not null and event_count = 2"
	letters := count(t, c.Connection, "mails where kind = 'term_to_sign'") - len(c.signed)
	if found := count(t, c.Connection, pending); found != requested || letters != requested {
		t.Errorf("%d contracts and %d letters, want %d", found, letters, requested)
	}
	for code, contract := range c.signed {
		if count(t, c.Connection, "users where user_code = '"+code+"' and adhesion_term = '"+contract.String()+"'") != 1 {
			t.Errorf("%s has lost the term", code)
		}
	}
}

// All whose term is of an earlier version get a letter, once; the term that they signed remains theirs.
func TestRequestNewSignatures(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	if _, err := tasks.RequestNewSignatures(t.Context(), c.DB, dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("of the current version: %v", err)
	}
	c.publishAgain(t)
	if _, err := tasks.RequestNewSignatures(t.Context(), c.DB, dbtest.Priscila.Caller()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("Produção: %v", err)
	}
	task := c.request(t, 3)
	if _, err := tasks.RequestNewSignatures(t.Context(), c.DB, dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a second task: %v", err)
	}
	// Ana's contract is there already, as after a crash.
	c.create(t, dbtest.Ana, true)
	for c.work(t, task.ID) {
	}
	if task = find(t, c.Connection, task.ID); task.Status != tasks.Done || task.Changed != 2 || task.PassedOver != 1 || task.Refused != 0 {
		t.Errorf("%s: %d changed, %d passed over, %d refused", task.Status, task.Changed, task.PassedOver, task.Refused)
	}
	c.check(t, 3)
}

// A paused task requests nothing until it continues, with the next associate.
func TestRequestNewSignatures_Paused(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	c.publishAgain(t)
	task := c.request(t, 3)
	if !c.work(t, task.ID) {
		t.Fatal("it is over after one")
	}
	for range 2 {
		if paused, err := tasks.Pause(t.Context(), c.DB, dbtest.Bruno.Caller(), task.ID); err != nil || paused.Status != tasks.Paused {
			t.Fatalf("%s: %v", paused.Status, err)
		}
		if c.work(t, task.ID) {
			t.Error("it goes on")
		}
	}
	c.check(t, 1)
	if _, err := tasks.RequestNewSignatures(t.Context(), c.DB, dbtest.Camila.Caller()); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a second task while the first is paused: %v", err)
	}
	for range 2 {
		if resumed, err := tasks.Resume(t.Context(), c.DB, dbtest.Bruno.Caller(), task.ID); err != nil || resumed.Status != tasks.Running {
			t.Fatalf("%s: %v", resumed.Status, err)
		}
	}
	if waiting := count(t, c.Connection, "river_job where kind = 'request_signatures' and queue = 'lengthy'"); waiting != 2 {
		t.Errorf("%d jobs, want the first and one more", waiting)
	}
	for c.work(t, task.ID) {
	}
	if task = find(t, c.Connection, task.ID); task.Status != tasks.Done || task.Changed != 3 {
		t.Errorf("%s: %d changed", task.Status, task.Changed)
	}
	c.check(t, 3)
}

// A cancelled task requests nothing of the others, who keep their term; a second task requests only of them.
func TestRequestNewSignatures_Cancelled(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	c.publishAgain(t)
	task := c.request(t, 3)
	c.work(t, task.ID)
	if _, err := tasks.Cancel(t.Context(), c.DB, dbtest.Bruno.Caller(), task.ID); err != nil {
		t.Fatal(err)
	}
	if c.work(t, task.ID) {
		t.Error("it goes on")
	}
	c.check(t, 1)
	second := c.request(t, 2)
	for c.work(t, second.ID) {
	}
	c.check(t, 3)
}

// Two workers of one task, as when it is paused and continued at once, request of each associate once, and count each once.
func TestRequestNewSignatures_TwoWorkers(t *testing.T) {
	t.Parallel()
	c := newCampaign(t)
	c.publishAgain(t)
	task := c.request(t, 3)
	var working sync.WaitGroup
	for range 3 {
		working.Go(func() {
			worker := tasks.SignatureWorker{DB: c.DB, Contracts: c.contracts, Now: func() time.Time { return dbtest.Today }}
			if _, err := worker.RequestNext(t.Context(), task.ID); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	if task = find(t, c.Connection, task.ID); task.Status != tasks.Done || task.Processed() != 3 {
		t.Errorf("%s: %d of 3", task.Status, task.Processed())
	}
	c.check(t, 3)
}

// The owner and administrators pause a task; one whose rows are one transaction cannot pause.
func TestPause_Refused(t *testing.T) {
	t.Parallel()
	conn := manyTagged(t)
	task := requestRename(t, conn)
	for _, verb := range []func(context.Context, *db.DB, auth.Caller, int64) (tasks.Task, error){tasks.Pause, tasks.Resume} {
		if _, err := verb(t.Context(), conn.DB, dbtest.Fernando.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("a colleague: %v", err)
		}
	}
	if _, err := tasks.Pause(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a tag: %v", err)
	}
	if same, err := tasks.Resume(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); err != nil || same.Status != tasks.Waiting {
		t.Errorf("%s: %v", same.Status, err)
	}
}
