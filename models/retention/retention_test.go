package retention_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
	"acolhe/models/retention"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// association is a database with its keeper, whose clock is moved.
type association struct {
	retention.Keeper
	conn *db.Connection
	now  time.Time
}

func newAssociation(t *testing.T) *association {
	t.Helper()
	return open(t, dbtest.New(t), t.TempDir())
}

func open(t *testing.T, conn *db.Connection, folder string) *association {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	a := &association{conn: conn, now: dbtest.Today}
	a.Keeper = areas.NewRetention(area.Env{DB: conn.DB, Pool: conn.Pool, Key: key, DataDir: folder, Storage: storage.New(folder, key),
		Mail: mail.Outbox{Key: key, Configured: true}, Environment: func(string) string { return "" }, Now: func() time.Time { return a.now }})
	return a
}

func (a *association) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if err := a.conn.DB.WithContext(t.Context()).Exec(statement, arguments...).Error; err != nil {
		t.Fatal(err)
	}
}

func (a *association) count(t *testing.T, query string, arguments ...any) (count int) {
	t.Helper()
	if err := a.conn.DB.WithContext(t.Context()).Raw(query, arguments...).Scan(&count).Error; err != nil {
		t.Fatal(err)
	}
	return count
}

// admin is an administrator who passed the second step.
func (a *association) admin() auth.Caller {
	by := dbtest.Camila.Caller().At(a.now)
	by.SecondStep = auth.SecondStep{IsOn: true, ConfirmedAt: a.now}
	return by
}

// on switches retention on and lets its thirty days pass.
func (a *association) on(t *testing.T) {
	t.Helper()
	if err := a.TurnOn(t.Context(), a.admin()); err != nil {
		t.Fatal(err)
	}
	a.night(t)
	a.now = a.now.AddDate(0, 0, retention.GraceDays)
}

