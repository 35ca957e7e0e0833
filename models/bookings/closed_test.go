package bookings_test

import (
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// freeOf returns the free times of Dr. Otávio on three days from Tuesday 24 November 2026 on.
func freeOf(t *testing.T, tx *db.DB) []time.Time {
	t.Helper()
	free, err := listing.ListFreeTimes(t.Context(), tx, dbtest.Bruno.Caller(),
		listing.FreeQuery{Professional: 2, From: "2026-11-24", Days: 3})
	if err != nil {
		t.Fatal(err)
	}
	return free
}

// Blocked hours and holidays are no free times, for nobody: associates cannot take them either, with weekly hours or without.
func TestFreeTimes_Closed(t *testing.T) {
	t.Parallel()
	tx, by := newOwnBooking(t), dbtest.Bruno.Caller()
	if free := freeOf(t, tx); len(free) != 2 {
		t.Fatalf("%d free times", len(free))
	}
	block, err := closures.Save(t.Context(), tx, by,
		closures.BlockInput{ProfessionalID: 2, StartsAt: freeAt, EndsAt: freeAt.Add(30 * time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	if free := freeOf(t, tx); len(free) != 1 || !free[0].Equal(freeAt.Add(30*time.Minute)) {
		t.Errorf("with a block: %v", free)
	}
	book := func() error {
		_, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)})
		return err
	}
	if err := book(); !errs.HasCode(err, bookings.CodeSlotTaken) {
		t.Errorf("a blocked time is booked: %v", err)
	}
	if err := tx.WithContext(t.Context()).Exec("update professionals set weekly_hours = '{}'").Error; err != nil {
		t.Fatal(err)
	}
	if err := book(); !errs.HasCode(err, bookings.CodeSlotTaken) {
		t.Errorf("a blocked time without weekly hours is booked: %v", err)
	}
	if _, err := closures.Remove(t.Context(), tx, by, block.ID); err != nil {
		t.Fatal(err)
	}
	day := civil.MustParse("2026-11-24")
	if _, err := closures.AddHoliday(t.Context(), tx, by, closures.HolidayInput{Name: "Aniversário da cidade", Day: &day}); err != nil {
		t.Fatal(err)
	}
	if err := book(); !errs.HasCode(err, bookings.CodeSlotTaken) {
		t.Errorf("a holiday is booked: %v", err)
	}
	if err := tx.WithContext(t.Context()).Exec(`update professionals set weekly_hours = '{"tue": "09:00-11:00"}'`).Error; err != nil {
		t.Fatal(err)
	}
	if free := freeOf(t, tx); len(free) != 0 {
		t.Errorf("a holiday has free times: %v", free)
	}
	if next, err := bookings.NextFree(t.Context(), tx, dbtest.Today); err != nil || next[2].Before(freeAt.AddDate(0, 0, 1)) {
		t.Errorf("the next free time is %v (%v)", next[2], err)
	}
	if _, err := closures.Attend(t.Context(), tx, closures.AttendInput{Day: day, Attends: true}); err != nil || len(freeOf(t, tx)) != 2 {
		t.Errorf("a holiday on which the association attends has no free times (%v)", err)
	}
}
