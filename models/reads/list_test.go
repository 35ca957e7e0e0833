package reads_test

import (
	"strconv"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/shown"
	"acolhe/models/reads"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Each person of a list has a row that the chain covers; the list itself has one, and records about nobody have none.
func TestAddList_People(t *testing.T) {
	t.Parallel()
	conn, log := newLog(t)
	now := time.Now()
	by := auth.Caller{Kind: auth.Token, ID: 7, Name: "loja", Now: now}
	var contained []shown.Record
	for i := range 9_000 {
		contained = append(contained, shown.Record{Of: "users", Key: strconv.Itoa(i + 1)})
	}
	contained = append(contained, shown.Record{Of: "products", Key: "1"}, shown.Record{Of: "orders", Key: "1"})
	log.AddList(t.Context(), reads.Read{By: by, At: now, Of: "lists.users", Channel: "api", People: 9_000}, contained)
	flush(t, log)
	for condition, want := range map[string]int{
		"true":                                 9_002,
		"subject_key = '' and people = 9000":   1,
		"subject = 'lists.products'":           0,
		"person_id = 1 and people = 1":         2,
		"subject = 'lists.orders'":             1,
		"person_id = 3 and viewer_name='loja'": 1,
	} {
		if n := count(t, conn, "select count(*) from reads where "+condition); n != want {
			t.Errorf("%s: %d rows, want %d", condition, n, want)
		}
	}
	if report := verify(t, conn); len(report.Faults) > 0 {
		t.Errorf("faults: %+v", report.Faults)
	}
	execute(t, conn, "delete from reads where subject = 'lists.orders'")
	if report := verify(t, conn); len(report.Faults) != 1 {
		t.Errorf("a removed row of a list is not found: %+v", report.Faults)
	}
	found, err := reads.List(t.Context(), conn.DB, caller(dbtest.Camila, now), reads.ListInput{})
	if err != nil || len(found.Items) != 1 {
		t.Errorf("the list has %d rows, %v", len(found.Items), err)
	}
	// João has a patient.
	seen, err := reads.OfPerson(t.Context(), conn.DB, caller(dbtest.Camila, now), dbtest.Joao.ID, 10)
	if err != nil || len(seen) != 2 || seen[0].Subject != "lists.users" {
		t.Errorf("of João: %+v, %v", seen, err)
	}
	if unusual, err := reads.ListUnusual(t.Context(), conn.DB, caller(dbtest.Camila, now)); err != nil || len(unusual) > 0 {
		t.Errorf("an export is unusual as opened records are: %+v, %v", unusual, err)
	}
}

// The record of an order, a document, a prescription and a service leads to its person; anything malformed to nobody.
func TestPersonOf_Records(t *testing.T) {
	t.Parallel()
	conn, _ := newLog(t)
	execute(t, conn, "insert into files (id, file_name, content_type, size, sha256, storage_key) values (900, 'rg.png', 'image/png', 1, repeat('a', 64), 'x')")
	execute(t, conn, "insert into users_files (id, file_id, user_id) values (901, 900, 3)")
	execute(t, conn, `insert into document_checks (id, associate_id, person_id, file_id, date_created, date_updated) values (901, 3, 3, 900, now(), now())
		on conflict (id) do nothing`)
	execute(t, conn, `insert into prescriptions (id, user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (902, 3, 'Dra. Lia', 'CRM', '1', 'SC', current_date, current_date + 90, '[]')`)
	for of, key := range map[string]string{"": "3", "users": dbtest.Joao.UserCode, "documents": "901", "prescriptions": "902"} {
		if person, err := reads.PersonOf(t.Context(), conn.DB, of, key); err != nil || person.ID != dbtest.Joao.ID {
			t.Errorf("%s %s is %+v, %v", of, key, person, err)
		}
	}
	for of, key := range map[string]string{"orders": dbtest.Joao.UserCode, "documents": "x", "services": "999999", "": "'"} {
		if _, err := reads.PersonOf(t.Context(), conn.DB, of, key); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s %s: %v", of, key, err)
		}
	}
}
