package browser_test

import (
	"net/http/httptest"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/control"
	"acolhe/simulators/googlecalendar"
)

// An administrator connects the account in a window of its own and chooses the default calendar of the association, after a
// first reading of the calendars failed.
func TestCalendar_Default(t *testing.T) {
	t.Parallel()
	google := googlecalendar.New(googlecalendar.Default)
	server := httptest.NewServer(google)
	t.Cleanup(server.Close)
	variables := map[string]string{"CALENDAR_BASE_URL": server.URL, "CALENDAR_ENABLED": "true", "CALENDAR_USE_FOR_SCHEDULING": "true",
		"CALENDAR_CLIENT_ID": googlecalendar.Default.ClientID, "CALENDAR_CLIENT_SECRET": googlecalendar.Default.ClientSecret}
	app := handlertest.New(t, func(config *handlers.Config) {
		config.Environment = func(name string) string { return variables[name] }
	})
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/servicos/calendar")
	page.WaitForText("main", "Nenhuma conta conectada")
	page.Click("Conectar conta")
	page.WaitForText("main", "agenda@exemplo.org.br")
	page.WaitFor("select[name=primary_calendar_id]")
	page.Fill("Calendário", "Paulo Prado")
	page.Press("Enter")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Salvar calendário")
	page.WaitForText(".toaster", "Salvo")
	page.WaitUntil("the choice is shown", `() => document.querySelector("select[name=primary_calendar_id]")?.selectedOptions[0].text === "Paulo Prado"`)
	google.Fail("GET /calendar", control.Forbidden, 1)
	page.Reload()
	page.WaitForText("#calendarios", "Os calendários da conta não puderam ser lidos.")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + " failed")
	page.Click("Tentar de novo")
	page.WaitUntil("the choice is shown again",
		`() => document.querySelector("select[name=primary_calendar_id]")?.selectedOptions[0].text === "Paulo Prado"`)
	if app.Count(t, "external_services", "primary_calendar_id = 'paulo@group.calendar.google.com'") != 1 {
		t.Error("the choice is not stored")
	}
	page.Phone()
	page.Theme("escuro")
	page.Reload()
	page.WaitFor("select[name=primary_calendar_id]")
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot(t.Name() + " phone dark")
}
