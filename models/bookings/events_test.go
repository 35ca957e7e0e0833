package bookings_test

import (
	"errors"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river/rivertype"

	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	"acolhe/simulators/control"
	"acolhe/simulators/googlecalendar"
)

const (
	calendarOfRenata = "renata@group.calendar.google.com"
	calendarOfPaulo  = "paulo@group.calendar.google.com"
)

// diary is a database with two professionals whose calendars are at the simulator.
type diary struct {
	*googlecalendar.Simulator
	events bookings.Events
	by     auth.Caller
}

// newDiary returns a diary, switched on, whose operations at Google last at most the time.
func newDiary(t *testing.T, limit time.Duration) *diary {
	t.Helper()
	key, err := encryption.NewKey([]byte("abcdef0123456789abcdef0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	d := &diary{Simulator: googlecalendar.New(googlecalendar.Default), by: dbtest.Bruno.Caller().At(time.Now())}
	server := httptest.NewServer(d.Simulator)
	t.Cleanup(server.Close)
	environment := map[string]string{"CALENDAR_BASE_URL": server.URL,
		"CALENDAR_CLIENT_ID": googlecalendar.Default.ClientID, "CALENDAR_CLIENT_SECRET": googlecalendar.Default.ClientSecret}
	conn := dbtest.New(t)
	store := externalservices.New(conn.DB, key, func(name string) string { return environment[name] })
	store.Outbound = outbound.Guard{AllowPrivate: true}
	d.events = bookings.Events{DB: conn.DB, Calendar: calendar.Module{Store: store, Provider: google.New(store, d.Now, limit)}}
	access, refresh := d.Grant()
	tokens := externalservices.Tokens{Access: access, Refresh: refresh, ExpiresAt: d.Now().Add(time.Hour)}
	if err := store.Connect(t.Context(), d.by, externalservices.Calendar, tokens, "conta"); err != nil {
		t.Fatal(err)
	}
	for id, calendarID := range map[int64]string{1: calendarOfRenata, 2: calendarOfPaulo} {
		if err := conn.DB.WithContext(t.Context()).Exec("update professionals set calendar_id = ? where id = ?", calendarID, id).
			Error; err != nil {
			t.Fatal(err)
		}
	}
	d.turn(t, true)
	return d
}

// turn switches the calendar on or off.
func (d *diary) turn(t *testing.T, on bool) {
	t.Helper()
	const turn = "update external_services set enabled = true, use_for_scheduling = ? where service = 'calendar'"
	if err := d.events.DB.WithContext(t.Context()).Exec(turn, on).Error; err != nil {
		t.Fatal(err)
	}
}

// book books a service with an event.
func (d *diary) book(t *testing.T, professional int64) bookings.Service {
	t.Helper()
	item := bookings.ItemInput{CreateCalendarEvent: true,
		ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(professional),
			ConsultationDate: patch.Of(time.Date(2026, 12, 3, 9, 0, 0, 0, time.UTC))}}
	services, err := bookings.Book(t.Context(), d.events.DB, d.by, bookings.BookInput{
		CommonInput: bookings.CommonInput{AssociateUserCode: uuid.MustParse(dbtest.Joao.UserCode)}, Items: []bookings.ItemInput{item}})
	if err != nil {
		t.Fatal(err)
	}
	return services[0]
}

func (d *diary) find(t *testing.T, id int64) bookings.Service {
	t.Helper()
	service, err := bookings.FindFor(t.Context(), d.events.DB, d.by, id)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func (d *diary) change(t *testing.T, input bookings.ChangeInput) bookings.Service {
	t.Helper()
	service, err := bookings.Change(t.Context(), d.events.DB, d.by, input)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func movedTo(id int64, at time.Time) bookings.ChangeInput {
	input := bookings.ChangeInput{ID: id, ReplaceCalendarEvent: true}
	input.ConsultationDate = patch.Of(at)
	return input
}

func TestEvents_MadeMovedDeleted(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	booked := d.book(t, 1)
	if texts.Of(booked.EventState) != bookings.EventQueued || len(d.Requests()) != 0 {
		t.Fatalf("booked as %+v, after %d calls", booked.EventState, len(d.Requests()))
	}
	bookings.RunEvents(t, d.events, false)
	made, events := d.find(t, booked.ID), d.Events()
	if texts.Of(made.EventState) != bookings.EventCreated || made.EventLink == nil || len(events) != 1 ||
		events[0].CalendarID != calendarOfRenata ||
		events[0].ID != *made.EventID || events[0].End.Sub(events[0].Start) != time.Hour {
		t.Fatalf("made %+v; events %+v", made, events)
	}
	later := made.ConsultationDate.Add(2 * time.Hour)
	unconfirmed := movedTo(made.ID, later)
	unconfirmed.ReplaceCalendarEvent = false
	if _, err := bookings.Change(t.Context(), d.events.DB, d.by, unconfirmed); !errs.HasCode(err, bookings.CodeEventDate) {
		t.Errorf("moved unconfirmed: %v", err)
	}
	moved := d.change(t, movedTo(made.ID, later))
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 1 || !events[0].Start.Equal(later) || events[0].ID == *made.EventID ||
		events[0].ID != *moved.EventID {
		t.Errorf("moved: %+v", events)
	}
	other := bookings.ChangeInput{ID: made.ID}
	other.ProfessionalID = patch.Of(int64(2))
	d.change(t, other)
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 1 || events[0].CalendarID != calendarOfPaulo {
		t.Errorf("with another professional: %+v", events)
	}
	if err := bookings.Remove(t.Context(), d.events.DB, made.ID); err != nil {
		t.Fatal(err)
	}
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 0 {
		t.Errorf("removed: %+v", events)
	}
}

// A service is moved and removed before its event is made, and its job runs late: no event is left.
func TestEvents_OutdatedJob(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	booked := d.book(t, 1)
	later := booked.ConsultationDate.Add(time.Hour)
	d.change(t, movedTo(booked.ID, later))
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 1 || !events[0].Start.Equal(later) {
		t.Errorf("moved: %+v", events)
	}
	gone := d.book(t, 2)
	if err := bookings.Remove(t.Context(), d.events.DB, gone.ID); err != nil {
		t.Fatal(err)
	}
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 1 {
		t.Errorf("removed: %+v", events)
	}
}

// An answer is lost, or the process dies after the call: the job runs again and there is one event.
func TestEvents_LostAnswer(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 400*time.Millisecond)
	booked := d.book(t, 1)
	d.Fail("POST /calendar", control.SlowThenDone, 1)
	if failures := bookings.RunEvents(t, d.events, false); len(failures) != 1 || len(d.Events()) != 1 {
		t.Fatalf("%v; events %+v", failures, d.Events())
	}
	if state := texts.Of(d.find(t, booked.ID).EventState); state != bookings.EventQueued {
		t.Errorf("it is %s", state)
	}
	bookings.RunEvents(t, d.events, false)
	if made := d.find(t, booked.ID); texts.Of(made.EventState) != bookings.EventCreated || len(d.Events()) != 1 {
		t.Errorf("%+v; events %+v", made, d.Events())
	}
}

func TestEvents_Failures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fail   func(t *testing.T, d *diary)
		isLast bool
		state  string
		reason string
	}{
		"a server error": {func(_ *testing.T, d *diary) { d.Fail("POST /calendar", control.Internal, 9) }, false, bookings.EventQueued, ""},
		"the last attempt": {func(_ *testing.T, d *diary) { d.Fail("POST /calendar", control.Internal, 9) }, true, bookings.EventFailed,
			"O Google não respondeu como esperado. Tente de novo em instantes."},
		"too many calls": {func(_ *testing.T, d *diary) { d.LimitRate(9) }, false, bookings.EventQueued, ""},
		"forbidden": {func(_ *testing.T, d *diary) { d.Fail("POST /calendar", control.Forbidden, 9) }, false, bookings.EventFailed,
			"Falta uma permissão na agenda. Compartilhe o calendário ou conecte a conta de novo."},
		"a revoked grant": {func(_ *testing.T, d *diary) { d.Revoke() }, false, bookings.EventFailed, "Autorização vencida. Conecte de novo."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(t, 20*time.Second)
			booked := d.book(t, 1)
			c.fail(t, d)
			bookings.RunEvents(t, d.events, c.isLast)
			service := d.find(t, booked.ID)
			if texts.Of(service.EventState) != c.state || texts.Of(service.EventError) != c.reason || len(d.Events()) != 0 {
				t.Errorf("%s: %q", texts.Of(service.EventState), texts.Of(service.EventError))
			}
		})
	}
}

