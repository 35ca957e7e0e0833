package agenda_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/googlecalendar"
)

// newDiary is an app whose calendar is switched on; the first professional has one.
func newDiary(t *testing.T) *handlertest.App {
	t.Helper()
	server := httptest.NewServer(googlecalendar.New(googlecalendar.Default))
	t.Cleanup(server.Close)
	variables := map[string]string{"CALENDAR_BASE_URL": server.URL,
		"CALENDAR_CLIENT_ID": googlecalendar.Default.ClientID, "CALENDAR_CLIENT_SECRET": googlecalendar.Default.ClientSecret}
	app := handlertest.New(t, func(config *handlers.Config) {
		config.Environment = func(name string) string { return variables[name] }
	})
	app.Exec(t, "update external_services set enabled = true, use_for_scheduling = true where service = 'calendar'")
	app.Exec(t, "update professionals set calendar_id = 'renata@group.calendar.google.com' where id = 1")
	return app
}

// The form offers an event, the record shows why it failed with a way to try again, and a move asks about the event.
func TestEvent_Pages(t *testing.T) {
	t.Parallel()
	app := newDiary(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	form := bookingForm(bruno, nil)
	form.Set("acao", "")
	if shown := bruno.Form(newPath, form).Want(200).Body; !strings.Contains(shown, "Criar na agenda de ") {
		t.Error("the form offers no event")
	}
	form.Set("acao", "salvar")
	form.Set("items[0].create_calendar_event", "true")
	page := bruno.Form(newPath, form).Want(303).Header.Get("Location")
	if shown := bruno.GET(page).Want(200).Body; !strings.Contains(shown, "evento a caminho") {
		t.Error("the record does not show the queued event")
	}
	if _, err := app.Pool.Exec(t.Context(),
		"update services set event_state = 'failed', event_error = 'Autorização vencida. Conecte de novo.' where event_state = 'queued'"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		client *handlertest.Client
		link   bool
	}{"Bruno": {bruno, false}, "Camila": {camila, true}} {
		shown := c.client.GET(page).Want(200).Body
		if !strings.Contains(shown, "O evento não foi criado. Autorização vencida. Conecte de novo.") ||
			!strings.Contains(shown, "Tentar de novo") {
			t.Errorf("%s does not see the failure", name)
		}
		if strings.Contains(shown, `href="/admin/servicos/calendar"`) != c.link {
			t.Errorf("%s: the link to reconnect", name)
		}
	}
	bruno.Form(page+"/evento", url.Values{}).Want(303)
	if app.Count(t, "services", "event_state = 'queued' and event_error is null") != 1 ||
		app.Count(t, "river_job", "kind = 'make_calendar_event'") != 2 ||
		app.Count(t, "river_job", "kind = 'remove_calendar_event'") != 1 {
		t.Error("the event is not queued again")
	}
	step := bruno.FormAt(page + "/remarcar")
	step.Set("consultation_date", "2026-12-04T09:00")
	asked := bruno.Form(page+"/remarcar", step).Body
	if !strings.Contains(asked, "Remarcar o evento também?") || app.Count(t, "services", "consultation_date = '2026-12-04T09:00-03:00'") != 0 {
		t.Error("the move does not ask about the event")
	}
	step.Set("replace_calendar_event", "true")
	bruno.Form(page+"/remarcar", step).Want(303)
	if app.Count(t, "services", "event_state = 'queued' and consultation_date = '2026-12-04T09:00-03:00'") != 1 {
		t.Error("the confirmed move is not stored")
	}
	for _, who := range []struct {
		client *handlertest.Client
		want   int
	}{{app.As(t, dbtest.Renata), 403}, {app.Nobody(t), 303}} {
		if got := who.client.Form(page+"/evento", url.Values{}).StatusCode; got != who.want {
			t.Errorf("a stranger: %d, want %d", got, who.want)
		}
	}
	bruno.Form(agendaPath+"/999999/evento", url.Values{}).Want(404)
}
