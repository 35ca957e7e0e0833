package erasure_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/backups/restore"
	"acolhe/models/erasure"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// declaredToStay are the tables in which a declared rule keeps something of an erased person readable.
var declaredToStay = []string{"security_events"}

func withoutDeclared(places []string) []string {
	return slices.DeleteFunc(places, func(place string) bool {
		table, _, _ := strings.Cut(place, ":")
		return slices.Contains(declaredToStay, table)
	})
}

// After an erasure nothing of the person is in any table or file, except where a declared rule keeps it; sums, numbers and other
// persons stay; what a law keeps opens with the key and nothing else is kept.
func TestErase_NothingLeft(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	before := a.found(t)
	tables := map[string]bool{}
	for _, place := range before {
		table, _, _ := strings.Cut(place, ":")
		tables[table] = true
	}
	if len(tables) < 38 {
		t.Fatalf("only %d places name her before: %v", len(tables), before)
	}
	sums := a.sums(t)
	others := a.othersSum(t)
	id := a.confirmed(t).ID
	if err := a.Work(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if left := withoutDeclared(a.found(t)); len(left) > 0 {
		t.Errorf("left are %s", strings.Join(left, "\n"))
	}
	if after := a.sums(t); after != sums {
		t.Errorf("the sums were\n%s and are\n%s", sums, after)
	}
	if after := a.othersSum(t); after != others {
		t.Errorf("other persons changed: %s, were %s", after, others)
	}
	var info string
	if a.scan(t, &info, "select info from orders where id = 2"); info != "Deixar com a vizinha Pessoa apagada 7001" {
		t.Errorf("the text of another person is %q", info)
	}
	a.checkEvent(t)
	a.checkKept(t, id)
	done, err := a.Find(t.Context(), dbtest.Camila.Caller(), id)
	if err != nil || done.State != erasure.Done || done.Failure != nil || len(done.Report) < 20 {
		t.Errorf("the erasure is %s with %d lines, %v", done.State, len(done.Report), err)
	}
}

// sums are what must not change.
func (a *association) sums(t *testing.T) (sums string) {
	t.Helper()
	a.scan(t, &sums, `select concat_ws(E'\n',
		(select concat_ws(' ', 'orders', count(*), sum(total), sum(delivery_price), string_agg(status, ',' order by id), string_agg(address ->> 'state', ',' order by id)) from orders),
		(select concat_ws(' ', 'services', count(*), sum(price), sum(price_paid), count(patient_user_code)) from services),
		(select concat_ws(' ', 'statements', sum(payable), sum(jsonb_array_length(lines))) from statements),
		(select concat_ws(' ', 'receipts', count(*), sum(amount), max(sequence)) from receipts),
		(select concat_ws(' ', 'users', count(*), count(*) filter (where status = 'patient')) from users),
		(select concat_ws(' ', 'reception', count(*)) from reception),
		(select concat_ws(' ', 'order_sums', sum(count), sum(freight)) from order_sums),
		(select concat_ws(' ', 'product_sums', sum(count), sum(value)) from order_product_sums),
		(select concat_ws(' ', 'service_sums', sum(count), sum(received)) from service_sums))`)
	return sums
}

// othersSum is a hash of the rows of other persons.
func (a *association) othersSum(t *testing.T) (sum string) {
	t.Helper()
	a.scan(t, &sum, `select concat_ws(' ',
		(select sum(hashtextextended(u::text, 0)) from users u where id < 7000 and id <> 5), (select sum(hashtextextended(o::text, 0)) from orders o where id < 7000 and id <> 2),
		(select sum(hashtextextended(s::text, 0)) from services s where id < 7000), (select sum(hashtextextended(r::text, 0)) from reception r where id < 7000 and id <> 2),
		(select sum(hashtextextended(c::text, 0)) from consents c where user_id < 7000), (select count(*) from order_changes where order_id < 7000))`)
	return sum
}

// checkEvent checks that receivers of people's data are notified, and that nothing else about her waits for them.
func (a *association) checkEvent(t *testing.T) {
	t.Helper()
	var events string
	a.scan(t, &events, `select string_agg(e.table_name || ' ' || e.action || ' ' || e.record_id || ' ' || (e.data ->> 'user_code') || ' ' || d.status, ', ')
		from webhook_events e join webhook_deliveries d on d.event_id = e.id where e.data::text ~ '7a000000' or e.record_id in ('7001', '7101', '7201')`)
	if events != "users erased 7001 7a000000-0000-4000-8000-000000000001 queued" {
		t.Errorf("the events are %s", events)
	}
	var waiting int
	if a.scan(t, &waiting, "select count(*) from webhook_outbox where record_id in (7001, 7002, 7003, 7101, 7102, 7201, 7202)"); waiting > 0 {
		t.Errorf("%d changes wait for receivers", waiting)
	}
	var calendar int
	if a.scan(t, &calendar, "select count(*) from river_job where kind = 'remove_calendar_event' and args ->> 'event' = 'ev1'"); calendar != 1 {
		t.Error("the event stays in the calendar")
	}
}

// keptBy are the laws by which tables are kept.
var keptBy = map[string]personal.Law{
	"contracts": personal.DefendLaw, "sign_events": personal.DefendLaw, "term_signatures": personal.DefendLaw,
	"orders_files": personal.TaxLaw, "receipts": personal.TaxLaw, "services_files": personal.TaxLaw, "services": personal.CareLaw,
}

// checkKept checks that what laws keep is complete, and nothing more is kept.
func (a *association) checkKept(t *testing.T, id int64) {
	t.Helper()
	records, err := a.Records(t.Context(), dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	text := ""
	for _, record := range records {
		kept = append(kept, record.TableName)
		law := keptBy[record.TableName]
		if record.Article != law.Article || record.Reason != law.Reason || law.Fiscal && !strings.HasSuffix(record.Until.String(), "-12-31") {
			t.Errorf("%s is kept by %s until %s, want %s", record.TableName, record.Article, record.Until, law.Article)
		}
		opened, err := a.OpenRecord(t.Context(), dbtest.Camila.Caller(), erasure.OpenInput{ID: record.ID, Reason: "pedido do juiz"})
		if err != nil || !json.Valid(opened.Content) {
			t.Fatalf("%s: %v", record.Label, err)
		}
		text += string(opened.Content)
	}
	slices.Sort(kept)
	want := []string{
		"contracts", "contracts", "contracts", // the term and its two PDFs
		"orders_files", "orders_files", "receipts", "services", "services_files", "services_files", "sign_events", "term_signatures",
	}
	if !slices.Equal(kept, want) {
		t.Errorf("kept are %v, want %v", kept, want)
	}
	for _, wanted := range []string{"Valdirene Quaresma Nhanderu", "714.287.938-60", "Teobaldo Nhanderu melhora", "termo.pdf"} {
		if !strings.Contains(text, wanted) {
			t.Errorf("%q is not kept", wanted)
		}
	}
	for _, gone := range []string{"Valdirene dorme mal", "Sou a Valdirene", "documento-valdirene.pdf"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is kept", gone)
		}
	}
}

// A copy of before, restored after the erasure, has nothing of the person either.
func TestErase_AgainAfterRestore(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.makeCopy(t)
	if err := a.Work(t.Context(), a.confirmed(t).ID); err != nil {
		t.Fatal(err)
	}
	for _, erase := range []bool{false, true} {
		restored := openAssociation(dbtest.Empty(t), t.TempDir())
		place, err := backup.Open(t.Context(), a.copies, outbound.Guard{})
		if err != nil {
			t.Fatal(err)
		}
		key, err := backup.ServerKey(a.env.DataDir)
		if err != nil {
			t.Fatal(err)
		}
		source := restore.Source{Place: place, Key: key}
		if erase {
			source.Erase = areas.EraseAgain(func(storageKey encryption.Key) storage.Drivers { return storage.New(restored.files, storageKey) },
				testKey, a.env.Now)
		}
		if _, err := restore.Copy(t.Context(), restored.conn, restored.env.Storage, source, func(string) {}); err != nil {
			t.Fatal(err)
		}
		left := withoutDeclared(restored.found(t))
		if !erase && len(left) < 30 {
			t.Errorf("the copy names her in %d places only", len(left))
		}
		if erase && len(left) > 0 {
			t.Errorf("left after the restore are %s", strings.Join(left, "\n"))
		}
	}
}

// Nobody erases alone, nor after something changed, nor while an order is under way; the second step is asked again.
func TestConfirm_Refused(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	ctx, camila := t.Context(), dbtest.Camila.Caller()
	if _, err := a.Propose(ctx, dbtest.Bruno.Caller(), proposal); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("an operator who is no administrator proposes: %v", err)
	}
	ofAna := proposal
	ofAna.UserID = dbtest.Ana.ID
	if _, err := a.Propose(ctx, camila, ofAna); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("with an order under way: %v", err)
	}
	ofPatient := proposal
	ofPatient.UserID = 7002
	if _, err := a.Propose(ctx, camila, ofPatient); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("of a patient: %v", err)
	}
	proposed, err := a.Propose(ctx, camila, proposal)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Propose(ctx, camila, proposal); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a second proposal: %v", err)
	}
	preview, err := a.ReadPreview(ctx, second, associateID)
	if err != nil {
		t.Fatal(err)
	}
	input := erasure.ConfirmInput{ID: proposed.ID, Seen: preview.Seen()}
	if err := a.Confirm(ctx, camila, input); !errs.HasCode(err, errs.CodeForbidden) || !strings.Contains(err.Error(), "outra pessoa") {
		t.Errorf("the same person confirms: %v", err)
	}
	stale := second
	stale.SecondStep = auth.SecondStep{IsOn: true, ConfirmedAt: dbtest.Today.Add(-time.Hour)}
	if err := a.Confirm(ctx, stale, input); !errs.HasCode(err, errs.CodeSecondFactorRequired) {
		t.Errorf("without the second step: %v", err)
	}
	var status string
	a.scan(t, &status, "select status from orders where id = 7101")
	a.exec(t, "update orders set status = 'Enviado' where id = 7101")
	if err := a.Confirm(ctx, second, input); !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "a caminho") {
		t.Errorf("with an order that is on its way since: %v", err)
	}
	a.exec(t, "update orders set status = $1 where id = 7101", status)
	a.exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status) values (7001, '7a000000-0000-4000-8000-000000000001', 'V', '[{"code": "OLEO-30", "quantity": 1, "amount": 1}]', 1, 'Aguardando pagamento')`)
	if err := a.Confirm(ctx, second, input); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("after a change: %v", err)
	}
	again, err := a.ReadPreview(ctx, second, associateID)
	if err != nil || !slices.ContainsFunc(erasure.Changes(preview.Lines, again.Lines),
		func(change string) bool { return strings.HasPrefix(change, "pedidos: 1") }) {
		t.Errorf("the changes are %v, %v", erasure.Changes(preview.Lines, again.Lines), err)
	}
	if err := a.Cancel(ctx, camila, proposed.ID); err != nil {
		t.Error(err)
	}
	if err := a.Confirm(ctx, second, erasure.ConfirmInput{ID: proposed.ID, Seen: again.Seen()}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a cancelled one: %v", err)
	}
	if left := len(a.found(t)); left < 38 {
		t.Errorf("something was erased: %d places", left)
	}
}