// A failed event is made again on request, and an event is made for a service without one.
func TestRequestEvent_Again(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	booked := d.book(t, 1)
	d.Fail("POST /calendar", control.Forbidden, 1)
	bookings.RunEvents(t, d.events, false)
	for range 2 { // the second request changes nothing
		if _, err := bookings.RequestEvent(t.Context(), d.events.DB, d.by, booked.ID); err != nil {
			t.Fatal(err)
		}
		bookings.RunEvents(t, d.events, false)
		if service := d.find(t, booked.ID); texts.Of(service.EventState) != bookings.EventCreated || service.EventError != nil ||
			len(d.Events()) != 1 {
			t.Errorf("%+v; events %+v", service, d.Events())
		}
	}
	undated := bookings.ChangeInput{ID: booked.ID, ReplaceCalendarEvent: true}
	undated.ConsultationDate = patch.Field[time.Time]{Sent: true, Null: true}
	d.change(t, undated)
	bookings.RunEvents(t, d.events, false)
	if _, err := bookings.RequestEvent(t.Context(), d.events.DB, d.by, booked.ID); !errs.HasCode(err, errs.CodeValidation) ||
		len(d.Events()) != 0 {
		t.Errorf("without a date: %v; events %+v", err, d.Events())
	}
	if _, err := bookings.RequestEvent(t.Context(), d.events.DB, dbtest.Renata.Caller().At(time.Now()), booked.ID); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("by another: %v", err)
	}
}

