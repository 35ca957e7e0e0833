package google_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/simulators/control"
	sim "acolhe/simulators/googlecalendar"
)

const (
	callback = "http://127.0.0.1/api/v1/modules/calendar/oauth/callback"
	renata   = "renata@group.calendar.google.com"
	eventID  = "0123456789abcdef0123456789abcdef"
)

// bench is a simulator with a database and a key, on which several instances can stand.
type bench struct {
	*sim.Simulator
	conn        *db.Connection
	key         encryption.Key
	environment map[string]string
	timeout     time.Duration
}

func start(t *testing.T, app sim.App) *bench {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Simulator: sim.New(app), conn: dbtest.New(t), key: key, timeout: 20 * time.Second}
	server := httptest.NewServer(b.Simulator)
	t.Cleanup(server.Close)
	b.environment = map[string]string{"CALENDAR_BASE_URL": server.URL, "CALENDAR_CLIENT_ID": app.ClientID,
		"CALENDAR_CLIENT_SECRET": app.ClientSecret}
	return b
}

func (b *bench) store() externalservices.Store {
	store := externalservices.New(b.conn.DB, b.key, func(name string) string { return b.environment[name] })
	store.Outbound = outbound.Guard{AllowPrivate: true}
	return store
}

func (b *bench) google() *google.Google { return google.New(b.store(), b.Now, b.timeout) }

func (b *bench) camila() auth.Caller { return dbtest.Camila.Caller().At(b.Now()) }

// connected returns a bench with tokens that stay valid for a while.
func connected(t *testing.T, app sim.App, valid time.Duration) *bench {
	t.Helper()
	b := start(t, app)
	access, refresh := b.Grant()
	tokens := externalservices.Tokens{Access: access, Refresh: refresh, ExpiresAt: b.Now().Add(valid)}
	if err := b.store().Connect(t.Context(), b.camila(), externalservices.Calendar, tokens, "conta"); err != nil {
		t.Fatal(err)
	}
	return b
}

func anEvent() calendar.Event {
	start := time.Date(2026, 12, 3, 9, 0, 0, 0, time.FixedZone("", -3*3600))
	return calendar.Event{ID: eventID, CalendarID: renata, Summary: "Atendimento", Start: start, End: start.Add(time.Hour),
		Zone: "America/Sao_Paulo"}
}

func TestInsert_Failures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode        control.Mode
		times       int
		code        string
		calls, left int
	}{
		{control.Unauthorized, 1, "", 2, 1}, {control.Unauthorized, 9, externalservices.CodeInvalid, 2, 0},
		{control.Forbidden, 9, externalservices.CodeInvalid, 1, 0},
		{control.TooMany, 1, "", 2, 1}, {control.TooManyRetry, 9, calendar.CodeProvider, 3, 0},
		{control.Internal, 9, calendar.CodeProvider, 1, 0},
		{control.BadGateway, 1, "", 2, 1}, {control.BadGateway, 9, calendar.CodeProvider, 3, 0}, {control.Unavailable, 2, "", 3, 1},
		{control.Reset, 1, "", 2, 1},
		{control.Malformed, 9, calendar.CodeProvider, 1, 1}, {control.WrongType, 9, calendar.CodeProvider, 1, 1},
		{control.Empty, 9, calendar.CodeProvider, 1, 0},
		{control.HTML, 9, calendar.CodeProvider, 1, 0}, {control.Huge, 9, calendar.CodeProvider, 1, 0},
		{control.Redirect, 9, calendar.CodeProvider, 1, 0},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			b := connected(t, sim.Default, time.Hour)
			b.Fail("POST /calendar", c.mode, c.times)
			made, err := b.google().Insert(t.Context(), anEvent())
			if c.code == "" && (err != nil || made.Link == "") || c.code != "" && !errs.HasCode(err, c.code) {
				t.Errorf("%d times: %+v, %v", c.times, made, err)
			}
			if calls, events := b.Count("POST /calendar"), len(b.Events()); calls != c.calls || events != c.left {
				t.Errorf("%d times: %d calls and %d events, want %d and %d", c.times, calls, events, c.calls, c.left)
			}
		})
	}
}

