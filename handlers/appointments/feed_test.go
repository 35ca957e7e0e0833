package appointments_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"acolhe/handlers/handlertest"
	visits "acolhe/models/appointments"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
)

const otavioPage = "/painel/profissionais/2"

// feedOf creates the feed of Dr. Otávio and returns its path.
func feedOf(t *testing.T, app *handlertest.App) string {
	t.Helper()
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(otavioPage+"/agenda", url.Values{}).Want(303)
	address := bruno.GET(otavioPage).Want(200).HTML().Find("#agenda code").Text()
	path, found := strings.CutPrefix(address, app.URL)
	if !found || !strings.HasPrefix(path, "/agenda/") || !strings.HasSuffix(path, ".ics") {
		t.Fatalf("the address is %q", address)
	}
	app.Secret(strings.TrimSuffix(strings.TrimPrefix(path, "/agenda/"), ".ics"))
	return path
}

func eventsOf(t *testing.T, body string) []ical.Event {
	t.Helper()
	parsed, err := ical.NewDecoder(strings.NewReader(body)).Decode()
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return parsed.Events()
}

// Another library than the writer's reads the feed: the appointments of that professional alone, at their moment, without
// the full name of the patient.
func TestFeed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'time_zone', '"America/Manaus"')
		on conflict (system, key) do update set value = excluded.value`)
	path, moment := feedOf(t, app), time.Now().Add(48*time.Hour).Truncate(time.Second).UTC()
	app.Exec(t, "update services set consultation_date = $1, patient_name = 'Pipoca da Conceição' where id = 2", moment)
	answer := app.Nobody(t).GET(path).Want(200)
	if kind := answer.Header.Get("Content-Type"); kind != "text/calendar; charset=utf-8" {
		t.Errorf("the type is %s", kind)
	}
	events := eventsOf(t, answer.Body)
	if len(events) != 1 {
		t.Fatalf("%d events\n%s", len(events), answer.Body)
	}
	start, err := events[0].DateTimeStart(time.UTC)
	if err != nil || !start.Equal(moment) {
		t.Errorf("starts %v, want %v: %v", start, moment, err)
	}
	if summary := events[0].Props.Get(ical.PropSummary).Value; summary != "Atendimento: P. C." {
		t.Errorf("the summary is %q", summary)
	}
	if strings.Contains(answer.Body, "Conceição") || !strings.Contains(answer.Body, "X-WR-TIMEZONE:America/Manaus") {
		t.Errorf("the calendar is\n%s", answer.Body)
	}
	app.Nobody(t).With("If-None-Match", answer.Header.Get("ETag")).GET(path).Want(304)
	app.Exec(t, "delete from services where id = 2")
	if events := eventsOf(t, app.Nobody(t).GET(path).Want(200).Body); len(events) != 0 {
		t.Errorf("a removed appointment is still there")
	}
}

// A new address replaces the one before; an unknown one, a cut one and that of an inactive professional are not found.
func TestFeed_Renewed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	before := feedOf(t, app)
	after := feedOf(t, app)
	app.Nobody(t).GET(before).Want(404)
	app.Nobody(t).GET(after).Want(200)
	for _, path := range []string{after[:len(after)-6] + ".ics", "/agenda/x.ics", "/agenda/%00.ics", "/agenda/" + strings.Repeat("a", 5000)} {
		app.Nobody(t).GET(path).Want(404)
	}
	app.Exec(t, "update professionals set active = false where id = 2")
	app.Nobody(t).GET(after).Want(404)
	if recorded := app.Count(t, "security_events", "kind = 'token.feed_renewed'"); recorded != 2 {
		t.Errorf("%d security events", recorded)
	}
}

// Who may not change professionals neither sees nor replaces an address.
func TestFeed_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	feedOf(t, app)
	for _, by := range []dbtest.Operator{dbtest.Fernando, dbtest.Priscila, dbtest.Renata} {
		app.As(t, by).Form(otavioPage+"/agenda", url.Values{}).Want(403)
		app.As(t, by).GET(otavioPage + "/agenda").Want(403)
	}
	if page := app.As(t, dbtest.Fernando).GET(otavioPage).Want(200).Body; strings.Contains(page, ".ics") {
		t.Error("a person who cannot change the professional sees the address")
	}
	app.Nobody(t).Form(otavioPage+"/agenda", url.Values{}).Want(303)
	app.AsAssociate(t, dbtest.Joao).Form(otavioPage+"/agenda", url.Values{}).Want(303)
	if renewed := app.Count(t, "security_events", "kind = 'token.feed_renewed'"); renewed != 1 {
		t.Error("somebody without the permission replaced the address")
	}
	app.As(t, dbtest.Camila).Form("/painel/profissionais/999/agenda", url.Values{}).Want(404)
	app.As(t, dbtest.Camila).GET("/painel/profissionais/x/agenda").Want(404)
}

// After a rotation of the encryption key the page shows the same address.
func TestFeed_KeyRotated(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	path := feedOf(t, app)
	next, err := encryption.NewKey([]byte("abcdef0123456789abcdef0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	change := encryption.KeyChange{Old: app.Mail.Key, New: next}
	for _, want := range []int{1, 0} {
		if got, err := visits.RotateKey(t.Context(), app.DB, change); err != nil || got != want {
			t.Errorf("%d feeds, want %d: %v", got, want, err)
		}
	}
	base, err := url.Parse(app.URL)
	if err != nil {
		t.Fatal(err)
	}
	feeds := visits.Feeds{DB: app.DB, Key: next, BaseURL: base}
	if address, err := feeds.Find(t.Context(), dbtest.Camila.Caller(), 2); err != nil || address != app.URL+path {
		t.Errorf("%q: %v", address, err)
	}
}
