package exports_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"acolhe/models/db"
	"acolhe/models/dbtest"
	"acolhe/models/errs"
	"acolhe/models/exports"
	"acolhe/models/items/kind"
	"acolhe/models/person"
)

var errGone = errors.New("who read it is gone")

// numbers is a list that ends with an error when it is longer than it should be.
func numbers(count, limit int) exports.List[int] {
	return exports.List[int]{
		Name: "numeros", Columns: []exports.Column[int]{{Name: "Nº", Kind: kind.Integer, Value: strconv.Itoa}},
		Each: func(_ context.Context, _ *db.DB, take func(int) error) error {
			for n := range count {
				if n == limit {
					return errGone
				}
				if err := take(n); err != nil {
					return err
				}
			}
			return nil
		},
		By: person.Person{Kind: person.Operator, Code: dbtest.Bruno.UserCode, Name: "Bruno"}, Now: dbtest.Today,
	}
}

func write(t *testing.T, desk exports.Desk, list exports.List[int]) (string, error) {
	t.Helper()
	export, err := exports.Prepare(t.Context(), desk, list, "csv")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	err = export.Write(t.Context(), &file)
	return file.String(), err
}

// Rows that left are told of even when the file was never complete; a file that never began is
// none.
func TestWhatLeftIsKept(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	desk := exports.Desk{DB: conn.DB, Turns: exports.NewTurns()}
	for _, c := range []struct {
		list exports.List[int]
		want error
		kept []int
	}{
		{numbers(3, 9), nil, []int{3}},
		{numbers(3, 2), errGone, []int{3, 2}},
		{numbers(3, 0), errGone, []int{3, 2}},
	} {
		if _, err := write(t, desk, c.list); !errors.Is(err, c.want) {
			t.Errorf("it ends with %v, want %v", err, c.want)
		}
		var kept []int
		if err := conn.DB.Raw("select (details->>'rows')::int from security_events where kind = 'list.exported' order by id").Scan(&kept).Error; err != nil || !slices.Equal(kept, c.kept) {
			t.Errorf("the events tell of %v rows (%v), want %v", kept, err, c.kept)
		}
	}
}

// One too many is refused before its first row, and may come again when another has ended.
func TestExportsTakeTurns(t *testing.T) {
	t.Parallel()
	desk := exports.Desk{DB: dbtest.New(t).DB, Turns: exports.NewTurns()}
	var giveBack func()
	for range cap(desk.Turns) {
		var err error
		if giveBack, err = desk.Turns.Take(); err != nil {
			t.Fatal(err)
		}
	}
	if file, err := write(t, desk, numbers(1, 9)); !errs.HasCode(err, errs.CodeRateLimited) || file != "" {
		t.Errorf("one too many is %q (%v)", file, err)
	}
	giveBack()
	if _, err := write(t, desk, numbers(1, 9)); err != nil {
		t.Errorf("after another ended: %v", err)
	}
}

func TestThereIsNoFileOfAnotherFormat(t *testing.T) {
	t.Parallel()
	desk := exports.Desk{DB: dbtest.New(t).DB, Turns: exports.NewTurns()}
	for _, format := range []string{"", "json", "pdf"} {
		if _, err := exports.Prepare(t.Context(), desk, numbers(1, 9), format); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%q: %v", format, err)
		}
	}
}
