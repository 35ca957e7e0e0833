package browser_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// From the list of appointments to the Pix code of a new one; Back leads to the step before. The pages are
// looked at in both themes.
func TestBooking(t *testing.T) {
	t.Parallel()
	_, stopped := handlertest.AtNoon(t)
	app := handlertest.New(t, stopped)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-12:00", "tue": "08:00-12:00", "wed": "08:00-12:00", "thu": "08:00-12:00", "fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@exemplo.org.br"'), ('store', 'pix_name', '"Flor"'), ('store', 'pix_city', '"Ilheus"')`)
	page := signIn(t, app, dbtest.Joao)
	page.Visit("/cadastro/consultas")
	page.Click("Marcar consulta")
	page.WaitForPath("/cadastro/consultas/nova")
	page.Click("label:has([name=com][value='2'])")
	look(page, "booking-who")
	page.Click("Ver horários")
	page.WaitForPath("/cadastro/consultas/nova/horario")
	page.Click("fieldset:first-of-type label:has([value$='T09:00'])")
	look(page, "booking-times")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/consultas/nova/conferir")
	page.Back()
	page.WaitForPath("/cadastro/consultas/nova/horario")
	page.Forward()
	page.WaitForPath("/cadastro/consultas/nova/conferir")
	look(page, "booking-check")
	page.Click("Marcar consulta")
	page.WaitForText("h1", "Consulta marcada")
	look(page, "booking-done")
	if app.Count(t, "services", "associate_user_code = $1 and professional_id = 2 and id > 2", dbtest.Joao.UserCode) != 1 {
		t.Error("it is not booked")
	}
	page.Theme("escuro")
	for _, path := range []string{"", "/horario?com=2", "/conferir?com=1&combinar=1"} {
		page.Phone()
		page.Visit("/cadastro/consultas/nova" + path)
		look(page, "booking-dark"+path[:min(4, len(path))])
		page.Desktop()
		page.CheckLayout()
		page.CheckContrast()
		page.Screenshot("booking-desktop" + path[:min(4, len(path))])
	}
}
