package associates_test

import (
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/page"
)

func TestLatestAnnotations_NewestFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for i, id := range []int64{dbtest.Ana.ID, dbtest.Joao.ID, dbtest.Ana.ID} {
		by := dbtest.Bruno.Caller().At(dbtest.Today.Add(time.Duration(i) * time.Minute))
		if _, err := associates.Annotate(t.Context(), connection.DB, by, associates.AnnotateInput{ID: id, Text: "Ligou."}); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := associates.LatestAnnotations(t.Context(), connection.DB, dbtest.Fernando.Caller(), 2)
	if err != nil || len(notes) != 2 || notes[0].Associate.FullName() != dbtest.Ana.FullName() || notes[1].Associate.ID != dbtest.Joao.ID || notes[0].AuthorCode != dbtest.Bruno.UserCode {
		t.Errorf("annotated: %+v (%v)", notes, err)
	}
	if notes, err = associates.LatestAnnotations(t.Context(), connection.DB, dbtest.Renata.Caller(), 2); err != nil || len(notes) != 0 {
		t.Errorf("a professional sees %+v (%v)", notes, err)
	}
}

// A registration counts as stalled if it is incomplete and has not changed for this number of days.
func TestList_DaysStalled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change string
		want   int
	}{
		"touched a week ago":   {"date_updated = '2026-11-13T15:00:00Z'", 1},
		"touched later":        {"date_updated = '2026-11-13T15:00:01Z'", 0},
		"awaits a signature":   {"date_updated = '2026-11-13T15:00:00Z', associate_status = 'assinatura_termo'", 0},
		"invalid documents":    {"date_updated = '2026-11-13T15:00:00Z', associate_status = '2', invalid_fields = '[\"cep\"]'", 0},
		"already an associate": {"status = 'Associado', date_updated = '2026-11-13T15:00:00Z', invalid_fields = '[]'", 0},
	} {
		connection := dbtest.New(t)
		if _, err := connection.Pool.Exec(t.Context(), "update users set "+c.change+" where id = 5"); err != nil {
			t.Fatal(err)
		}
		input := associates.ListInput{DaysStalled: associates.StalledDays}
		found, err := associates.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), input)
		counted, countErr := associates.Count(t.Context(), connection.DB, dbtest.Bruno.Caller(), input, page.CountLimit)
		if err != nil || countErr != nil || len(found.Items) != c.want || counted.Rows != c.want {
			t.Errorf("%s: %d listed, %d counted (%v, %v)", name, len(found.Items), counted.Rows, err, countErr)
		}
	}
}
