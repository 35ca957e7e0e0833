package erasure_test

import (
	"testing"

	"acolhe/models/erasure"
	"acolhe/models/platform/dbtest"
)

// Notices about the person, and about what is the person's, are removed whole: not even a nameless one is left for the staff. Those about
// others stay.
func TestErase_Notices(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.exec(t, "delete from notices")
	a.exec(t, `insert into notices (kind, cause, user_id, order_id, service_id, contract_id, item_id, detail, author, date_created) values
		('mention', 'a', 7001, null, null, null, null, 'Valdirene espera', 'Bruno', now()), ('mention', 'b', 7002, null, null, null, null, '', 'Bruno', now()),
		('mention', 'c', null, 7101, null, null, null, '', 'Bruno', now()), ('mention', 'd', null, null, 7201, null, null, '', 'Bruno', now()),
		('mention', 'e', null, null, null, '7c000000-0000-4000-8000-000000000001', null, '', 'Bruno', now()),
		('mention', 'f', null, null, null, null, 7501, '', 'Bruno', now()), ('mention', 'g', 5, null, null, null, null, 'Carla espera', 'Bruno', now())`)
	if err := a.Work(t.Context(), a.confirmed(t).ID); err != nil {
		t.Fatal(err)
	}
	var left string
	if a.scan(t, &left, "select coalesce(string_agg(cause, ',' order by cause), '') from notices where kind = 'mention'"); left != "g" {
		t.Errorf("the notices %q are left, want that about another person alone", left)
	}
}

// An associate who died and is kept no longer leaves without a request, and a law keeps the same as of everybody: the signed term with its proof,
// receipts, the record of appointments.
func TestErase_Deceased(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	a.exec(t, "insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (7001, '2015-01-10', 'Cartório 1', 'Camila', now())")
	if err := a.EraseAged(t.Context(), associateID, "Pessoas falecidas", dbtest.Today.AddDate(-10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	done, err := a.OfUser(t.Context(), dbtest.Camila.Caller(), associateID)
	if err != nil || done.State != erasure.Done || done.Identity != "sem pedido: fim do prazo" {
		t.Fatalf("the erasure is %+v, %v", done, err)
	}
	if left := withoutDeclared(a.found(t)); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
	a.checkKept(t, done.ID)
}
