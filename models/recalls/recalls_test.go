package recalls_test

import (
	"context"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/recalls"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
)

type lab struct {
	tx     *db.DB
	by     auth.Caller
	sender recalls.Sender
	lot    stock.Lot
}

// newLab has a lot from which the order 1 of Ana has two units and the order 2 of João has one.
func newLab(t *testing.T) lab {
	t.Helper()
	key, err := encryption.NewKey([]byte("uma chave de testes de 32 bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	l := lab{tx: dbtest.New(t).DB, by: dbtest.Camila.Caller()}
	l.sender = recalls.Sender{DB: l.tx, Mail: mail.Outbox{Key: key, Configured: true}, Now: func() time.Time { return dbtest.Today }}
	l.lot, err = stock.Receive(t.Context(), l.tx, l.by, stock.ReceiveInput{ProductID: 1, Number: "LT-A", Quantity: 5000,
		ExpiresOn: patch.Of(civil.MustParse("2027-01-31"))})
	if err != nil {
		t.Fatal(err)
	}
	l.exec(t, "update orders set status = 'Enviado' where id in (1, 2)")
	l.exec(t, `insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values
		(1, 'separation', -2, 1, 'Priscila Prado', now()), (1, 'separation', -1, 2, 'Priscila Prado', now())`)
	return l
}

func (l lab) exec(t *testing.T, statement string, values ...any) {
	t.Helper()
	if err := l.tx.WithContext(t.Context()).Exec(statement, values...).Error; err != nil {
		t.Fatal(err)
	}
}

func (l lab) block(t *testing.T) {
	t.Helper()
	if _, err := stock.Block(t.Context(), l.tx, l.by, stock.BlockInput{ID: l.lot.ID, Typed: "LT-A", Reason: "teor"}); err != nil {
		t.Fatal(err)
	}
}

func (l lab) progress(t *testing.T) recalls.Progress {
	t.Helper()
	progress, err := recalls.ReadProgress(t.Context(), l.tx, l.by, l.lot.ID)
	if err != nil {
		t.Fatal(err)
	}
	return progress
}

func (l lab) announce() (int64, error) {
	return recalls.Announce(context.Background(), l.tx, l.by, recalls.AnnounceInput{LotID: l.lot.ID, Advice: recalls.DefaultAdvice})
}

// Letters go once to each person of a recalled lot; who has no e-mail waits for a call; who comes later gets the rest.
func TestAnnounce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	if _, err := l.announce(); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("letters about a lot that is not recalled", err)
	}
	l.block(t)
	for _, advice := range []string{"curto", "Veja em https://falso.example.org tudo o que fazer com o frasco deste lote"} {
		if _, err := recalls.Announce(t.Context(), l.tx, l.by, recalls.AnnounceInput{LotID: l.lot.ID, Advice: advice}); errs.For(errs.FieldsOf(err), "advice") == "" {
			t.Errorf("%q: %v", advice, err)
		}
	}
	l.exec(t, "update users set email = null, email_account = null where id = ?", dbtest.Joao.ID)
	if people, err := l.announce(); err != nil || people != 2 {
		t.Fatal(people, err)
	}
	if _, err := l.announce(); !errs.HasCode(err, errs.CodeConflict) {
		t.Error("letters twice", err)
	}
	for range 2 { // as after a kill
		if err := l.sender.Send(t.Context(), l.lot.ID); err != nil {
			t.Fatal(err)
		}
	}
	var recipients []string
	if err := l.tx.Raw("select recipient from mails where kind = 'recall_notice'").Scan(&recipients).Error; err != nil || len(recipients) != 1 ||
		recipients[0] != dbtest.Ana.Email {
		t.Error(recipients, err)
	}
	if p := l.progress(t); p.All != 2 || p.Units != 3 || p.Of[recalls.Sending] != 1 || p.Of[recalls.NoEmail] != 1 || p.OrdersOf[recalls.Unsent] != 1 {
		t.Errorf("%+v", p)
	}
	l.exec(t, "update mails set status = 'failed', letter_sealed = null, last_error = 'cheia' where kind = 'recall_notice'")
	if p := l.progress(t); p.Of[recalls.Failed] != 1 || !p.IsOver() {
		t.Errorf("%+v", p)
	}
	if err := recalls.MarkCalled(t.Context(), l.tx, l.by, l.lot.ID, dbtest.Joao.ID); err != nil {
		t.Fatal(err)
	}
	if err := recalls.MarkCalled(t.Context(), l.tx, l.by, l.lot.ID, dbtest.Carla.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error("a person without the lot is notified", err)
	}
	called, err := recalls.List(t.Context(), l.tx, l.by, recalls.ListInput{LotID: l.lot.ID, Group: recalls.Notified, Limit: 10})
	if err != nil || len(called) != 1 || called[0].UserID != dbtest.Joao.ID || called[0].State != recalls.Called {
		t.Error(called, err)
	}
	if people, err := recalls.List(t.Context(), l.tx, dbtest.Renata.Caller(), recalls.ListInput{LotID: l.lot.ID, Limit: 10}); err != nil || len(people) != 0 {
		t.Error("a professional sees who has the lot", people, err)
	}
	if _, err := recalls.Announce(t.Context(), l.tx, dbtest.Bruno.Caller(), recalls.AnnounceInput{LotID: l.lot.ID, Advice: recalls.DefaultAdvice}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("a person without the permission sends letters", err)
	}
}