// While the module is off, nothing is called, a new service has no event, a moved one keeps that which it has, and an event to
// remove waits.
func TestEvents_Off(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	kept := d.book(t, 1)
	bookings.RunEvents(t, d.events, false)
	kept = d.find(t, kept.ID)
	booked := d.book(t, 1)
	d.turn(t, false)
	before := len(d.Requests())
	if without := d.book(t, 1); without.EventID != nil || without.EventState != nil {
		t.Errorf("booked with the event %+v", without.EventID)
	}
	moved := d.change(t, movedTo(kept.ID, kept.ConsultationDate.Add(time.Hour)))
	if texts.Of(moved.EventID) != *kept.EventID || texts.Of(moved.EventLink) != *kept.EventLink ||
		texts.Of(moved.EventState) != bookings.EventCreated {
		t.Errorf("moved with the event %q, it was %q", texts.Of(moved.EventID), *kept.EventID)
	}
	if err := bookings.Remove(t.Context(), d.events.DB, kept.ID); err != nil {
		t.Fatal(err)
	}
	var snooze *rivertype.JobSnoozeError
	if failures := bookings.RunEvents(t, d.events, false); len(failures) != 1 || !errors.As(failures[0], &snooze) ||
		snooze.Duration != time.Hour {
		t.Fatalf("failures %v, want a snooze of an hour", failures)
	}
	if service := d.find(t, booked.ID); service.EventID != nil || service.EventState != nil || len(d.Requests()) != before {
		t.Errorf("%+v after %d calls", service, len(d.Requests())-before)
	}
	d.turn(t, true)
	if failures := bookings.RunEvents(t, d.events, false); len(failures) != 0 || len(d.Events()) != 0 {
		t.Errorf("left %+v, failures %v", d.Events(), failures)
	}
}

