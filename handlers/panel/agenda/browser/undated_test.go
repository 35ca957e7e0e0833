package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A service without a date stands in the tray above the agenda until it gets one; on a phone the bar of a record leads to a
// new appointment.
func TestUndated_GetsDate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update services set consultation_date = null where id = 2")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(agenda)
	page.WaitForText("#sem-data", "Otávio")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Phone()
	page.Theme("escuro")
	page.Reload()
	page.WaitFor("#sem-data")
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot(t.Name() + " phone dark")
	page.Visit("/painel/associados/3")
	page.WaitForText(".record-bar", "Agendar")
	page.CheckLayout()
	page.Screenshot(t.Name() + " record phone")
	page.Click("Agendar")
	page.WaitForPath("/painel/agenda/novo")
	page.Desktop()
	page.Visit(agenda)
	browsertest.Read[any](page, `() => document.querySelector("#sem-data a[href$='/remarcar']").click()`)
	page.WaitFor("[name=consultation_date]")
	browsertest.Read[any](page, `() => {
		const field = document.querySelector("[name=consultation_date]");
		field.value = "2037-12-15T09:00";
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.form.requestSubmit();
	}`)
	page.WaitForPath("/painel/agenda/2")
	if app.Count(t, "services", "id = 2 and consultation_date = '2037-12-15T09:00-03:00'") != 1 {
		t.Error("the service has no date")
	}
	page.Visit(agenda)
	page.WaitGone("#sem-data")
}
