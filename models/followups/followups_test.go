package followups_test

import (
	"testing"
	"time"

	"acolhe/models/followups"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

func run(t *testing.T, tx *db.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if err := tx.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// A question 30 and 90 days after the first order, once each, with one reminder; none while it is off, for a second order, a sample, an
// unpaid order, or after the person said to stop.
func TestAsk(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	run(t, tx, "update orders set status = 'Cancelado'", "update orders set status = 'Entregue', date_created = '2026-10-20 12:00Z' where id = 1")
	first := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	expect := func(name string, day, want int, changes ...string) {
		t.Helper()
		run(t, tx, changes...)
		by := auth.Caller{Kind: auth.System, Now: first.AddDate(0, 0, day)}
		if err := followups.Ask(t.Context(), tx, by, mail.Outbox{Key: key, Configured: true}); err != nil {
			t.Fatal(err)
		}
		var sent int
		if err := tx.Raw("select count(*) from mails where kind = 'follow_up' and recipient = ?", dbtest.Ana.Email).Scan(&sent).Error; err != nil || sent != want {
			t.Errorf("%s: %d letters, want %d (%v)", name, sent, want, err)
		}
	}
	expect("switched off", 31, 0)
	run(t, tx, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'follow_ups', 'boolean', 'true')
		on conflict (system, key) do update set value = 'true'`)
	expect("29 days", 29, 0)
	expect("too late", 38, 0)
	expect("sample", 31, 0, "update users set is_sample = true where id = 1")
	expect("unpaid", 31, 0, "update users set is_sample = false where id = 1", "update orders set status = 'Aguardando pagamento' where id = 1")
	expect("30 days", 31, 1, "update orders set status = 'Entregue' where id = 1")
	expect("again", 32, 1)
	expect("a reminder", 36, 2)
	expect("no second reminder", 40, 2)
	expect("90 days", 90, 3)
	expect("stopped", 91, 3, "delete from follow_ups where days = 90", "update follow_ups set date_stopped = now()")
	expect("no more", 92, 3, "delete from follow_ups where days = 90")
	expect("a second order", 120, 3, "delete from follow_ups", `insert into orders (user_id, user_code, name_associate, items, total, status, date_created, date_updated)
		select user_id, user_code, name_associate, items, total, 'Entregue', '2027-01-17 12:00Z', now() from orders where id = 1`)
}

func asked(t *testing.T, tx *db.DB) (token string) {
	t.Helper()
	token = secret.New()
	row := followups.FollowUp{User: dbtest.Ana.ID, Days: 30, TokenHash: secret.Hash(token), DateSent: dbtest.Today}
	if err := tx.WithContext(t.Context()).Create(&row).Error; err != nil {
		t.Fatal(err)
	}
	return token
}

// The first answer of a link counts; a wrong field has its sentence; after 14 days the link is closed. A wish for a call is a notice.
func TestAnswer(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	token := asked(t, tx)
	by := auth.Caller{Now: dbtest.Today.AddDate(0, 0, 3)}
	good := followups.AnswerInput{Token: token, Score: "4", Adherence: followups.Always, FeltBad: "nao", WantsCall: "sim"}
	for field, change := range map[string]func(*followups.AnswerInput){
		"score":      func(in *followups.AnswerInput) { in.Score = "11" },
		"adherence":  func(in *followups.AnswerInput) { in.Adherence = "" },
		"felt_bad":   func(in *followups.AnswerInput) { in.FeltBad = "" },
		"wants_call": func(in *followups.AnswerInput) { in.WantsCall = "talvez" },
	} {
		input := good
		change(&input)
		if _, err := followups.Answer(t.Context(), tx, by, input); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := followups.Answer(t.Context(), tx, by, good); err != nil {
		t.Fatal(err)
	}
	later := good
	later.Score = "9"
	if answered, err := followups.Answer(t.Context(), tx, by, later); err != nil || *answered.Score != 4 {
		t.Error("a later answer counts", answered.Score, err)
	}
	var calls int64
	if err := tx.Table("notices").Where("kind = 'call' and user_id = 1").Count(&calls).Error; err != nil || calls != 1 {
		t.Error(calls, err)
	}
	for _, wrong := range []string{"", "x", secret.New()} {
		if _, err := followups.FindByToken(t.Context(), tx, by, wrong); !errs.HasCode(err, errs.CodeTokenInvalid) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	by.Now = dbtest.Today.AddDate(0, 0, 15)
	if _, err := followups.FindByToken(t.Context(), tx, by, token); !errs.HasCode(err, errs.CodeTokenInvalid) {
		t.Error("an old link opens", err)
	}
	if found, err := followups.ListByUsers(t.Context(), tx, dbtest.Camila.Caller(), dbtest.Ana.ID); err != nil || len(found) != 1 {
		t.Error(found, err)
	}
	if found, err := followups.ListByUsers(t.Context(), tx, auth.Caller{Kind: auth.Associate, ID: 2}, dbtest.Ana.ID); err != nil || len(found) != 0 {
		t.Error("an associate reads the answers of others", err)
	}
}

// A group of four people has no numbers; of five it has, without the counts under five.
func TestGroups(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Camila.Caller()
	answer := func(people int) {
		t.Helper()
		run(t, tx, `insert into users (user_code, status, name, associate_name, date_created, date_updated) select gen_random_uuid(), 'Associado', 'P', 'P', now(), now() from generate_series(1, 5)`)
		if err := tx.Exec(`insert into follow_ups (user_id, days, token_hash, date_sent, score, adherence, felt_bad, wants_call, date_answered)
			select id, 30, sha256(id::text::bytea), now(), 4, 'always', id % 2 = 0, false, now() from users order by id desc limit ?`, people).Error; err != nil {
			t.Fatal(err)
		}
	}
	answer(4)
	if groups, err := followups.Groups(t.Context(), tx, by); err != nil || len(groups) != 1 || !groups[0].IsSmall || groups[0].People != 0 || groups[0].Score != 0 {
		t.Errorf("%+v %v", groups, err)
	}
	run(t, tx, "delete from follow_ups")
	answer(5)
	if groups, err := followups.Groups(t.Context(), tx, by); err != nil || len(groups) != 1 || groups[0].People != 5 || groups[0].Score != 4 ||
		groups[0].Always != 5 || groups[0].FeltBad != 0 {
		t.Errorf("%+v %v", groups, err)
	}
	if groups, err := followups.Groups(t.Context(), tx, dbtest.Renata.Caller()); err != nil || len(groups) != 0 {
		t.Errorf("a professional reads them: %+v %v", groups, err)
	}
}
