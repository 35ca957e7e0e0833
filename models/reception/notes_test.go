package reception_test

import (
	"slices"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// A writer is shown to the others for ten seconds after each report, and until the notes are stored.
func TestWrite(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	after := func(by auth.Caller, seconds int) auth.Caller {
		return by.At(dbtest.Today.Add(time.Duration(seconds) * time.Second))
	}
	seen := func(by auth.Caller, seconds int) []string {
		t.Helper()
		item, err := queue.Find(t.Context(), connection.DB, after(by, seconds), dbtest.AnaWaits.ID)
		if err != nil {
			t.Fatal(err)
		}
		return item.Writers
	}
	bruno, camila := dbtest.Bruno.Caller(), dbtest.Camila.Caller()
	write := func(by auth.Caller, seconds int) {
		t.Helper()
		if err := reception.Write(t.Context(), connection.DB, after(by, seconds), dbtest.AnaWaits.ID); err != nil {
			t.Fatal(err)
		}
	}
	write(bruno, 0)
	if others, own := seen(camila, 9), seen(bruno, 9); !slices.Equal(others, []string{dbtest.Bruno.Name}) || len(own) > 0 {
		t.Errorf("a colleague sees %v, the writer %v", others, own)
	}
	if late := seen(camila, 10); len(late) > 0 {
		t.Errorf("after ten seconds %v", late)
	}
	write(bruno, 8)
	write(camila, 9)
	paula := dbtest.Paula.Caller()
	if both := seen(paula, 17); !slices.Equal(both, []string{dbtest.Bruno.Name, dbtest.Camila.Name}) {
		t.Errorf("two writers are %v", both)
	}
	note := reception.ChangeInput{ID: dbtest.AnaWaits.ID, Fields: reception.Fields{Notes: patch.Of("Ligar")}}
	if _, err := reception.Change(t.Context(), connection.DB, after(bruno, 12), note); err != nil {
		t.Fatal(err)
	}
	if left := seen(paula, 12); !slices.Equal(left, []string{dbtest.Camila.Name}) {
		t.Errorf("after the notes of one are stored %v", left)
	}
	write(bruno, 60)
	var rows int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from reception_writers").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows are left (%v)", rows, err)
	}
}

func TestWrite_Refused(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, c := range []struct {
		by   auth.Caller
		id   int64
		code string
	}{
		{dbtest.Bruno.Caller(), 9999, errs.CodeNotFound},
		{dbtest.Priscila.Caller(), dbtest.AnaWaits.ID, errs.CodeNotFound},
		{auth.Caller{Kind: auth.Token, Now: dbtest.Today}, dbtest.AnaWaits.ID, errs.CodeForbidden},
	} {
		if err := reception.Write(t.Context(), connection.DB, c.by, c.id); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", c.by.Name, err)
		}
	}
}
