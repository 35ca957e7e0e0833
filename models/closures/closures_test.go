package closures_test

import (
	"testing"
	"time"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

var zone, _ = time.LoadLocation("America/Sao_Paulo")

// at returns a time of December 2026 in São Paulo.
func at(day, hour int) time.Time { return time.Date(2026, 12, day, hour, 0, 0, 0, zone) }

func input(from, to time.Time) closures.BlockInput {
	return closures.BlockInput{ProfessionalID: 2, StartsAt: from, EndsAt: to, Reason: " Congresso "}
}

func december(t *testing.T, tx *db.DB) closures.Closures {
	t.Helper()
	found, err := closures.Read(t.Context(), tx, civil.Span{From: at(1, 0), To: at(31, 0)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A block of several days and one that repeats weekly are in each of their days; an undone change and an undone removal bring
// the block back.
func TestSave_Occurrences(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	weekly := input(at(1, 14), at(1, 17))
	until := civil.MustParse("2026-12-15")
	weekly.RepeatUntil = &until
	block, err := closures.Save(t.Context(), tx, by, weekly)
	if err != nil || *block.Reason != "Congresso" {
		t.Fatal(block, err)
	}
	if _, err := closures.Save(t.Context(), tx, by, input(at(21, 8), at(23, 12))); err != nil {
		t.Fatal(err)
	}
	found := december(t, tx)
	for day, want := range map[int]int{1: 1, 2: 0, 8: 1, 15: 1, 22: 1, 23: 1, 24: 0, 29: 0} {
		if got := found.On(2, at(day, 0)); len(got) != want {
			t.Errorf("day %d has %d blocked times, want %d", day, len(got), want)
		}
	}
	if one, isBlocked := found.At(2, civil.Span{From: at(8, 16), To: at(8, 18)}); !isBlocked || !one.To.Equal(at(8, 17)) {
		t.Errorf("16:00 of the second week: %v, %t", one.To, isBlocked)
	}
	if _, isBlocked := found.At(2, civil.Span{From: at(8, 17), To: at(8, 18)}); isBlocked {
		t.Error("the time after a block is blocked")
	}
	weekly.ID, weekly.RepeatUntil = block.ID, nil
	if _, _, err := closures.ChangeWithUndo(t.Context(), tx, by, weekly); err != nil || len(december(t, tx).On(2, at(8, 0))) != 0 {
		t.Errorf("the changed block still repeats (%v)", err)
	}
	if _, err := closures.Remove(t.Context(), tx, by, block.ID); err != nil || len(december(t, tx).On(2, at(1, 0))) != 0 {
		t.Errorf("the removed block is still there (%v)", err)
	}
	if err := closures.Restore(t.Context(), tx, by, block); err != nil || len(december(t, tx).On(2, at(8, 0))) != 1 {
		t.Errorf("the restored block is not there (%v)", err)
	}
}

func TestSave_Refused(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	for field, change := range map[string]func(*closures.BlockInput){
		"professional_id": func(in *closures.BlockInput) { in.ProfessionalID = 0 },
		"starts_at":       func(in *closures.BlockInput) { in.StartsAt = time.Time{} },
		"ends_at":         func(in *closures.BlockInput) { in.EndsAt = in.StartsAt },
		"repeat_until":    func(in *closures.BlockInput) { day := civil.MustParse("2026-11-30"); in.RepeatUntil = &day },
	} {
		wrong := input(at(1, 14), at(1, 17))
		change(&wrong)
		if _, err := closures.Save(t.Context(), tx, by, wrong); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := closures.Remove(t.Context(), tx, by, 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown block: %v", err)
	}
}

// National holidays are there, added ones come beside them, yearly ones every year from their first on, and each can be
// switched off.
func TestHolidays(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	for _, one := range []closures.HolidayInput{
		{Name: "Padroeira", Day: new(civil.MustParse("2025-12-08")), IsYearly: true}, {Name: "Recesso", Day: new(civil.MustParse("2026-12-31"))},
		{Name: "Bissexto", Day: new(civil.MustParse("2024-02-29")), IsYearly: true},
	} {
		if _, err := closures.AddHoliday(t.Context(), tx, by, one); err != nil {
			t.Fatal(err)
		}
	}
	names := func(first, last string) (names string) {
		holidays, err := closures.ListHolidays(t.Context(), tx, civil.MustParse(first), civil.MustParse(last))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range holidays {
			names += one.Day.String()[5:] + " " + one.Name + ";"
		}
		return names
	}
	for period, want := range map[[2]string]string{
		{"2026-12-01", "2026-12-31"}: "12-08 Padroeira;12-25 Natal;12-31 Recesso;", {"2027-12-01", "2027-12-31"}: "12-08 Padroeira;12-25 Natal;",
		{"2024-12-01", "2024-12-24"}: "",
		{"2027-02-20", "2027-03-05"}: "", {"2028-02-20", "2028-03-05"}: "02-29 Bissexto;",
		{"2026-04-01", "2026-04-05"}: "04-03 Sexta-feira Santa;",
	} {
		if got := names(period[0], period[1]); got != want {
			t.Errorf("%v: %q, want %q", period, got, want)
		}
	}
	christmas := closures.AttendInput{Day: civil.MustParse("2026-12-25"), Attends: true}
	if _, err := closures.Attend(t.Context(), tx, christmas); err != nil || december(t, tx).IsClosed(at(25, 0)) ||
		!december(t, tx).IsClosed(at(8, 0)) {
		t.Errorf("the holiday is not switched off alone (%v)", err)
	}
	christmas.Attends = false
	if _, err := closures.Attend(t.Context(), tx, christmas); err != nil || !december(t, tx).IsClosed(at(25, 0)) {
		t.Errorf("the holiday is not closed again (%v)", err)
	}
	if _, err := closures.Attend(t.Context(), tx, closures.AttendInput{Day: civil.MustParse("2026-12-24")}); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("a day without holiday: %v", err)
	}
}