// night runs the pass of the next night.
func (a *association) night(t *testing.T) {
	t.Helper()
	a.now = a.now.AddDate(0, 0, 1)
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (a *association) today() civil.Date { return civil.Of(a.now) }

// seedOrders places ended orders of Ana: the first was paid six years ago, the second lately, the third is old and of João.
func (a *association) seedOrders(t *testing.T) {
	t.Helper()
	for id, of := range map[int]struct {
		user  dbtest.Associate
		years int
	}{9001: {dbtest.Ana, 6}, 9002: {dbtest.Ana, 1}, 9003: {dbtest.Joao, 6}} {
		at := a.now.AddDate(-of.years, 0, 0)
		a.exec(t, `insert into orders (id, user_id, user_code, name_associate, email, address, items, total, status, paid_at, paid_on, amount_received, payment_method, date_created, info)
			values (?, ?, ?, 'Nome Antigo da Silva', 'antigo@exemplo.org.br', '{"street": "Rua das Flores", "number": "12", "state": "SP"}',
			'[{"product_id": 1, "quantity": 1, "price": 120}]', 120, 'Entregue', ?, ?, 120, 'pix', ?, 'deixar na portaria')`,
			id, of.user.ID, of.user.UserCode, at, civil.Of(at), at)
		a.exec(t, "insert into order_changes (order_id, action, actor_kind, actor_name, changes, date_created) values (?, 'update', 'associate', 'Nome Antigo', '{\"email\": {\"from\": null, \"to\": \"antigo@exemplo.org.br\"}}', ?)", id, at)
		a.exec(t, "insert into receipts (order_id, payer, payer_cpf, about, amount, issuer, method, date_created, year, sequence, paid_on) values (?, 'Nome Antigo da Silva', '39053344705', 'Óleo', 120, '{}', 'pix', ?, 2020, ?, ?)", id, at, id, civil.Of(at))
	}
}

// It is off by default: a night changes and stores nothing.
func TestRun_Off(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedOrders(t)
	a.night(t)
	if passes := a.count(t, "select count(*) from retention_passes"); passes > 0 {
		t.Errorf("%d passes while it is off", passes)
	}
	if err := a.TurnOn(t.Context(), dbtest.Bruno.Caller()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("an operator turns it on: %v", err)
	}
	by := dbtest.Camila.Caller()
	by.SecondStep = auth.SecondStep{IsOn: true}
	if err := a.TurnOn(t.Context(), by); access.RequireConfirmed(by) != nil && !errs.HasCode(err, errs.CodeSecondFactorRequired) {
		t.Errorf("without the second step: %v", err)
	}
}

// Nothing leaves in the first thirty days, nor before the letter with the counts; then names leave, and sums stay.
func TestRun_Grace(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedOrders(t)
	if err := a.TurnOn(t.Context(), a.admin()); err != nil {
		t.Fatal(err)
	}
	const named = "select count(*) from orders where name_associate = 'Nome Antigo da Silva'"
	for range retention.GraceDays - 1 {
		a.now = a.now.AddDate(0, 0, 1)
	}
	a.night(t)
	if left := a.count(t, named); left != 3 {
		t.Errorf("%d of 3 orders have a name in the first thirty days", left)
	}
	letters := a.count(t, "select count(*) from mails where kind = 'retention_announced'")
	if letters == 0 {
		t.Error("no letter with the counts")
	}
	if counted := a.count(t, "select coalesce(sum(count), 0) from retention_counts where kind = 'orders'"); counted < 3 {
		t.Errorf("%d orders are counted", counted)
	}
	a.exec(t, "update retention_state set date_noticed = null")
	a.night(t)
	if left := a.count(t, named); left != 3 {
		t.Error("orders left without a letter")
	}
	before := a.sums(t)
	a.night(t)
	if left := a.count(t, named); left != 1 {
		t.Errorf("%d orders have a name, want the one of last year", left)
	}
	if after := a.sums(t); before != after {
		t.Errorf("the sums were %s and are %s", before, after)
	}
	if texts := a.count(t, `select count(*) from orders o where id in (9001, 9003) and (email is not null or info is not null or address <> '{"state": "SP"}' or search_text like '%antigo%')`); texts > 0 {
		t.Errorf("%d orders still name their person", texts)
	}
	if texts := a.count(t, "select count(*) from receipts where order_id in (9001, 9003) and (payer like '%Antigo%' or payer_cpf is not null)"); texts > 0 {
		t.Error("receipts name the person")
	}
	if texts := a.count(t, "select count(*) from order_changes where order_id in (9001, 9003) and (actor_name like '%Antigo%' or changes::text like '%antigo%')"); texts > 0 {
		t.Error("the history of orders names the person")
	}
	if kept := a.count(t, "select count(*) from orders where id = 9001 and name_associate = 'Cadastro ' || user_id"); kept != 1 {
		t.Error("the order does not name the registration")
	}
	removed := a.count(t, "select sum(removed) from retention_passes where kind = 'orders'")
	a.night(t)
	if again := a.count(t, "select sum(removed) from retention_passes where kind = 'orders'"); removed != 2 || again != 2 {
		t.Errorf("%d orders left, then %d", removed, again)
	}
}

// sums are what reports and statements are made of.
func (a *association) sums(t *testing.T) (sums string) {
	t.Helper()
	const query = `select concat_ws(' ', (select concat_ws('/', count(*), sum(total), sum(amount_received), string_agg(status, '' order by id)) from orders),
		(select concat_ws('/', count(*), sum(amount)) from receipts), (select string_agg(items::text, '' order by id) from orders),
		(select concat_ws('/', count(*), sum(price_paid), sum(price)) from services), (select string_agg(coalesce(address ->> 'state', '-'), '' order by id) from orders))`
	if err := a.conn.DB.WithContext(t.Context()).Raw(query).Scan(&sums).Error; err != nil {
		t.Fatal(err)
	}
	return sums
}

// What belongs to a held person stays, also to the patients of one; a hold that ended or was released counts no more.
func TestHold(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedOrders(t)
	hold, err := a.Hold(t.Context(), a.admin(), retention.HoldInput{UserID: dbtest.Joao.ID, Reason: "Processo 12"}, a.today())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Hold(t.Context(), a.admin(), retention.HoldInput{UserID: dbtest.Joao.ID, Reason: "x"}, a.today()); !errs.HasCode(err,
		errs.CodeConflict) {
		t.Errorf("held twice: %v", err)
	}
	if _, err := a.Hold(t.Context(), a.admin(), retention.HoldInput{UserID: dbtest.Ana.ID}, a.today()); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("held without a reason: %v", err)
	}
	if _, err := a.Hold(t.Context(), dbtest.Bruno.Caller(), retention.HoldInput{UserID: dbtest.Ana.ID, Reason: "x"},
		a.today()); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("held by an operator: %v", err)
	}
	a.on(t)
	a.night(t)
	const named = "select count(*) from orders where id in (9001, 9003) and name_associate like 'Nome%'"
	if left := a.count(t, named); left != 1 {
		t.Errorf("%d old orders have a name, want that of the held person", left)
	}
	if err := a.Release(t.Context(), a.admin(), hold.ID); err != nil {
		t.Fatal(err)
	}
	a.night(t)
	if left := a.count(t, named); left != 0 {
		t.Error("the order of the released person stays")
	}
}

