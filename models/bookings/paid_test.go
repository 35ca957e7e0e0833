package bookings_test

import (
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/patch"
)

// A service counts from when it is paid, by a change, a proof or its booking, until it awaits its payment again.
func TestSumPaid_FollowsTheStatus(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	check := func(step string, err error, want string) {
		t.Helper()
		sums, sumErr := bookings.SumPaid(t.Context(), connection.DB, bruno, []civil.Span{{From: now, To: now.Add(time.Second)}})
		if err != nil || sumErr != nil || sums[0].String() != want {
			t.Errorf("%s: received %s (%v, %v), want %s", step, sums, err, sumErr, want)
		}
	}
	set := func(status bookings.Status) error {
		_, err := change(t.Context(), connection.DB, dbtest.JoaosService.ID, common(bookings.CommonFields{Status: patch.Of(status)}))
		return err
	}
	check("changed", set(bookings.Paid), "180.00")
	check("awaits again", set(bookings.AwaitingPayment), "0.00")
	check("a proof", bookings.Pay(t.Context(), connection.DB, dbtest.JoaosService.ID, now), "180.00")
	check("taken back", set(bookings.AwaitingPayment), "0.00")
	booked := forAna()
	booked.Status = patch.Of(bookings.Paid)
	_, err := bookings.Book(t.Context(), connection.DB, bruno.At(now), booked)
	check("booked as paid", err, "300.00")
}
