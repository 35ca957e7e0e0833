package bookings_test

import (
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/dbtest"
)

// An associate is offered six times, two a day, whatever is left of the present day.
func TestOtherTimes_AtMost(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := conn.Pool.Exec(t.Context(), `update professionals set weekly_hours =
		'{"mon": "08:00-10:00", "tue": "08:00-10:00", "wed": "08:00-10:00", "thu": "08:00-10:00", "fri": "08:00-13:00"}'`); err != nil {
		t.Fatal(err)
	}
	service, err := bookings.FindFor(t.Context(), conn.DB, dbtest.Bruno.Caller(), dbtest.JoaosService.ID)
	if err != nil {
		t.Fatal(err)
	}
	friday := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for name, now := range map[string]time.Time{"a whole day is left": friday.Add(3 * time.Hour),
		"one time is left": friday.Add(14*time.Hour + 30*time.Minute), "the day is over": friday.Add(23 * time.Hour)} {
		others, err := bookings.OtherTimes(t.Context(), conn.DB, service, now)
		if err != nil || len(others) != 6 || others[0].Before(now) {
			t.Errorf("%s: %v (%v)", name, others, err)
		}
	}
}