// While it is paused nothing leaves.
func TestPause(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedOrders(t)
	a.on(t)
	if err := a.Pause(t.Context(), a.admin(), retention.PauseInput{}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("paused without a reason: %v", err)
	}
	if err := a.Pause(t.Context(), a.admin(), retention.PauseInput{Reason: "auditoria"}); err != nil {
		t.Fatal(err)
	}
	a.night(t)
	if left := a.count(t, "select count(*) from orders where name_associate = 'Nome Antigo da Silva'"); left != 3 {
		t.Error("orders left while it is paused")
	}
	if err := a.Resume(t.Context(), a.admin()); err != nil {
		t.Fatal(err)
	}
	a.night(t)
	if left := a.count(t, "select count(*) from orders where name_associate = 'Nome Antigo da Silva'"); left != 1 {
		t.Error("orders stay after the pause")
	}
}

// A period that is shorter than the law's is refused with the law; another one says what would leave at once.
func TestSetPeriod(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.seedOrders(t)
	if err := a.RunNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := a.SetPeriod(t.Context(), a.admin(), retention.ChangeInput{Kind: "orders", Period: "1-years"})
	if fields := errs.FieldsOf(err); !strings.Contains(errs.For(fields, "period"), "Código Tributário") {
		t.Errorf("shorter than the law: %v", err)
	}
	if err := a.SetPeriod(t.Context(), a.admin(), retention.ChangeInput{Kind: "orders", Period: "7-years"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("no option: %v", err)
	}
	if err := a.SetPeriod(t.Context(), dbtest.Bruno.Caller(), retention.ChangeInput{Kind: "orders", Period: "6-years"}); !errs.HasCode(err,
		errs.CodeForbidden) {
		t.Errorf("by an operator: %v", err)
	}
	term, err := a.TermOf(t.Context(), "orders")
	if err != nil {
		t.Fatal(err)
	}
	for years, want := range map[int]int64{5: 2, 6: 0} {
		leaving, err := a.LeavingNow(t.Context(), term, personal.Period{Count: years, Unit: personal.Years}, a.today())
		if err != nil || leaving != want {
			t.Errorf("%d years: %d would leave (%v), want %d", years, leaving, err, want)
		}
	}
	if err := a.SetPeriod(t.Context(), a.admin(), retention.ChangeInput{Kind: "orders", Period: "10-years"}); err != nil {
		t.Fatal(err)
	}
	a.on(t)
	a.night(t)
	if left := a.count(t, "select count(*) from orders where name_associate = 'Nome Antigo da Silva'"); left != 3 {
		t.Error("orders left before the longer period was over")
	}
}

// Contacts who never registered, letters and answered requests leave with what belongs to them.
func TestRun_OtherKinds(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	old := a.now.AddDate(-6, 0, 0)
	a.exec(t, `insert into reception (id, name, email, phone, message, status, date_created, date_updated) values
		(8001, 'Zulmira Contato', 'zulmira@exemplo.org.br', '11999990000', 'Quero saber mais', 'Novo', ?, ?)`, old, old)
	a.exec(t, "insert into reception_notes (item_id, text, author_name, date_created) values (8001, 'ligar à noite', 'Bruno', ?)", old)
	a.exec(t, `insert into reception (id, name, phone, status, associate_code, date_created, date_updated) values (8002, 'Com cadastro', '11999990001', 'Novo', ?, ?, ?)`,
		dbtest.Ana.UserCode, old, old)
	a.exec(t, `insert into mails (kind, recipient, status, encryption_key_id, letter_expires, date_created, date_sent) values ('reset', 'zulmira@exemplo.org.br', 'sent', '', ?, ?, ?)`, old, old, old)
	a.exec(t, `insert into privacy_requests (user_id, kind, channel, text, answer, state, received_on, due_on, date_created, date_closed, identity, date_identity) values
		(?, 'access', 'letter', 'quero meus dados', 'enviados', 'answered', ?, ?, ?, ?, 'documento', ?)`, dbtest.Ana.ID, civil.Of(old),
		civil.Of(old), old, old, old)
	a.on(t)
	a.night(t)
	for what, query := range map[string]string{
		"the contact":          "select count(*) from reception where id = 8001 and (name = 'Zulmira Contato' or phone is not null or message is not null)",
		"its notes":            "select count(*) from reception_notes where item_id = 8001",
		"the mail":             "select count(*) from mails where recipient = 'zulmira@exemplo.org.br'",
		"the answered request": "select count(*) from privacy_requests where text = 'quero meus dados' or answer = 'enviados'",
	} {
		if left := a.count(t, query); left > 0 {
			t.Errorf("%s stays", what)
		}
	}
	if kept := a.count(t, "select count(*) from reception where id = 8002 and name = 'Com cadastro'"); kept != 1 {
		t.Error("the contact with a registration left")
	}
	if kept := a.count(t, "select count(*) from privacy_requests where state = 'answered'"); kept != 1 {
		t.Error("that a request was answered is not kept")
	}
}

// A registration that was given up is notified fifteen days before, then erased as a person is; one that goes on stays.
func TestRun_AbandonedRegistrations(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	for id, name := range map[int]string{7001: "Quitéria", 7002: "Ubirajara"} {
		a.exec(t, `insert into users (id, status, associate_status, name, email_account, date_created, date_updated) values (?, 'active', '2', ?, ?, ?, ?)`,
			id, name, fmt.Sprintf("p%d@exemplo.org.br", id), a.now.AddDate(-1, 0, 0), a.now.AddDate(0, 0, -200))
	}
	a.on(t)
	letters := func() int { return a.count(t, "select count(*) from mails where kind = 'registration_leaving'") }
	a.night(t)
	if got := letters(); got != 2 {
		t.Fatalf("%d letters, want 2", got)
	}
	a.exec(t, "update users set date_updated = ? where id = 7002", a.now)
	for range 14 {
		a.night(t)
	}
	if left := a.count(t, "select count(*) from users where name = 'Quitéria'"); left != 1 {
		t.Error("erased before the notice was over")
	}
	a.night(t)
	if left := a.count(t, "select count(*) from users where name = 'Quitéria' or email_account = 'p7001@exemplo.org.br'"); left != 0 {
		t.Error("the registration stays")
	}
	if stones := a.count(t, "select count(*) from tombstones where user_id = 7001"); stones != 1 {
		t.Error("a restore would bring the person back")
	}
	if certified := a.count(t, "select count(*) from erasures where user_id = 7001 and state = 'done' and certificate_encrypted is not null"); certified != 1 {
		t.Error("the erasure has no certificate")
	}
	if left := a.count(t, "select count(*) from users where name = 'Ubirajara'"); left != 1 {
		t.Error("the registration that goes on was erased")
	}
	if got := letters(); got != 1 { // that of the erased person left with the person
		t.Errorf("%d letters after the erasure", got)
	}
}

// A pass that is stopped at any row goes on, and removes and counts each row once.
func TestRun_StoppedAnywhere(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.exec(t, `insert into reception (id, name, phone, status, date_created, date_updated)
		select 10000 + n, 'Contato ' || n, '11999990000', 'Novo', ?, ? from generate_series(1, 5000) n`, a.now.AddDate(-3, 0, 0),
		a.now.AddDate(-3, 0, 0))
	a.on(t)
	a.now = a.now.AddDate(0, 0, 1)
	for life := 1; ; life++ {
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(life)*15*time.Millisecond)
		err := a.Run(ctx)
		stop()
		if err == nil {
			t.Logf("finished in life %d", life)
			break
		}
	}
	if left := a.count(t, "select count(*) from reception where id > 10000 and phone is not null"); left > 0 {
		t.Errorf("%d contacts stay", left)
	}
	if removed := a.count(t, "select removed from retention_passes where kind = 'reception_contacts' order by night desc limit 1"); removed != 5000 {
		t.Errorf("%d are counted as removed, want 5000", removed)
	}
}

// The time of a person who died runs from the death, and the person is erased whole after it; one who died later stays.
func TestRun_Deceased(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	for id, years := range map[int]int{7001: 11, 7002: 9} {
		a.exec(t, `insert into users (id, status, associate_status, name, email_account, date_created, date_updated) values (?, 'Associado', '5', 'Quitéria', ?, ?, ?)`,
			id, fmt.Sprintf("p%d@exemplo.org.br", id), a.now, a.now)
		a.exec(t, "insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (?, ?, 'Cartório 1', 'Camila', ?)", id, a.now.AddDate(-years, 0, 0), a.now)
	}
	a.on(t)
	for range 32 {
		a.night(t)
	}
	if erased := a.count(t, "select count(*) from tombstones where user_id = 7001"); erased != 1 {
		t.Error("who died eleven years ago stays")
	}
	if left := a.count(t, "select count(*) from users where id = 7002 and name = 'Quitéria'"); left != 1 {
		t.Error("who died nine years ago was erased")
	}
}