// An answer is lost and the call made again: there is one event, with the data of the last call.
func TestInsert_Repeated(t *testing.T) {
	t.Parallel()
	b := connected(t, sim.Default, time.Hour)
	b.timeout = 400 * time.Millisecond
	b.Fail("POST /calendar", control.SlowThenDone, 1)
	if _, err := b.google().Insert(t.Context(), anEvent()); !errs.HasCode(err, calendar.CodeProvider) || !calendar.MayPass(err) {
		t.Errorf("a lost answer: %v", err)
	}
	b.timeout = 20 * time.Second
	later := anEvent()
	later.Start, later.End = later.Start.Add(time.Hour), later.End.Add(time.Hour)
	made, err := b.google().Insert(t.Context(), later)
	events := b.Events()
	if err != nil || made.ID != eventID || made.Link == "" || len(events) != 1 || !events[0].Start.Equal(later.Start) {
		t.Errorf("again: %+v, %v; events %+v", made, err, events)
	}
	if err := b.google().Delete(t.Context(), renata, eventID); err != nil || len(b.Events()) != 0 {
		t.Errorf("deleted: %v", err)
	}
	if err := b.google().Delete(t.Context(), renata, eventID); err != nil {
		t.Errorf("deleted again (410): %v", err)
	}
	if err := b.google().Delete(t.Context(), "nao-compartilhado", eventID); err != nil {
		t.Errorf("deleted where nothing is shared (404): %v", err)
	}
	// The id of a deleted event cannot be used again: the event is revived.
	if _, err := b.google().Insert(t.Context(), anEvent()); err != nil || len(b.Events()) != 1 {
		t.Errorf("revived: %v", err)
	}
}

