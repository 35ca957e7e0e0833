package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/auth"
	"acolhe/simulators/control"
	"acolhe/simulators/googlecalendar"
)

const (
	eventsRoute = "POST /calendar"
	removeRoute = "DELETE /calendar"
	renata      = "renata@group.calendar.google.com"
)

// The process is killed while it makes events, before and after Google has them, while it moves one and while it removes
// one. After the jobs have run, each appointment has one event at its time and no other event is left.
func TestKill_CalendarEvents(t *testing.T) {
	t.Parallel()
	b := newBooked(t)
	at := time.Now().Add(72 * time.Hour).Truncate(time.Minute).UTC()

	for i, mode := range []control.Mode{control.Hang, control.SlowThenDone} {
		b.google.Fail(eventsRoute, mode, 1)
		b.book(t, at.Add(time.Duration(i)*2*time.Hour))
		b.killWithin(t, eventsRoute, i)
	}
	b.checkEvents(t, 2)

	moved := scan[string](t, b.conn, "select min(id)::text from services where event_id is not null")
	b.google.Fail(removeRoute, control.SlowThenDone, 1)
	b.google.Fail(eventsRoute, control.SlowThenDone, 1)
	b.call(t, http.MethodPatch, "/api/v1/services/"+moved,
		fmt.Sprintf(`{"consultation_date":%q,"replace_calendar_event":true}`, at.Add(24*time.Hour).Format(time.RFC3339)), http.StatusOK)
	b.killWithin(t, removeRoute, 0)
	b.checkEvents(t, 2)

	b.google.Fail(removeRoute, control.Hang, 1)
	b.call(t, http.MethodDelete, "/api/v1/items/services/"+moved, "", http.StatusOK)
	b.killWithin(t, removeRoute, b.google.Count(removeRoute)-1)
	b.checkEvents(t, 1)
	b.process.stop()
}

// booked is a program connected to the simulator of Google, with a professional who has a calendar there.
type booked struct {
	*signed
	google       *googlecalendar.Simulator
	professional string
}

func newBooked(t *testing.T) *booked {
	t.Helper()
	raw := []byte("0123456789abcdef0123456789abcdef")
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	b := &booked{google: googlecalendar.New(googlecalendar.Default)}
	server := httptest.NewServer(b.google)
	t.Cleanup(server.Close)
	b.signed = newSigned(t, "CONFIG_ENCRYPT_KEY="+base64.StdEncoding.EncodeToString(raw), "CALENDAR_BASE_URL="+server.URL,
		"CALENDAR_ENABLED=true",
		"CALENDAR_USE_FOR_SCHEDULING=true", "CALENDAR_CLIENT_ID="+googlecalendar.Default.ClientID,
		"CALENDAR_CLIENT_SECRET="+googlecalendar.Default.ClientSecret)
	access, refresh := b.google.Grant()
	tokens := externalservices.Tokens{Access: access, Refresh: refresh, ExpiresAt: time.Now().Add(time.Hour)}
	store := externalservices.New(b.conn.DB, key, func(string) string { return "" })
	if err := store.Connect(t.Context(), auth.Caller{Kind: auth.System}.At(time.Now()), externalservices.Calendar, tokens,
		"conta"); err != nil {
		t.Fatal(err)
	}
	b.professional = scan[string](t, b.conn, `insert into professionals (professional_code, name, type, calendar_id)
		values ('RENATA', 'Renata Prado', 'psychologist', '`+renata+`') returning id::text`)
	return b
}

// book books an appointment with an event.
func (b *booked) book(t *testing.T, at time.Time) {
	t.Helper()
	body := fmt.Sprintf(`{"associate_user_code":%q,"items":[{"professional_id":%s,"consultation_date":%q,"create_calendar_event":true}]}`,
		b.associates[0], b.professional, at.Format(time.RFC3339))
	b.call(t, http.MethodPost, "/api/v1/services", body, http.StatusCreated)
}

// killWithin kills the program while a call to a route, after so many earlier ones, waits for its answer, starts it again
// and waits until its jobs have run.
func (b *booked) killWithin(t *testing.T, route string, earlier int) {
	t.Helper()
	eventually(t, "the call of "+route, func() bool { return b.google.Count(route) > earlier })
	b.kill(t)
	awaitQuiet(t, b.conn)
	b.serve(t)
	const queued = "kind in ('make_calendar_event', 'remove_calendar_event') and finalized_at is null"
	if _, err := b.conn.Pool.Exec(t.Context(), "update river_job set state = 'available', scheduled_at = now() where "+queued); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the end of the jobs", func() bool { return scan[int](t, b.conn, "select count(*) from river_job where "+queued) == 0 })
}

// checkEvents checks that there are so many appointments, each with its event at its time, and no further event.
func (b *booked) checkEvents(t *testing.T, want int) {
	t.Helper()
	var made []string
	for _, event := range b.google.Events() {
		made = append(made, event.ID+" "+event.Start.UTC().Format(time.RFC3339))
	}
	stored := stringsOf(t, b.conn, `select event_id || ' ' || to_char(consultation_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from services
		where event_state = 'created'`)
	slices.Sort(made)
	slices.Sort(stored)
	if len(made) != want || !slices.Equal(made, stored) {
		t.Errorf("events %v, appointments with one %v, want %d", made, stored, want)
	}
}
