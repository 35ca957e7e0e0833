package exports_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

var errGone = errors.New("the reader is gone")

// numbers returns a list of numbers that fails after the limit.
func numbers(count, limit int) exports.List[int] {
	return exports.List[int]{
		Request: exports.Request{List: "numeros", Format: "csv"},
		Columns: []exports.Column[int]{{Name: "Nº", Kind: kind.Integer, Value: strconv.Itoa}},
		Count: func(_ context.Context, _ *db.DB, most int) (page.Counted, error) {
			return page.Counted{Rows: min(count, most), More: count > most}, nil
		},
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
		By: auth.Caller{Kind: auth.Operator, Code: dbtest.Bruno.UserCode, Name: "Bruno", Now: dbtest.Today},
	}
}

func write(t *testing.T, source exports.Source, list exports.List[int]) (string, error) {
	t.Helper()
	export, err := exports.Prepare(t.Context(), source, list)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	err = export.Write(t.Context(), &file)
	return file.String(), err
}

// Written rows are recorded even if the file is incomplete; an export that failed before the first
// byte is not.
func TestWrite_RecordsDownload(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	source := exports.Source{DB: conn.DB, Semaphore: exports.NewSemaphore()}
	for _, c := range []struct {
		list exports.List[int]
		want error
		kept []int
	}{
		{numbers(3, 9), nil, []int{3}},
		{numbers(3, 2), errGone, []int{3, 2}},
		{numbers(3, 0), errGone, []int{3, 2}},
	} {
		if _, err := write(t, source, c.list); !errors.Is(err, c.want) {
			t.Errorf("it ends with %v, want %v", err, c.want)
		}
		var kept []int
		if err := conn.DB.Raw("select (details->>'rows')::int from security_events where kind = 'list.exported' order by id").Scan(&kept).
			Error; err != nil || !slices.Equal(kept, c.kept) {
			t.Errorf("the events tell of %v rows (%v), want %v", kept, err, c.kept)
		}
	}
}

// An export beyond the limit is refused before its first row, and is possible after another has ended.
func TestSemaphore_Limit(t *testing.T) {
	t.Parallel()
	source := exports.Source{DB: dbtest.New(t).DB, Semaphore: exports.NewSemaphore()}
	var giveBack func()
	for range cap(source.Semaphore) {
		var err error
		if giveBack, err = source.Semaphore.Acquire(); err != nil {
			t.Fatal(err)
		}
	}
	if file, err := write(t, source, numbers(1, 9)); !errs.HasCode(err, errs.CodeRateLimited) || file != "" {
		t.Errorf("one too many is %q (%v)", file, err)
	}
	giveBack()
	if _, err := write(t, source, numbers(1, 9)); err != nil {
		t.Errorf("after another ended: %v", err)
	}
}

// Above the limit the person would wait too long.
func TestIsLarge(t *testing.T) {
	t.Parallel()
	source := exports.Source{DB: dbtest.New(t).DB, Semaphore: exports.NewSemaphore()}
	for count, want := range map[int]bool{0: false, exports.MaxStreamedRows: false, exports.MaxStreamedRows + 1: true} {
		export, err := exports.Prepare(t.Context(), source, numbers(count, count))
		if err != nil {
			t.Fatal(err)
		}
		if large, err := export.IsLarge(t.Context()); err != nil || large != want {
			t.Errorf("%d rows are large: %t (%v)", count, large, err)
		}
	}
}

// Save writes the same file as Write and records no event; an error of progress stops it.
func TestSave_SameFileAsWrite(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	source := exports.Source{DB: conn.DB, Semaphore: exports.NewSemaphore()}
	const count = 2_500
	left, err := write(t, source, numbers(count, count))
	if err != nil {
		t.Fatal(err)
	}
	export, err := exports.Prepare(t.Context(), source, numbers(count, count))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	var told [][2]int
	rows, err := export.Save(t.Context(), &file, func(rows, of int) error {
		told = append(told, [2]int{rows, of})
		return nil
	})
	if err != nil || rows != count || file.String() != left {
		t.Errorf("%d rows are saved (%v), in %d bytes of %d", rows, err, file.Len(), len(left))
	}
	if want := [][2]int{{0, count}, {1_000, count}, {2_000, count}, {count, count}}; !slices.Equal(told, want) {
		t.Errorf("it told %v, want %v", told, want)
	}
	rows, err = export.Save(t.Context(), io.Discard, func(rows, _ int) error {
		if rows > 0 {
			return errGone
		}
		return nil
	})
	if !errors.Is(err, errGone) || rows != 1_000 {
		t.Errorf("it ends after %d rows with %v", rows, err)
	}
	var events int
	if err := conn.DB.Raw("select count(*) from security_events where kind = 'list.exported'").Scan(&events).Error; err != nil || events != 1 {
		t.Errorf("%d events are kept (%v), want that of what left", events, err)
	}
}

func TestPrepare_UnknownFormat(t *testing.T) {
	t.Parallel()
	source := exports.Source{DB: dbtest.New(t).DB, Semaphore: exports.NewSemaphore()}
	for _, format := range []string{"", "json", "pdf"} {
		list := numbers(1, 9)
		list.Request.Format = format
		if _, err := exports.Prepare(t.Context(), source, list); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%q: %v", format, err)
		}
	}
}