// A caller who moves a service and writes its event has made that event: it stands, and the one before is deleted. The event that
// the answer had is no other one.
func TestEvents_WrittenByCaller(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	booked := d.book(t, 1)
	bookings.RunEvents(t, d.events, false)
	same := movedTo(booked.ID, booked.ConsultationDate.Add(time.Hour))
	same.EventID = patch.Of(*booked.EventID)
	moved := d.change(t, same)
	bookings.RunEvents(t, d.events, false)
	if events := d.Events(); len(events) != 1 || *moved.EventID == *booked.EventID || events[0].ID != *moved.EventID {
		t.Errorf("moved with its own event: %+v", events)
	}
	written := movedTo(booked.ID, booked.ConsultationDate.Add(2*time.Hour))
	written.EventID, written.EventLink = patch.Of("mine"), patch.Of("https://agenda.exemplo.org.br/mine")
	d.change(t, written)
	bookings.RunEvents(t, d.events, false)
	if service := d.find(t, booked.ID); texts.Of(service.EventID) != "mine" || texts.Of(service.EventLink) != written.EventLink.Value ||
		service.EventState != nil || len(d.Events()) != 0 {
		t.Errorf("%q at %q, %q; events %+v", texts.Of(service.EventID), texts.Of(service.EventLink), texts.Of(service.EventState), d.Events())
	}
}

// A professional without a calendar has events in the default of the association. A change of the default leaves them where
// they are, until they are moved or deleted there; without a default an event is made only in place of another one.
func TestEvents_DefaultCalendar(t *testing.T) {
	t.Parallel()
	d := newDiary(t, 20*time.Second)
	store := d.events.Calendar.(calendar.Module).Store
	choose := func(calendarID patch.Field[string]) {
		t.Helper()
		input := externalservices.ChangeInput{Service: externalservices.Calendar, PrimaryCalendarID: calendarID}
		if _, err := (externalservices.Office{Store: store}).Change(t.Context(), dbtest.Camila.Caller().At(d.Now()), input); err != nil {
			t.Fatal(err)
		}
	}
	calendars := func() (ids []string) {
		t.Helper()
		if failures := bookings.RunEvents(t, d.events, false); len(failures) != 0 {
			t.Fatal(failures)
		}
		for _, event := range d.Events() {
			ids = append(ids, event.CalendarID)
		}
		slices.Sort(ids)
		return ids
	}
	const own, otavio = "agenda@exemplo.org.br", 2
	if err := d.events.DB.WithContext(t.Context()).Exec("update professionals set calendar_id = null where id = ?", otavio).Error; err != nil {
		t.Fatal(err)
	}
	if booked := d.book(t, otavio); booked.EventID != nil || len(calendars()) != 0 {
		t.Errorf("without a default: %+v", booked.EventID)
	}
	choose(patch.Of(calendarOfPaulo))
	moved, removed := d.book(t, otavio), d.book(t, otavio)
	d.book(t, 1)
	if got := calendars(); !slices.Equal(got, []string{calendarOfPaulo, calendarOfPaulo, calendarOfRenata}) {
		t.Fatalf("events in %v", got)
	}
	choose(patch.Of(own))
	d.change(t, movedTo(moved.ID, moved.ConsultationDate.Add(time.Hour)))
	if got := calendars(); !slices.Equal(got, []string{own, calendarOfPaulo, calendarOfRenata}) {
		t.Errorf("moved after a change of the default: events in %v", got)
	}
	if err := bookings.Remove(t.Context(), d.events.DB, removed.ID); err != nil {
		t.Fatal(err)
	}
	if got := calendars(); !slices.Equal(got, []string{own, calendarOfRenata}) {
		t.Errorf("removed after a change of the default: events in %v", got)
	}
	choose(patch.Field[string]{Sent: true, Null: true})
	d.change(t, movedTo(moved.ID, moved.ConsultationDate.Add(2*time.Hour)))
	if got := calendars(); !slices.Equal(got, []string{own, calendarOfRenata}) {
		t.Errorf("moved without a default: events in %v", got)
	}
}
