package consents

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func outbox(t *testing.T) mail.Outbox {
	t.Helper()
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	return mail.Outbox{Key: key, Configured: true}
}

func count(t *testing.T, tx *db.DB, query string, arguments ...any) (n int) {
	t.Helper()
	if err := tx.Raw("select count(*) from "+query, arguments...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// Everybody who allows an earlier version gets one letter; who withdrew, never answered or knows the new text gets none.
func TestAnnounce_WhoGetsALetter(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	camila := dbtest.Camila.Caller()
	text, err := Publish(t.Context(), tx, camila,
		PublishInput{Purpose: Image, Version: 1, Summary: "Minha foto", Body: "Deixo usar minha foto.", Changes: "Ficou mais curto."})
	if err != nil || text.Version != 2 {
		t.Fatal(text, err)
	}
	say := func(id int64, version int, given bool) {
		if err := tx.Exec("insert into consents (user_id, purpose, version, text_hash, given, date_created) values (?, 'image', ?, '', ?, now())",
			id, version, given).Error; err != nil {
			t.Fatal(err)
		}
	}
	say(dbtest.Ana.ID, 1, true)
	say(dbtest.Joao.ID, 1, true)
	say(dbtest.Joao.ID, 1, false)
	say(dbtest.Carla.ID, 2, true)
	by := auth.Caller{Kind: auth.System, Now: dbtest.Today}
	if err := announceText(t.Context(), tx, by, outbox(t), announce{Purpose: Image, Version: 2}); err != nil {
		t.Fatal(err)
	}
	if n := count(t, tx, "mails where kind = 'consent_text_changed' and recipient = ?", dbtest.Ana.Email); n != 1 ||
		count(t, tx, "mails") != 1 {
		t.Errorf("%d of %d letters are for Ana", n, count(t, tx, "mails"))
	}
	// The job goes on after the last person, and ends.
	if err := announceText(t.Context(), tx, by, outbox(t), announce{Purpose: Image, Version: 2, After: dbtest.Ana.ID}); err != nil ||
		count(t, tx, "mails") != 1 {
		t.Errorf("somebody gets a second letter (%v)", err)
	}
}

// A box that was left empty is kept where it withdraws something; a text that was not shown is never accepted.
func TestAnswer(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	ana := auth.Caller{Kind: auth.Associate, ID: dbtest.Ana.ID, Now: dbtest.Today.Add(time.Hour), Origin: auth.Origin{IP: "203.0.113.9"}}
	list, err := ListOwn(t.Context(), tx, ana)
	if err != nil || !list.Allows(Treatment) || !list.Allows(WhatsApp) || list.Allows(Image) {
		t.Fatal(list, err)
	}
	hashes := map[Purpose]string{}
	for _, consent := range list {
		hashes[consent.Text.Purpose] = consent.Text.Hash
	}
	if err := Answer(t.Context(), tx, ana, AnswerInput{Given: []Purpose{WhatsApp}, Hashes: hashes}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("without the required one: %v", err)
	}
	if err := Answer(t.Context(), tx, ana, AnswerInput{Given: []Purpose{Treatment, Image, Statistics}}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("texts that were not shown: %v", err)
	}
	if err := Answer(t.Context(), tx, ana, AnswerInput{Given: []Purpose{Treatment, Image, Statistics}, Hashes: hashes}); err != nil {
		t.Fatal(err)
	}
	if n := count(t, tx, "consents where user_id = ? and network = '203.0.113.9'", ana.ID); n != 2 {
		t.Errorf("%d lines are kept, want that for the image and that against WhatsApp", n)
	}
	if list, _ = ListOwn(t.Context(), tx, ana); list.Allows(WhatsApp) || !list.Allows(Image) {
		t.Error("the answers do not hold")
	}
}

// Only administrators publish, never the same text, and never over another's.
func TestPublish_Refused(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	versions, err := Versions(t.Context(), tx, Image)
	if err != nil || len(versions) != 1 {
		t.Fatal(versions, err)
	}
	input := PublishInput{Purpose: Image, Version: 1, Summary: versions[0].Summary, Body: versions[0].Body, Changes: "Nada."}
	for name, c := range map[string]struct {
		by   auth.Caller
		in   PublishInput
		code string
	}{
		"the same text": {dbtest.Camila.Caller(), input, errs.CodeValidation},
		"no change":     {dbtest.Camila.Caller(), PublishInput{Purpose: Image, Version: 1, Summary: "a", Body: "b"}, errs.CodeValidation},
		"stale": {dbtest.Camila.Caller(), PublishInput{Purpose: Image, Version: 7, Summary: "a", Body: "b", Changes: "c"},
			errs.CodeConflict},
		"another role": {dbtest.Bruno.Caller(), PublishInput{Purpose: Image, Version: 1, Summary: "a", Body: "b", Changes: "c"},
			errs.CodeForbidden},
	} {
		if _, err := Publish(t.Context(), tx, c.by, c.in); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
