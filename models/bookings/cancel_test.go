package bookings_test

import (
	"testing"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// An associate cancels until the time limit, with a reason: the time is free again, and the staff reads why. Nobody else's
// appointment, none without a reason and none after the limit is cancelled.
func TestCancelOwn(t *testing.T) {
	t.Parallel()
	tx := newOwnBooking(t)
	by := associate(dbtest.Joao)
	booked, err := bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)})
	if err != nil {
		t.Fatal(err)
	}
	input := attendance.CancelInput{ID: booked.ID, Reason: "Outro motivo", Other: " Vou viajar "}
	for name, c := range map[string]struct {
		at    time.Time
		input attendance.CancelInput
		who   dbtest.Associate
		code  string
	}{
		"no reason":      {freeAt.Add(-48 * time.Hour), attendance.CancelInput{ID: booked.ID}, dbtest.Joao, errs.CodeValidation},
		"another reason": {freeAt.Add(-48 * time.Hour), attendance.CancelInput{ID: booked.ID, Reason: "x"}, dbtest.Joao, errs.CodeValidation},
		"a stranger":     {freeAt.Add(-48 * time.Hour), input, dbtest.Ana, errs.CodeNotFound},
		"too late":       {freeAt.Add(-24*time.Hour + time.Second), input, dbtest.Joao, errs.CodeConflict},
		"begun":          {freeAt, input, dbtest.Joao, errs.CodeConflict},
	} {
		if _, err := attendance.Cancel(t.Context(), tx, associate(c.who).At(c.at), c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancelled, err := attendance.Cancel(t.Context(), tx, by.At(freeAt.Add(-24*time.Hour)), input)
	if err != nil {
		t.Fatal(err)
	}
	if cancelled.ConsultationDate != nil || !cancelled.CancelledDate.Equal(freeAt) ||
		*cancelled.ConfirmationReason != "Outro motivo: Vou viajar" || cancelled.CalendarSequence != 1 {
		t.Errorf("cancelled is %+v", cancelled)
	}
	if _, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Ana),
		bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)}); err != nil {
		t.Errorf("the time is not free: %v", err)
	}
	if undated, err := attendance.ListOwnUndated(t.Context(), tx, by, 10); err != nil || len(undated) != 0 {
		t.Errorf("%d appointments wait for a date: %v", len(undated), err)
	}
}

// Only who pays gets back, and every move counts for calendars, once.
func TestCancelOwn_RefundAndSequence(t *testing.T) {
	t.Parallel()
	tx := newOwnBooking(t)
	by := associate(dbtest.Joao)
	booked, err := bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)})
	if err != nil {
		t.Fatal(err)
	}
	staff := dbtest.Bruno.Caller().At(dbtest.Today)
	for i, at := range []time.Time{freeAt.Add(time.Hour), freeAt.Add(time.Hour), freeAt.Add(168 * time.Hour)} {
		changed, err := bookings.Change(t.Context(), tx, staff,
			bookings.ChangeInput{ID: booked.ID, ReplaceCalendarEvent: true, ItemFields: bookings.ItemFields{ConsultationDate: patch.Of(at)}})
		if want := []int{1, 1, 2}[i]; err != nil || changed.CalendarSequence != want {
			t.Errorf("move %d: sequence %d, %v", i, changed.CalendarSequence, err)
		}
	}
	if err := bookings.Pay(t.Context(), tx, booked.ID, dbtest.Today); err != nil {
		t.Fatal(err)
	}
	if _, err := attendance.Cancel(t.Context(), tx, by, attendance.CancelInput{ID: booked.ID, Reason: "Estou doente"}); err != nil {
		t.Fatal(err)
	}
	refunds, err := listing.ListRefunds(t.Context(), tx, staff, listing.WaitingInput{Limit: 5})
	if err != nil || len(refunds.Services) != 1 || refunds.Services[0].CalendarSequence != 3 {
		t.Errorf("refunds %+v, %v", refunds, err)
	}
	limits, err := bookings.ReadLimits(t.Context(), tx)
	friday := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	if by := limits.RefundedBy(friday, time.UTC); err != nil || by.Format(time.DateOnly) != "2026-11-25" {
		t.Errorf("three working days after Friday is %v, %v", by, err)
	}
}
