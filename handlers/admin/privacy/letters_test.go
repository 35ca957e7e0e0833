package privacy_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/erasure"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/statusmails"
	"acolhe/models/types/civil"
)

// Letters that wait for an erased person never leave: neither one in the outbox, nor one that a job would write, nor one about what moved on
// before; letters of others go on.
func TestErasure_LettersStop(t *testing.T) {
	t.Parallel()
	app := admins(t)
	mailer := statusmails.Mailer{DB: app.DB, Mail: app.Mail, Now: func() time.Time { return time.Now().Add(time.Hour) }}
	app.Exec(t, "update orders set paid_at = now() where status <> 'Cancelado'")
	app.Exec(t, "delete from status_mails")
	for _, associate := range []dbtest.Associate{dbtest.Joao, dbtest.Ana} {
		letter := statusmails.OrderPaid.With(statusmails.OrderMessage{}, mail.Message{To: associate.Email, Name: associate.Name})
		if _, err := app.Mail.Send(t.Context(), app.DB, dbtest.Camila.Caller().At(time.Now()), letter); err != nil {
			t.Fatal(err)
		}
		app.Exec(t, "insert into status_mails (kind, order_id, date_created) select 'order_paid', id, now() - interval '10 minutes' from orders where user_id = $1", associate.ID)
		app.Exec(t, `insert into river_job (kind, args, max_attempts, queue, state, scheduled_at) values ('write_reset', jsonb_build_object('address', $1::text), 3, 'default', 'scheduled', now() + interval '1 day')`, associate.Email)
	}
	if waiting := recipients(t, app); waiting[dbtest.Joao.Email] != 1 || waiting[dbtest.Ana.Email] != 1 {
		t.Fatalf("waiting are %v", waiting)
	}
	eraseJoao(t, app)
	if _, err := mailer.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waiting := recipients(t, app); waiting[dbtest.Joao.Email] != 0 || waiting[dbtest.Ana.Email] < 2 {
		t.Errorf("after the erasure waiting are %v", waiting)
	}
	if jobs := app.Count(t, "river_job", "args::text like '%"+dbtest.Joao.Email+"%'"); jobs != 0 {
		t.Errorf("%d jobs would write to the erased person", jobs)
	}
	if jobs := app.Count(t, "river_job", "args::text like '%"+dbtest.Ana.Email+"%'"); jobs != 1 {
		t.Errorf("%d jobs write to another person, want 1", jobs)
	}
}

// recipients returns the number of letters that wait by address.
func recipients(t *testing.T, app *handlertest.App) map[string]int {
	t.Helper()
	found := map[string]int{}
	for _, letter := range app.Letters(t) {
		found[strings.ToLower(letter.To)]++
	}
	return found
}

func eraseJoao(t *testing.T, app *handlertest.App) {
	t.Helper()
	desk := areas.NewErasures(app.Env())
	camila, bruno := dbtest.Camila.Caller().At(time.Now()), dbtest.Camila.Caller().At(time.Now())
	bruno.ID = dbtest.Bruno.ID
	app.Exec(t, "update orders set status = 'Entregue' where user_id = $1", dbtest.Joao.ID)
	proposed, err := desk.Propose(t.Context(), camila,
		erasure.ProposeInput{UserID: dbtest.Joao.ID, Identity: "documento com foto", ReceivedOn: civil.Of(time.Now().AddDate(0, 0, -1))})
	if err != nil {
		t.Fatal(err)
	}
	preview, err := desk.ReadPreview(t.Context(), bruno, dbtest.Joao.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := desk.Confirm(t.Context(), bruno, erasure.ConfirmInput{ID: proposed.ID, Seen: preview.Seen()}); err != nil {
		t.Fatal(err)
	}
	if err := desk.Work(t.Context(), proposed.ID); err != nil {
		t.Fatal(err)
	}
}