// Who has the lot only in an order that has not left is not written to: the units are replaced.
func TestAnnounce_InHouse(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.block(t)
	l.exec(t, "update orders set status = 'Em separação' where id = 2")
	if p := l.progress(t); p.All != 1 || p.Orders != 2 || p.Of[recalls.InHouse] != 1 || p.Of[recalls.ToNotify] != 1 {
		t.Errorf("%+v", p)
	}
	if people, err := l.announce(); err != nil || people != 1 {
		t.Error(people, err)
	}
	l.exec(t, "update orders set status = 'Enviado' where id = 2")
	if people, err := l.announce(); err != nil || people != 1 {
		t.Error("who got the lot later gets no letter", people, err)
	}
}

// The link names the lot alone; the first answer counts, and any other token is unknown.
func TestAcknowledge(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.block(t)
	if _, err := l.announce(); err != nil {
		t.Fatal(err)
	}
	token := secret.New()
	l.exec(t, "update recall_people set letter = 'queued', token_hash = ? where user_id = ?", secret.Hash(token), dbtest.Ana.ID)
	if found, err := recalls.FindByToken(t.Context(), l.tx, token); err != nil || found.Lot != "LT-A" || found.IsOver || found.Acknowledged != nil {
		t.Errorf("%+v %v", found, err)
	}
	later := auth.Caller{Now: dbtest.Today.Add(time.Hour)}
	for _, by := range []auth.Caller{{Now: dbtest.Today}, later} {
		if err := recalls.Acknowledge(t.Context(), l.tx, by, token); err != nil {
			t.Fatal(err)
		}
	}
	found, err := recalls.FindByToken(t.Context(), l.tx, token)
	if err != nil || found.Acknowledged == nil || !found.Acknowledged.Equal(dbtest.Today) {
		t.Errorf("%+v %v", found, err)
	}
	if p := l.progress(t); p.Of[recalls.Acknowledged] != 1 {
		t.Errorf("%+v", p)
	}
	for _, wrong := range []string{"", "x", secret.New(), "\x00"} {
		if err := recalls.Acknowledge(t.Context(), l.tx, later, wrong); !errs.HasCode(err, errs.CodeTokenInvalid) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := stock.Unblock(t.Context(), l.tx, l.by, l.lot.ID); err != nil {
		t.Fatal(err)
	}
	if found, err := recalls.FindByToken(t.Context(), l.tx, token); err != nil || !found.IsOver {
		t.Errorf("%+v %v", found, err)
	}
}

// A lot that went to 1,200 orders of as many people: one letter each.
func TestAnnounce_Many(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.exec(t, `with people as (insert into users (user_code, status, name, associate_name, email, date_created, date_updated)
			select gen_random_uuid(), 'Associado', 'Pessoa ' || n, 'Pessoa ' || n, 'pessoa' || n || '@exemplo.org.br', now(), now() from generate_series(1, 1198) n returning id, user_code),
		placed as (insert into orders (user_id, user_code, name_associate, items, total, status, date_created, date_updated)
			select id, user_code, 'Pessoa', '[{"code": "OLEO-30", "amount": 290, "quantity": 1}]', 290, 'Entregue', now(), now() from people returning id)
		insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) select 1, 'separation', -1, id, 'x', now() from placed`)
	l.block(t)
	if people, err := l.announce(); err != nil || people != 1200 {
		t.Fatal(people, err)
	}
	if err := l.sender.Send(t.Context(), l.lot.ID); err != nil {
		t.Fatal(err)
	}
	var sent, recipients int
	if err := l.tx.Raw("select count(*), count(distinct recipient) from mails where kind = 'recall_notice'").Row().Scan(&sent, &recipients); err != nil || sent != 1200 || recipients != 1200 {
		t.Error(sent, recipients, err)
	}
	if p := l.progress(t); p.All != 1200 || p.Orders != 1200 || p.Units != 1201 {
		t.Errorf("%+v", p)
	}
	second, err := recalls.List(t.Context(), l.tx, l.by, recalls.ListInput{LotID: l.lot.ID, Page: 2, Limit: 60})
	if err != nil || len(second) != 60 {
		t.Error(len(second), err)
	}
}
