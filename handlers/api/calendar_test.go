package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/control"
	"acolhe/simulators/googlecalendar"
)

const calendarPath = "/api/v1/modules/calendar"

// calendarApp is an app with the simulator of Google, whose environment has its credentials.
type calendarApp struct {
	*handlertest.App
	google    *googlecalendar.Simulator
	variables map[string]string
}

func newCalendar(t *testing.T) calendarApp {
	t.Helper()
	c := calendarApp{google: googlecalendar.New(googlecalendar.Default)}
	server := httptest.NewServer(c.google)
	t.Cleanup(server.Close)
	c.variables = map[string]string{"CALENDAR_BASE_URL": server.URL, "CALENDAR_ENABLED": "true", "CALENDAR_USE_FOR_SCHEDULING": "true",
		"CALENDAR_CLIENT_ID": googlecalendar.Default.ClientID, "CALENDAR_CLIENT_SECRET": googlecalendar.Default.ClientSecret}
	c.App = handlertest.New(t, func(config *handlers.Config) {
		config.Environment = func(name string) string { return c.variables[name] }
	})
	return c
}

// connect goes through the wizard as an administrator and returns the page of the window.
func (c calendarApp) connect(t *testing.T, camila *handlertest.Client) string {
	t.Helper()
	begun := camila.GET(calendarPath + "/oauth/authorize").Want(303)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(begun.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	back, err := url.Parse(response.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	return camila.GET(back.RequestURI()).Want(200).Body
}

func TestCalendar_Wizard(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila := app.As(t, dbtest.Camila)
	if state := camila.GET(calendarPath + "/oauth/status").Want(200).Body; !strings.Contains(state, `"connected":false`) {
		t.Errorf("before: %s", state)
	}
	camila.GET(calendarPath+"/calendars").WantCode(503, "CREDENTIAL_MISSING")
	if shown := app.connect(t, camila); !strings.Contains(shown, "Conta conectada.") {
		t.Errorf("the window shows %s", shown)
	}
	if shown := camila.GET(calendarPath + "/oauth/callback?state=x&code=y").Want(200).
		Body; !strings.Contains(shown, "venceu ou já foi usado") {
		t.Error("a used state is accepted")
	}
	if state := camila.GET(calendarPath + "/oauth/status").Want(200).Body; !strings.Contains(state, `"account":"agenda@exemplo.org.br"`) {
		t.Errorf("after: %s", state)
	}
	if state := camila.GET(calendarPath + "/status").Want(200).Body; !strings.Contains(state, `"active":true`) {
		t.Errorf("status: %s", state)
	}
	if shown := camila.GET("/admin/servicos/calendar").Want(200).Body; !strings.Contains(shown, "agenda@exemplo.org.br") {
		t.Error("the page does not show the account")
	}
	camila.POST("/admin/servicos/calendar/desconectar", url.Values{}).Want(303)
	if state := camila.GET(calendarPath + "/status").Want(200).Body; !strings.Contains(state, `"active":false`) ||
		app.google.Count("POST /revoke") != 1 {
		t.Errorf("disconnected: %s", state)
	}
	if shown := camila.GET("/admin/servicos/calendar").Want(200).
		Body; !strings.Contains(shown, "A autorização venceu ou foi retirada. Conecte de novo.") {
		t.Error("the page does not show the end of the connection")
	}
}

func TestCalendar_Events(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	app.connect(t, camila)
	const renata = "renata@group.calendar.google.com"
	var made struct {
		EventID string `json:"event_id"`
		Link    string `json:"event_link"`
	}
	bruno.POST(calendarPath+"/events", body{"calendarId": renata, "summary": "Consulta", "start": "2026-12-03T09:00:00-03:00"}).Want(201).
		Data(&made)
	events := app.google.Events()
	if len(events) != 1 || events[0].ID != made.EventID || events[0].End.Sub(events[0].Start).Hours() != 1 || made.Link == "" {
		t.Fatalf("made %+v, events %+v", made, events)
	}
	bruno.JSON("PATCH", calendarPath+"/events/"+made.EventID, body{"calendarId": renata, "start": "2026-12-04T09:00:00-03:00"}).Want(200)
	if moved := app.google.Events()[0]; moved.Start.Day() != 4 || moved.Summary != "Consulta" {
		t.Errorf("moved to %+v", moved)
	}
	for name, wrong := range map[string]body{"no summary": {"start": "2026-12-03T09:00:00-03:00"}, "no start": {"summary": "x"},
		"an end before": {"summary": "x", "start": "2026-12-03T09:00:00-03:00", "end": "2026-12-03T08:00:00-03:00"},
		"a wrong zone":  {"summary": "x", "start": "2026-12-03T09:00:00-03:00", "timeZone": "Local"}} {
		if got := bruno.POST(calendarPath+"/events", wrong).StatusCode; got != 400 {
			t.Errorf("%s: %d", name, got)
		}
	}
	bruno.POST(calendarPath+"/events", body{"calendarId": "outro", "summary": "x", "start": "2026-12-03T09:00:00-03:00"}).
		WantCode(404, "NOT_FOUND")
	app.google.Fail("POST /calendar", control.Internal, 9)
	bruno.POST(calendarPath+"/events", body{"summary": "x", "start": "2026-12-03T09:00:00-03:00"}).WantCode(502, "PROVIDER_ERROR")
	for range 2 {
		var removed body
		bruno.JSON("DELETE", calendarPath+"/events/"+made.EventID, body{"calendarId": renata}).Want(200).Data(&removed)
		if removed["id"] != made.EventID {
			t.Errorf("removed %v", removed)
		}
	}
	if left := app.google.Events(); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
	app.variables["CALENDAR_ENABLED"] = ""
	camila.GET(calendarPath+"/calendars").WantCode(503, "MODULE_DISABLED")
}

// The list of professionals names their calendars, and only those of the account can be chosen, while the module is on.
func TestCalendar_OfProfessionals(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	const renata = "renata@group.calendar.google.com"
	const professional, form = "/api/v1/professionals/1", "/painel/profissionais/1/editar"
	type row struct {
		ID       int64
		Calendar *struct {
			ID, Summary string
			Primary     bool
		}
	}
	listed := func() row {
		t.Helper()
		var rows, items []row
		var shown, item row
		bruno.GET("/api/v1/professionals?q=renata").Want(200).Data(&rows)
		bruno.GET("/api/v1/items/professionals?search=renata").Want(200).Data(&items)
		bruno.GET(professional).Want(200).Data(&shown)
		bruno.JSON("PATCH", "/api/v1/items/professionals/1", body{}).Want(200).Data(&item)
		if len(rows) != 1 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, other := range append(items, shown, item) {
			if !reflect.DeepEqual(other, rows[0]) {
				t.Errorf("%+v, listed as %+v", other, rows[0])
			}
		}
		return rows[0]
	}
	bruno.JSON("PATCH", professional, body{"calendar_id": renata}).Want(200)
	if got := listed(); got.Calendar != nil {
		t.Errorf("before the connection: %+v", got.Calendar)
	}
	app.connect(t, camila)
	if got := listed().Calendar; got == nil || got.ID != renata || got.Summary != "Renata Ribeiro" || got.Primary {
		t.Errorf("calendar %+v", got)
	}
	var made row
	if camila.POST("/api/v1/professionals", body{"name": "Z", "type": "medic", "calendar_id": renata}).Want(201).Data(&made); made.Calendar == nil ||
		made.Calendar.ID != renata {
		t.Errorf("made with %+v", made.Calendar)
	}
	bruno.JSON("PATCH", professional, body{"calendar_id": "outra"}).WantCode(400, "VALIDATION_ERROR")
	page := bruno.GET(form).Want(200).HTML()
	if options := page.Find(`select[name="calendar_id"] option`); options.Length() < 3 ||
		options.Filter("[selected]").AttrOr("value", "") != renata {
		t.Errorf("options %s", options.Text())
	}
	camila.JSON("PATCH", "/api/v1/admin/external-services/calendar", body{"enabled": false}).Want(200)
	if got := listed(); got.Calendar != nil {
		t.Errorf("switched off: %+v", got.Calendar)
	}
	bruno.JSON("PATCH", professional, body{"calendar_id": "outra"}).Want(200)
	if bruno.GET(form).Want(200).HTML().Find(`select[name="calendar_id"]`).Length() != 0 {
		t.Error("a calendar can be chosen while the module is off")
	}
	camila.JSON("PATCH", "/api/v1/admin/external-services/calendar", body{"enabled": true}).Want(200)
	if selected := bruno.GET(form).Want(200).HTML().
		Find(`select[name="calendar_id"] option[selected]`); selected.AttrOr("value", "") != "outra" {
		t.Errorf("the stored calendar is lost: %q", selected.AttrOr("value", ""))
	}
	bruno.JSON("PATCH", professional, body{"calendar_id": "outra", "name": "Renata Ribeiro"}).Want(200)
}

// An authorization that has ended is one sentence on the pages of professionals, of the agenda and of the service, with the
// way to reconnect for those who may.
func TestCalendar_Reconnected(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	bruno.JSON("PATCH", "/api/v1/professionals/1", body{"calendar_id": "renata@group.calendar.google.com"}).Want(200)
	const professional, week, service = "/painel/profissionais/1", "/painel/agenda", "/admin/servicos/calendar"
	app.connect(t, camila)
	if words := bruno.GET(week).Want(200).Words(); !strings.Contains(words, "Agenda conectada") || !strings.Contains(words, "Sem agenda") {
		t.Errorf("connected: %s", words)
	}
	app.google.Revoke()
	camila.GET(calendarPath+"/calendars").WantCode(422, "CREDENTIAL_INVALID")
	for name, c := range map[string]struct {
		client *handlertest.Client
		links  int
		week   string
	}{"Camila": {camila, 1, "Reconectar agenda"}, "Bruno": {bruno, 0, "Agenda desconectada"}} {
		page := c.client.GET(professional).Want(200)
		if !strings.Contains(page.Words(), "Conta do Google desconectada: nenhum evento é criado.") ||
			page.HTML().Find(`.fact-fix a[href="`+service+`"]`).Length() != c.links {
			t.Errorf("%s sees %s", name, page.Words())
		}
		agenda := c.client.GET(week).Want(200)
		if !strings.Contains(agenda.Words(), c.week) || agenda.HTML().Find(`.week-state a[href="`+service+`"]`).Length() != c.links {
			t.Errorf("the agenda shows %s %s", name, agenda.Words())
		}
	}
	if words := camila.GET(service).Want(200).Words(); !strings.Contains(words, "A autorização venceu ou foi retirada. Conecte de novo.") ||
		!strings.Contains(words, "Conectar conta") {
		t.Errorf("the service: %s", words)
	}
	app.connect(t, camila)
	if words := bruno.GET(professional).Want(200).Words(); strings.Contains(words, "desconectada") {
		t.Errorf("connected again: %s", words)
	}
}

// Who may call each route.
func TestCalendar_Routes(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila := app.As(t, dbtest.Camila)
	app.connect(t, camila)
	event := body{"summary": "x", "start": "2026-12-03T09:00:00-03:00"}
	for _, c := range []struct {
		method, path          string
		body                  any
		camila, bruno, renata int
	}{
		{"GET", "/status", nil, 200, 200, 200}, {"GET", "/calendars", nil, 200, 200, 403}, {"POST", "/events", event, 201, 201, 403},
		{"PATCH", "/events/desconhecido", event, 404, 404, 403}, {"DELETE", "/events/desconhecido", body{}, 200, 200, 403},
		{"GET", "/oauth/status", nil, 200, 403, 403}, {"POST", "/test", body{}, 200, 403, 403},
	} {
		for _, asked := range []struct {
			name   string
			client *handlertest.Client
			want   int
		}{{"Camila", camila, c.camila}, {"Bruno", app.As(t, dbtest.Bruno), c.bruno}, {"Renata", app.As(t, dbtest.Renata), c.renata},
			{"nobody", app.Nobody(t), 401},
			{"an associate", app.AsAssociate(t, dbtest.Ana), 401}, {"another scope", app.WithToken(t, "items:users:read"), 403}} {
			if got := asked.client.JSON(c.method, calendarPath+c.path, c.body).StatusCode; got != asked.want {
				t.Errorf("%s %s %s: %d, want %d", asked.name, c.method, c.path, got, asked.want)
			}
		}
	}
	if shown := app.Nobody(t).GET(calendarPath + "/oauth/callback?state=x&code=y").Want(200).
		Body; !strings.Contains(shown, "Conecte de novo") {
		t.Error("nobody connects an account")
	}
}

// Secrets and tokens leave in no answer, log or page.
func TestCalendar_Secrets(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila := app.As(t, dbtest.Camila)
	window := app.connect(t, camila)
	app.google.Fail("/calendarList", control.Unauthorized, 2)
	answers := []string{window, camila.POST(calendarPath+"/test", body{}).Want(200).Body,
		camila.GET(calendarPath + "/oauth/status").Want(200).Body,
		camila.GET(servicesPath).Want(200).Body, camila.GET(servicesPath + "/calendar/credentials").Want(200).Body,
		camila.GET("/admin/servicos/calendar").Want(200).Body,
		camila.GET("/admin/seguranca").Want(200).Body, app.Log.String()}
	for i, answer := range answers {
		for _, secret := range []string{googlecalendar.Default.ClientSecret, "ya29.", "1//r", "4/code"} {
			if strings.Contains(answer, secret) {
				t.Errorf("answer %d holds %s", i, secret)
			}
		}
	}
	if app.Count(t, "external_service_credentials", "service = 'calendar' and encode(value_encrypted, 'escape') like '%ya29%'") != 0 {
		t.Error("a token is stored in the clear")
	}
}

// Without a calendarId an event is made, moved and deleted in the calendar that an administrator chose, else in the
// account's own.
func TestCalendar_Default(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	app.connect(t, camila)
	for _, chosen := range []any{"paulo@group.calendar.google.com", "", nil} {
		camila.JSON("PATCH", servicesPath+"/calendar", body{"primary_calendar_id": chosen}).Want(200)
		want := "agenda@exemplo.org.br"
		if id, _ := chosen.(string); id != "" {
			want = id
		}
		var made struct {
			EventID string `json:"event_id"`
		}
		bruno.POST(calendarPath+"/events", body{"summary": "Consulta", "start": "2026-12-03T09:00:00-03:00"}).Want(201).Data(&made)
		if events := app.google.Events(); len(events) != 1 || events[0].CalendarID != want {
			t.Fatalf("%v: made %+v, want one in %s", chosen, events, want)
		}
		bruno.JSON("PATCH", calendarPath+"/events/"+made.EventID, body{"start": "2026-12-04T09:00:00-03:00"}).Want(200)
		if events := app.google.Events(); events[0].Start.Day() != 4 {
			t.Errorf("%v: moved %+v", chosen, events)
		}
		bruno.JSON("DELETE", calendarPath+"/events/"+made.EventID, body{}).Want(200)
		if left := app.google.Events(); len(left) != 0 {
			t.Errorf("%v: left %+v", chosen, left)
		}
	}
	camila.JSON("PATCH", servicesPath+"/calendar", body{"primary_calendar_id": strings.Repeat("x", 501)}).WantCode(400, "VALIDATION_ERROR")
	camila.JSON("PATCH", servicesPath+"/carrier_a", body{"primary_calendar_id": "x"}).WantCode(400, "VALIDATION_ERROR")
}

// The page of the service names the calendars that the account may write; while they cannot be read the page stands, says
// why, and offers to try again.
func TestCalendar_ChosenOnPage(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila := app.As(t, dbtest.Camila)
	const page, choice, paulo = "/admin/servicos/calendar", "/admin/servicos/calendar/calendarios", "paulo@group.calendar.google.com"
	if camila.GET(page).Want(200).HTML().Find("#calendarios").Length() != 0 {
		t.Error("calendars are offered before an account is connected")
	}
	app.connect(t, camila)
	calls := len(app.google.Requests())
	if link := camila.GET(page).Want(200).HTML().Find(`#calendarios a[href="` + choice + `"]`); link.Length() != 1 ||
		len(app.google.Requests()) != calls {
		t.Errorf("the page has %d links to the calendars, after %d calls", link.Length(), len(app.google.Requests())-calls)
	}
	offered := func() []string {
		return camila.GET(choice).Want(200).HTML().Find(`select[name="primary_calendar_id"] option`).
			Map(func(_ int, o *goquery.Selection) string { return o.Text() })
	}
	if got := offered(); !slices.Equal(got, []string{"Nenhum", "Agenda da associação", "Renata Ribeiro", "Paulo Prado"}) {
		t.Errorf("offered %q", got)
	}
	camila.Form(page+"/uso", url.Values{"primary_calendar_id": {paulo}}).Want(303)
	if selected := camila.GET(choice).Want(200).HTML().Find("option[selected]"); selected.Text() != "Paulo Prado" ||
		app.Count(t, "external_services", "primary_calendar_id = '"+paulo+"'") != 1 {
		t.Errorf("chosen %q", selected.Text())
	}
	app.google.Fail("GET /calendar", control.Forbidden, 1)
	failed := camila.GET(choice).Want(200)
	if !strings.Contains(failed.Words(), "Os calendários da conta não puderam ser lidos.") ||
		failed.HTML().Find(`#calendarios a[href="`+choice+`"]`).Text() != "Tentar de novo" {
		t.Errorf("a failure: %s", failed.Words())
	}
	camila.JSON("PATCH", servicesPath+"/calendar", body{"primary_calendar_id": "antiga"}).Want(200)
	if got := offered(); !slices.Contains(got, "antiga (não está na conta conectada)") {
		t.Errorf("a calendar of another account is lost: %q", got)
	}
	camila.Form(page+"/uso", url.Values{"primary_calendar_id": {""}}).Want(303)
	if app.Count(t, "external_services", "primary_calendar_id is not null") != 0 {
		t.Error("the default is not cleared")
	}
	app.As(t, dbtest.Bruno).GET(choice).Want(403)
}

// The window in which an account is connected posts its result to the configured address of the administration alone.
func TestCalendar_WindowOrigin(t *testing.T) {
	t.Parallel()
	app := newCalendar(t)
	camila := app.As(t, dbtest.Camila)
	const callback = calendarPath + "/oauth/callback?state=x&code=y"
	target := func() string {
		return camila.GET(callback).Want(200).HTML().Find("x-retorno").AttrOr("data-origin", "?")
	}
	if origin := target(); origin != "" {
		t.Errorf("without an address: %q", origin)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'admin_url', '"https://admin.exemplo.org.br/painel"')`)
	if origin := target(); origin != "https://admin.exemplo.org.br" {
		t.Errorf("the result goes to %q", origin)
	}
}
