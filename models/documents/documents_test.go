package documents

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

func count(t *testing.T, tx *db.DB, query string, arguments ...any) (n int) {
	t.Helper()
	if err := tx.Raw("select count(*) from "+query, arguments...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// attach attaches a file of an uploader to a row, and returns the id of the attachment.
func attach(t *testing.T, tx *db.DB, uploader string, user int64, docKind string) (id int64) {
	t.Helper()
	var file int64
	if err := tx.Raw(`insert into files (file_name, content_type, size, sha256, driver, storage_key, uploaded_by, date_created)
		values ('a.jpg', 'image/jpeg', 1, repeat('a', 64), 'local', gen_random_uuid()::text, ?, now()) returning id`, uploader).Scan(&file).
		Error; err != nil {
		t.Fatal(err)
	}
	if err := tx.Raw("insert into users_files (file_id, user_id, doc_kind, date_created) values (?, ?, ?, ?) returning id", file, user,
		docKind, dbtest.Today).Scan(&id).Error; err != nil {
		t.Fatal(err)
	}
	return id
}

// What an associate sends for the own account waits; what the staff attaches, and other kinds, do not.
func TestReceive(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	own := attach(t, tx, dbtest.Ana.UserCode, dbtest.Ana.ID, "prescription")
	patients := attach(t, tx, dbtest.Ana.UserCode, dbtest.Miguel.ID, "exam")
	attach(t, tx, dbtest.Bruno.UserCode, dbtest.Ana.ID, "prescription")
	attach(t, tx, dbtest.Ana.UserCode, dbtest.Ana.ID, "avatar")
	if n := count(t, tx, "document_checks where id in (?, ?) and associate_id = ? and state = 'received'", own, patients,
		dbtest.Ana.ID); n != 2 || count(t, tx, "document_checks") != 2 {
		t.Errorf("%d of %d checks are of the account", n, count(t, tx, "document_checks"))
	}
	waiting, err := Waiting(t.Context(), tx, dbtest.Bruno.Caller(), Health)
	if err != nil || len(waiting) != 2 || waiting[0].ID != own {
		t.Errorf("the queue is %+v (%v)", waiting, err)
	}
	if hidden, _ := Waiting(t.Context(), tx, dbtest.Priscila.Caller(), All); len(hidden) != 0 {
		t.Error("another role reads the queue")
	}
}

// A letter goes out if its decision still stands: of a refusal at once, of an acceptance once nothing waits.
func TestLetter(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	outbox := mail.Outbox{Key: key, Configured: true}
	bruno := dbtest.Bruno.Caller()
	system := auth.Caller{Kind: auth.System, Now: bruno.Now}
	send := func(id int64, decided time.Time) {
		t.Helper()
		if err := write(t.Context(), tx, system, outbox, letter{Check: id, Decided: decided}); err != nil {
			t.Fatal(err)
		}
	}
	first, second := attach(t, tx, dbtest.Ana.UserCode, dbtest.Ana.ID, "report"), attach(t, tx, dbtest.Ana.UserCode, dbtest.Ana.ID, "exam")
	if _, err := Refuse(t.Context(), tx, bruno, RefuseInput{ID: first, Reason: "Falta a página 2."}); err != nil {
		t.Fatal(err)
	}
	if err := UndoDecision(t.Context(), tx, bruno.At(bruno.Now.Add(time.Second)), decided{ID: first, State: Checking}); err != nil {
		t.Fatal(err)
	}
	send(first, bruno.Now)
	if count(t, tx, "mails") != 0 {
		t.Error("a decision that was taken back is sent")
	}
	if _, err := Accept(t.Context(), tx, bruno, AcceptInput{ID: first}); err != nil {
		t.Fatal(err)
	}
	send(first, bruno.Now)
	if count(t, tx, "mails") != 0 {
		t.Error("a letter goes out while another document waits")
	}
	if _, err := Accept(t.Context(), tx, bruno, AcceptInput{ID: second}); err != nil {
		t.Fatal(err)
	}
	send(second, bruno.Now)
	if count(t, tx, "mails where kind = 'documents_accepted'") != 1 {
		t.Error("the acceptance is not sent")
	}
	third := attach(t, tx, dbtest.Ana.UserCode, dbtest.Ana.ID, "exam")
	if _, err := Refuse(t.Context(), tx, bruno, RefuseInput{ID: third, Reason: "Está escuro."}); err != nil {
		t.Fatal(err)
	}
	send(third, bruno.Now)
	if count(t, tx, "mails where kind = 'document_refused'") != 1 {
		t.Error("the refusal is not sent")
	}
	if _, err := Refuse(t.Context(), tx, bruno, RefuseInput{ID: third, Reason: "De novo."}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("decided twice: %v", err)
	}
	if _, err := Refuse(t.Context(), tx, dbtest.Priscila.Caller(), RefuseInput{ID: third, Reason: "x"}); !errs.HasCode(err,
		errs.CodeForbidden) {
		t.Errorf("another role: %v", err)
	}
}

// The day by which the staff answers leaves out weekends; an accepted document expires after its last day.
func TestDays(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	friday := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)
	if day, err := AnswerBy(t.Context(), tx, friday); err != nil || day.String() != "2026-12-02" {
		t.Errorf("sent on a Friday it is answered by %v (%v)", day, err)
	}
	last := civil.MustParse("2026-12-01")
	check := Check{State: Taken, Expires: &last}
	if check.On(last) != Taken || check.On(last.Add(0, 0, 1)) != Expired {
		t.Error("it expires on another day")
	}
}
