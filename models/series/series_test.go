package series_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/series"
	"acolhe/models/types/civil"
	"acolhe/models/types/patch"
)

var (
	now   = dbtest.Today.Add(time.Hour)
	bruno = dbtest.Bruno.Caller().At(now)
)

func zone(t testing.TB) *time.Location {
	t.Helper()
	found, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func execute(t testing.TB, connection *db.Connection, sql string) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// Thursdays from 3 December at ten: the 10th is taken, the 17th blocked all day, the 24th free, and 31 December an own holiday.
func seeded(t *testing.T) (*db.Connection, series.PlanInput) {
	t.Helper()
	connection := dbtest.New(t)
	execute(t, connection, `update professionals set weekly_hours = '{"thu": "09:00-12:00"}' where id = 1`)
	execute(t, connection, `update services set professional_id = 1, consultation_date = '2026-12-10T10:00-03:00' where id = 2`)
	execute(t, connection, `insert into blocks (professional_id, starts_at, ends_at) values (1, '2026-12-17T00:00-03:00', '2026-12-18T00:00-03:00')`)
	execute(t, connection, `insert into holidays (name, day, is_yearly) values ('Recesso', '2026-12-31', false)`)
	return connection, series.PlanInput{ProfessionalID: 1, First: time.Date(2026, 12, 3, 10, 0, 0, 0, zone(t)),
		Rule: series.Rule{Every: series.Weekly, Times: 4}}
}

// What stands against each date is found before anything is booked; a skipped date is made up for at the end.
func TestPlan_States(t *testing.T) {
	t.Parallel()
	connection, input := seeded(t)
	plan, err := series.Plan(t.Context(), connection.DB, bruno, input)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, one := range plan {
		at := "-"
		if one.Booked != nil {
			at = civil.LocalTime(*one.Booked, zone(t))
		}
		got = append(got, civil.Of(one.At).String()+" "+string(one.State)+" "+at)
	}
	want := []string{"2026-12-03 free 2026-12-03T10:00", "2026-12-10 taken 2026-12-10T09:00", "2026-12-17 blocked -",
		"2026-12-24 free 2026-12-24T10:00", "2026-12-31 holiday -", "2027-01-07 free 2027-01-07T10:00"}
	if !slices.Equal(got, want) {
		t.Errorf("the plan is %q, want %q", got, want)
	}
	input.Choices = map[string]string{"2026-12-03": series.Skip, "2026-12-10": series.Keep, "2026-12-17": series.Keep,
		"2026-12-31": series.Keep}
	if plan, err = series.Plan(t.Context(), connection.DB, bruno, input); err != nil || len(series.Times(plan)) != 4 ||
		plan[0].Booked != nil || plan[4].Booked == nil {
		t.Errorf("the choices are not followed: %+v %v", plan, err)
	}
}

func TestPlan_Refused(t *testing.T) {
	t.Parallel()
	connection, input := seeded(t)
	early, late := civil.MustParse("2026-12-01"), civil.MustParse("2029-12-01")
	for name, rule := range map[string]series.Rule{
		"no interval": {Times: 3}, "no end": {Every: series.Weekly}, "one": {Every: series.Weekly, Times: 1},
		"51":     {Every: series.Weekly, Times: 51},
		"before": {Every: series.Weekly, Until: &early}, "years": {Every: series.Weekly, Until: &late},
	} {
		input.Rule = rule
		if _, err := series.Plan(t.Context(), connection.DB, bruno, input); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// Whatever the choices, the booked times are as many as asked, in order, and none is on a holiday unless it was kept.
func TestPlan_Property(t *testing.T) {
	t.Parallel()
	connection, input := seeded(t)
	input.First = time.Date(2026, 12, 1, 10, 0, 0, 0, zone(t))
	rapid.Check(t, func(rt *rapid.T) {
		input := input
		input.First = input.First.AddDate(0, 0, rapid.IntRange(0, 60).Draw(rt, "day"))
		input.Rule = series.Rule{Every: rapid.SampledFrom(series.All()).Draw(rt, "every"), Times: rapid.IntRange(2, 12).Draw(rt, "times")}
		plan, err := series.Plan(t.Context(), connection.DB, bruno, input)
		if err != nil {
			rt.Fatal(err)
		}
		times := series.Times(plan)
		if len(times) > input.Rule.Times || !slices.IsSortedFunc(times, time.Time.Compare) {
			rt.Fatalf("%d times of %d: %v", len(times), input.Rule.Times, times)
		}
		for _, one := range plan {
			if one.Booked != nil && (one.State == series.Holiday || civil.Of(*one.Booked) != civil.Of(one.At)) {
				rt.Fatalf("%v is booked for %v", one.Booked, one.At)
			}
		}
	})
}

// booked is a series of Ana with Renata on four Thursdays.
func booked(t *testing.T) (*db.Connection, []bookings.Service) {
	t.Helper()
	connection := dbtest.New(t)
	input := bookings.BookInput{CommonInput: bookings.CommonInput{AssociateUserCode: uuid.MustParse(dbtest.Ana.UserCode),
		Series: &bookings.Series{Code: uuid.New(), Every: string(series.Weekly)}}}
	for number := range 4 {
		at := series.Weekly.At(time.Date(2026, 12, 3, 10, 0, 0, 0, zone(t)), number)
		input.Items = append(input.Items, bookings.ItemInput{ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(int64(1)),
			ConsultationDate: patch.Of(at)}})
	}
	services, err := bookings.Book(t.Context(), connection.DB, bruno, input)
	if err != nil {
		t.Fatal(err)
	}
	if services[0].BookingGroupCode == services[1].BookingGroupCode || *services[0].SeriesCode != *services[3].SeriesCode {
		t.Error("each service of a series is a booking of its own, and all share the series")
	}
	return connection, services
}

func dates(t *testing.T, connection *db.Connection, code *uuid.UUID) (found []string) {
	t.Helper()
	services, err := listing.ListSeries(t.Context(), connection.DB, bruno, *code)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range services {
		found = append(found, civil.LocalTime(*one.ConsultationDate, zone(t)))
	}
	return found
}

// A move of this and the next ones shifts them by as many days, even where slots are exclusive, and is undone at once.
func TestReschedule_Scopes(t *testing.T) {
	t.Parallel()
	connection, services := booked(t)
	execute(t, connection, `insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')`)
	execute(t, connection, `update services set slot_end = consultation_date + interval '1 hour' where series_code is not null`)
	before := dates(t, connection, services[0].SeriesCode)
	input := bookings.ChangeInput{ID: services[1].ID}
	input.ConsultationDate = patch.Of(time.Date(2026, 12, 17, 11, 0, 0, 0, zone(t)))
	moved, undoID, err := series.Reschedule(t.Context(), connection.DB, bruno, input, series.Next)
	want := []string{"2026-12-03T10:00", "2026-12-17T11:00", "2026-12-24T11:00", "2026-12-31T11:00"}
	if got := dates(t, connection, services[0].SeriesCode); err != nil || moved != 3 || undoID == 0 || !slices.Equal(got, want) {
		t.Fatalf("%d moved to %v: %v", moved, got, err)
	}
	var kept []bookings.Rescheduled
	all, err := listing.ListSeries(t.Context(), connection.DB, bruno, *services[0].SeriesCode)
	if err != nil {
		t.Fatal(err)
	}
	for at, after := range all[1:] {
		kept = append(kept, bookings.KeptOf(services[at+1], after))
	}
	slices.Reverse(kept)
	if err := series.UndoReschedule(t.Context(), connection.DB, bruno, kept); err != nil ||
		!slices.Equal(dates(t, connection, services[0].SeriesCode), before) {
		t.Errorf("it is not undone: %v", err)
	}
}

// Cancelling removes the scope alone, and never what has taken place.
func TestRemove_Scopes(t *testing.T) {
	t.Parallel()
	connection, services := booked(t)
	execute(t, connection, `update services set consultation_date = '2026-11-05T10:00-03:00' where service_code = '`+services[0].ServiceCode+`'`)
	for _, c := range []struct {
		id      int64
		scope   series.Scope
		removed int
		left    int
	}{{services[2].ID, series.This, 1, 3}, {services[3].ID, series.Next, 1, 2}, {services[1].ID, series.Coming, 1, 1}} {
		removed, err := series.Remove(t.Context(), connection.DB, bruno, c.id, c.scope)
		if left := len(dates(t, connection, services[0].SeriesCode)); err != nil || removed != c.removed || left != c.left {
			t.Errorf("%s removed %d and left %d: %v", c.scope, removed, left, err)
		}
	}
}
