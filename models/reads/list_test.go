package reads_test

import (
	"strconv"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/shown"
	"acolhe/models/reads"
	"acolhe/models/types/auth"
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
