package mail_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// updateEntry updates columns of the row.
func updateEntry(t *testing.T, conn *db.Connection, id int64, changes string) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), "update mails set "+changes+" where id = $1", id); err != nil {
		t.Fatal(err)
	}
}

func TestResend_Failed(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	sender, _ := newSender(t, conn, mail.Disabled{})
	id := send(t, conn, newOutbox(t), invite()).ID
	updateEntry(t, conn, id, "attempts = 7")
	if _, envelope := deliver(t, sender, id); envelope.Status != mail.Failed ||
		reasonOf(envelope) != "O envio de e-mails está desligado: falta SMTP_URL." {
		t.Fatalf("the row is %+v: %s", envelope, reasonOf(envelope))
	}
	before := count(t, conn, "select count(*)::int from river_job")
	envelope, err := mail.Resend(t.Context(), conn.DB, dbtest.Camila.Caller(), id)
	if err != nil || envelope.Status != mail.Queued || envelope.Attempts != 0 || envelope.LastError != nil {
		t.Errorf("SendAgain gives %+v, %v", envelope, err)
	}
	if after := count(t, conn, "select count(*)::int from river_job"); after != before+1 {
		t.Errorf("%d jobs were enqueued, want 1", after-before)
	}
	sender.Transport = mail.Folder(t.TempDir())
	if _, envelope := deliver(t, sender, id); envelope.Status != mail.Sent {
		t.Errorf("the row is %+v: %s", envelope, reasonOf(envelope))
	}
}

// Of two concurrent requests one resends the mail; both wait for the lock of the row.
func TestResend_Concurrent(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	id := send(t, conn, newOutbox(t), invite()).ID
	updateEntry(t, conn, id, "status = 'failed'")
	holding := conn.DB.Begin()
	if err := holding.Exec("select from mails where id = ? for update", id).Error; err != nil {
		t.Fatal(err)
	}
	var pressing sync.WaitGroup
	var sent atomic.Int32
	for range 2 {
		pressing.Go(func() {
			if _, err := mail.Resend(t.Context(), conn.DB, dbtest.Camila.Caller(), id); err == nil {
				sent.Add(1)
			} else if !errs.HasCode(err, errs.CodeConflict) {
				t.Error(err)
			}
		})
	}
	dbtest.AwaitLock(t, conn.Pool, 2)
	if err := holding.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	pressing.Wait()
	if jobs := count(t, conn, "select count(*)::int from river_job"); sent.Load() != 1 || jobs != 2 {
		t.Errorf("%d presses passed and there are %d jobs, want 1 and 2", sent.Load(), jobs)
	}
}

func TestResend_Refused(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, c := range map[string]struct{ changes, code string }{
		"still queued":    {"attempts = 3", errs.CodeConflict},
		"sent":            {"status = 'sent', date_sent = now(), letter_sealed = null", errs.CodeConflict},
		"refused":         {"status = 'failed', letter_sealed = null", errs.CodeConflict},
		"its link is out": {"status = 'failed', letter_expires = '2020-01-01'", errs.CodeConflict},
	} {
		id := send(t, conn, newOutbox(t), invite()).ID
		updateEntry(t, conn, id, c.changes)
		const row = "select md5(m::text || (select count(*) from river_job))::uuid = $2 from mails m where id = $1"
		var fingerprint string
		if err := conn.Pool.QueryRow(t.Context(),
			"select md5(m::text || (select count(*) from river_job))::uuid::text from mails m where id = $1", id).Scan(&fingerprint); err != nil {
			t.Fatal(err)
		}
		if _, err := mail.Resend(t.Context(), conn.DB, dbtest.Camila.Caller(), id); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
		var same bool
		if err := conn.Pool.QueryRow(t.Context(), row, id, fingerprint).Scan(&same); err != nil || !same {
			t.Errorf("%s: the row changed, %v", name, err)
		}
	}
	if _, err := mail.Resend(t.Context(), conn.DB, dbtest.Camila.Caller(), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown mail gives %v", err)
	}
}

// Messages of another key cannot be decrypted; they wait until that key is configured again.
func TestDeliver_OtherKey(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	sender, _ := newSender(t, conn, mail.Folder(t.TempDir()))
	right := sender.Key
	other, err := encryption.NewKey([]byte("another key of a test, 32 bytes.")[:encryption.KeyBytes])
	if err != nil {
		t.Fatal(err)
	}
	sender.Key = other
	id := send(t, conn, newOutbox(t), invite()).ID
	if again, envelope := deliver(t, sender, id); again <= 0 || envelope.Status != mail.Queued ||
		reasonOf(envelope) != "A mensagem foi guardada com outra CONFIG_ENCRYPT_KEY." {
		t.Errorf("the next attempt is in %v and the row is %+v: %s", again, envelope, reasonOf(envelope))
	}
	sender.Key = right
	if _, envelope := deliver(t, sender, id); envelope.Status != mail.Sent {
		t.Errorf("the row is %+v: %s", envelope, reasonOf(envelope))
	}
}

func TestList_Filters(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var ids []int64
	for _, to := range []string{"ana@exemplo.org.br", "joao@exemplo.org.br", "ana_100%@exemplo.org.br"} {
		message := invite()
		message.To = to
		ids = append(ids, send(t, conn, newOutbox(t), message).ID)
	}
	updateEntry(t, conn, ids[1], "status = 'failed'")
	for name, c := range map[string]struct {
		input mail.ListInput
		want  []int64
	}{
		"all, the newest first": {mail.ListInput{}, []int64{ids[2], ids[1], ids[0]}},
		"a status":              {mail.ListInput{Status: mail.Failed}, []int64{ids[1]}},
		"an address":            {mail.ListInput{Q: " ANA"}, []int64{ids[2], ids[0]}},
		"signs are no pattern":  {mail.ListInput{Q: "_100%"}, []int64{ids[2]}},
		"both":                  {mail.ListInput{Q: "ana", Status: mail.Failed}, nil},
		"a window":              {mail.ListInput{Window: page.Window{Limit: new(1), Offset: 1}}, []int64{ids[1]}},
	} {
		c.input.Count = page.FilterCount
		found, err := mail.List(t.Context(), conn.DB, dbtest.Camila.Caller(), c.input)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, envelope := range found.Items {
			got = append(got, envelope.ID)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	}
	if _, err := mail.List(t.Context(), conn.DB, dbtest.Camila.Caller(), mail.ListInput{Status: mail.NotConfigured}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("a status that no mail has gives %v", err)
	}
	counts, err := mail.CountByStatus(t.Context(), conn.DB, dbtest.Camila.Caller())
	if err != nil || counts[mail.Queued] != 2 || counts[mail.Failed] != 1 {
		t.Errorf("the counts are %v, %v", counts, err)
	}
}

func TestList_NotAdministrator(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	id := send(t, conn, newOutbox(t), invite()).ID
	by := dbtest.Bruno.Caller()
	if found, err := mail.List(t.Context(), conn.DB, by, mail.ListInput{}); err != nil || len(found.Items) > 0 {
		t.Errorf("List returns %v, %v", found.Items, err)
	}
	if counts, err := mail.CountByStatus(t.Context(), conn.DB, by); err != nil || len(counts) > 0 {
		t.Errorf("CountByStatus returns %v, %v", counts, err)
	}
	if _, err := mail.Find(t.Context(), conn.DB, by, id); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("Find returns %v", err)
	}
	updateEntry(t, conn, id, "status = 'failed'")
	if _, err := mail.Resend(t.Context(), conn.DB, by, id); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("Resend returns %v", err)
	}
}