func TestInsert_Refused(t *testing.T) {
	t.Parallel()
	b := connected(t, sim.Default, time.Hour)
	for name, change := range map[string]func(*calendar.Event){
		"an id with other letters": func(e *calendar.Event) { e.ID = "XYZ-1" },
		"an end before the start":  func(e *calendar.Event) { e.End = e.Start.Add(-time.Hour) },
		"an unknown zone":          func(e *calendar.Event) { e.Zone = "Marte/Base" },
		"a calendar not shared":    func(e *calendar.Event) { e.CalendarID = "outro@exemplo.org" },
		"a calendar only readable": func(e *calendar.Event) { e.CalendarID = "feriados@group.v.calendar.google.com" },
	} {
		event := anEvent()
		change(&event)
		if _, err := b.google().Insert(t.Context(), event); err == nil || calendar.MayPass(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.LimitRate(1)
	if _, err := b.google().Insert(t.Context(), anEvent()); err != nil {
		t.Errorf("limited once: %v", err)
	}
	b.LimitRate(9)
	if _, err := b.google().Move(t.Context(), anEvent()); !calendar.MayPass(err) ||
		!strings.Contains(errs.As(err).Message, "muitas chamadas") {
		t.Errorf("limited: %v", err)
	}
	for _, request := range b.Requests() {
		if strings.Contains(request.Body, "reminders") &&
			!strings.Contains(request.Body, `"useDefault":false,"overrides":[{"method":"email","minutes":1440},{"method":"popup","minutes":10}]`) {
			t.Errorf("reminders: %s", request.Body)
		}
	}
}

func TestCalendars_AllPages(t *testing.T) {
	t.Parallel()
	app := sim.Default
	app.PageSize = 1
	b := connected(t, app, time.Hour)
	found, err := b.google().Calendars(t.Context())
	if err != nil || len(found) != 3 || !found[0].Primary || found[1].Primary || found[1].ID != renata {
		t.Errorf("%+v, %v", found, err)
	}
}

// Twenty callers over two instances find the token expired: it is renewed once.
func TestAccess_RenewedOnce(t *testing.T) {
	t.Parallel()
	b := connected(t, sim.Default, time.Minute)
	instances := []*google.Google{b.google(), b.google()}
	var calls sync.WaitGroup
	for i := range 20 {
		calls.Go(func() {
			if _, err := instances[i%2].Calendars(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	if renewals := b.Refreshes(); renewals != 1 {
		t.Errorf("%d renewals", renewals)
	}
}

// A revoked grant, and one of an application in testing after 7 days, ends the connection; the credentials stay.
func TestAccess_Revoked(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*bench){
		"revoked": func(b *bench) { b.Revoke() }, "after 7 days": func(b *bench) { b.Advance(8 * 24 * time.Hour) },
	} {
		app := sim.Default
		app.IsTesting = true
		b := connected(t, app, time.Hour)
		end(b)
		_, err := b.google().Calendars(t.Context())
		if !errs.HasCode(err, externalservices.CodeInvalid) || errs.As(err).Message != "Autorização vencida. Conecte de novo." {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.google().Calendars(t.Context()); !errs.HasCode(err, externalservices.CodeMissing) {
			t.Errorf("%s, then: %v", name, err)
		}
	}
}

// authorize goes through the wizard and returns its result.
func (b *bench) authorize(t *testing.T, change func(query url.Values)) error {
	t.Helper()
	address, err := b.google().Authorize(t.Context(), b.camila(), callback)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	back, err := response.Location()
	if err != nil {
		t.Fatal(err)
	}
	query := back.Query()
	if change != nil {
		change(query)
	}
	return b.google().CompleteAuthorization(t.Context(), b.camila(), callback,
		google.Callback{State: query.Get("state"), Code: query.Get("code"), Error: query.Get("error")})
}

func TestAuthorize_Connects(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default)
	for range 2 { // prompt=consent gives a refresh token again
		if err := b.authorize(t, nil); err != nil {
			t.Fatal(err)
		}
		tokens, err := b.store().Tokens(t.Context(), externalservices.Calendar)
		if err != nil || tokens.Refresh == "" {
			t.Errorf("%v", err)
		}
	}
	if _, err := b.google().Insert(t.Context(), anEvent()); err != nil {
		t.Error(err)
	}
	if err := b.google().Revoke(t.Context()); err != nil || b.Count("POST /revoke") != 1 {
		t.Errorf("revoked: %v", err)
	}
}

func TestAuthorize_Refused(t *testing.T) {
	t.Parallel()
	denied, partial := sim.Default, sim.Default
	denied.DenyAccess = true
	partial.Unticked = []string{"https://www.googleapis.com/auth/calendar.events"}
	for name, c := range map[string]struct {
		app    sim.App
		change func(url.Values)
		code   string
	}{
		"denied":         {denied, nil, externalservices.CodeInvalid},
		"a scope left":   {partial, nil, externalservices.CodeInvalid},
		"another code":   {sim.Default, func(q url.Values) { q.Set("code", "4/outro") }, externalservices.CodeInvalid},
		"another state":  {sim.Default, func(q url.Values) { q.Set("state", "outro") }, "VALIDATION_ERROR"},
		"without a code": {sim.Default, func(q url.Values) { q.Del("code") }, externalservices.CodeInvalid},
	} {
		b := start(t, c.app)
		if err := b.authorize(t, c.change); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
		if tokens, err := b.store().Tokens(t.Context(), externalservices.Calendar); err != nil || tokens.Access != "" {
			t.Errorf("%s connects: %v", name, err)
		}
	}
}

func TestTest_Checks(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default)
	values, err := b.store().Values(t.Context(), externalservices.Calendar)
	if err != nil {
		t.Fatal(err)
	}
	if checks := b.google().Test(t.Context(), values); !externalservices.HasPassed(checks) || !checks[2].Skipped {
		t.Errorf("before the connection: %+v", checks)
	}
	values[externalservices.ClientSecret] = "errado"
	if checks := b.google().Test(t.Context(), values); externalservices.HasPassed(checks) || !strings.Contains(checks[1].Detail, "recusou") {
		t.Errorf("a wrong secret: %+v", checks)
	}
}
