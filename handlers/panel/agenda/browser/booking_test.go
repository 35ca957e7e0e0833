package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

var forAna = agenda + "/novo?associado=" + dbtest.Ana.UserCode

// tabTo moves the focus forward to the control with this name.
func tabTo(page *browsertest.Page, name string) {
	for range 60 {
		if page.FocusedName() == name {
			return
		}
		page.Press("Tab")
	}
	page.WaitForFocus(name)
}

// pick chooses an option of a select as a change by hand does.
func pick(page *browsertest.Page, field, value string) {
	page.WaitFor(`[name="` + field + `"]`)
	browsertest.Read[any](page, `(name, value) => {
		const field = document.querySelector('[name="' + name + '"]');
		field.value = value;
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.dispatchEvent(new Event("change", { bubbles: true }));
	}`, field, value)
}

// One service is booked by keyboard alone: from the agenda to the associate, the professional, a free time and the record.
func TestBooking_ByKeyboard(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	page.Visit(agenda + "?data=2037-12-04")
	page.Press("n")
	page.WaitForFocus("Associado")
	page.Type("ana beatriz")
	page.WaitForText("[role=option]", dbtest.Ana.FullName())
	page.Press("Enter")
	page.WaitForText("main", "1. Serviço")
	tabTo(page, "Profissional")
	page.Type("Ota")
	page.WaitFor("button.free")
	look(page, "booking form")
	for !browsertest.Read[bool](page, `() => document.activeElement.matches("button.free")`) {
		page.Press("Tab")
	}
	page.Press("Enter")
	page.WaitUntil("the time is taken over", `() => document.querySelector("[name$=consultation_date]").value !== ""`)
	page.WaitForText(".booking-day .ev-new", dbtest.Ana.FullName())
	look(page, "booking form with a time")
	tabTo(page, "Agendar")
	page.Press("Enter")
	page.WaitForText(".toast", "serviço agendado.")
	page.WaitForText(".dock", dbtest.Ana.FullName())
	if app.Count(t, "services", "associate_user_code = $1 and professional_id = 2 and consultation_date is not null",
		dbtest.Ana.UserCode) != 1 {
		t.Error("it is not booked")
	}
}

// From the record of an associate "Agendar" opens the form for that person, also by the bar of a phone; the appointment is
// in the record afterwards.
func TestBooking_FromRecord(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	page.Visit("/painel/associados/1")
	page.Press("h")
	page.WaitForText("main", dbtest.Ana.FullName())
	page.WaitForText("h1", "Novo agendamento")
	page.Phone()
	page.Visit("/painel/associados/1")
	page.Click(".record-bar a[href^='" + agenda + "/novo']")
	page.WaitForText("main", dbtest.Ana.FullName())
	pick(page, "items[0].professional_id", "2")
	pick(page, "items[0].consultation_date", "2037-12-04T10:30")
	look(page, "booking from a record, phone")
	page.Click("Agendar")
	page.WaitForText(".toast", "serviço agendado.")
	page.Visit("/painel/associados/1")
	page.WaitForText("main", dbtest.DrOtavio.Name)
	if app.Count(t, "services", "associate_user_code = $1 and professional_id = 2 and consultation_date = '2037-12-04T10:30-03:00'",
		dbtest.Ana.UserCode) != 1 {
		t.Error("it is not booked")
	}
}

// Three services for a patient are one booking. Its payment takes the ticked ones with their sum and the proof; the third stays open.
func TestBooking_GroupPaidWithProof(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	page.Visit(forAna)
	pick(page, "patient_user_code", dbtest.Miguel.UserCode)
	for row, professional := range []string{"1", "2", "2"} {
		if row > 0 {
			page.Click("Adicionar serviço")
		}
		pick(page, "items["+string(rune('0'+row))+"].professional_id", professional)
	}
	page.WaitFor(`[name="items[2].professional_id"]`)
	page.Click("Agendar")
	page.WaitForText(".toast", "serviços agendados.")
	page.WaitForText(".booking", dbtest.DrOtavio.Name)
	const booked = "patient_name = 'Miguel de Souza' and id > 2 and associate_user_code = $1"
	if app.Count(t, "services", booked, dbtest.Ana.UserCode) != 3 {
		t.Fatal("the booking has not three services")
	}
	look(page, "record of a group")
	page.Press("p")
	page.WaitFor("dialog#pergunta[open]")
	lookAround(page, "payment of a group")
	page.Click(".pay-lines label:last-of-type input")
	page.WaitUntil("the value follows the ticked services",
		`() => document.querySelector("[name=amount_received]").value.replace(",", ".") == [...document.querySelectorAll("[name=services]:checked")].reduce((sum, box) => sum + Number(box.dataset.amount), 0)`)
	page.Press("1")
	page.Choose("#pergunta [type=file]", browsertest.File(t, "pix.pdf", mediatest.SizedPDF(1000)))
	page.Click("Registrar pagamento")
	page.WaitForText(".toast", "registrado.")
	page.WaitForText(".payments", "Pix em")
	if app.Count(t, "services", booked+" and status = 'Pagamento Concluído' and payment_type = 'Pix'", dbtest.Ana.UserCode) != 2 ||
		app.Count(t, "services_files", "kind = 'proof'") != 2 {
		t.Error("the ticked services are not paid with their proof")
	}
	lookAround(page, "record with a payment")
}

// lookAround looks at a page in the sizes and themes of the staff, without loading it again: a dialog stays.
func lookAround(page *browsertest.Page, name string) {
	page.Size(1366, 768)
	look(page, name+" 1366")
	page.Size(390, 844)
	look(page, name+" 390")
	page.Desktop()
	look(page, name)
	browsertest.Read[any](page, `() => { document.documentElement.className = "dark"; }`)
	page.Screenshot(name + " dark")
	browsertest.Read[any](page, `() => { document.documentElement.className = "auto"; }`)
}

// An appointment repeats: its dates are shown and checked while the form is filled in, and the record names the series. A typed
// date in short is completed.
func TestBooking_Repeats(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	app.Exec(t, "update services set professional_id = 2, consultation_date = '2037-12-11T09:00-03:00' where id = 2")
	page.Visit(forAna)
	pick(page, "items[0].professional_id", "2")
	page.WaitFor(".date-field button")
	browsertest.Read[any](page, `() => document.querySelector("[name$=consultation_date]").focus()`)
	page.Type("4/12/37 9h")
	page.Press("Tab")
	page.WaitUntil("the date is completed", `() => document.querySelector("[name$=consultation_date]").value === "04/12/2037 09:00"`)
	pick(page, "repeat_every", "weekly")
	pick(page, "repeat_times", "4")
	page.WaitForText(".plan", "4 datas, 3 com aviso")
	lookAround(page, "booking that repeats")
	page.Click("Agendar 4 sessões")
	page.WaitForText(".toast", "serviços agendados.")
	page.WaitForText(".series", "1 de 4")
	if app.Count(t, "services", "series_code is not null") != 4 {
		t.Error("the series is not booked")
	}
	lookAround(page, "record of a series")
	page.Press("m")
	page.WaitFor("dialog#pergunta[open]")
	lookAround(page, "a series is moved")
	page.Press("Escape")
	page.WaitGone("dialog#pergunta")
	page.Visit(agenda + "?data=2037-12-04")
	look(page, "week with a series")
}

// An overlap is warned of and, with services.block_overlap, refused.
func TestBooking_Overlap(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	page.Visit(forAna)
	pick(page, "items[0].professional_id", "2")
	pick(page, "items[0].consultation_date", "2037-12-04T09:30")
	page.WaitForText("#agendamento", "atende Pipoca da Conceição às 09:00")
	look(page, "overlap warned of")
	app.Exec(t, "insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')")
	page.Expect(http.StatusUnprocessableEntity)
	page.Click("Agendar")
	page.WaitForText("#agendamento", "Este horário acabou de ser ocupado. Escolha outro.")
	look(page, "overlap refused")
	if app.Count(t, "services", "id > 2") != 0 {
		t.Error("it is booked all the same")
	}
	app.Exec(t, "delete from system_configs where key = 'block_overlap'")
	page.Click("Agendar")
	page.WaitForText(".toast", "serviço agendado.")
	page.Visit(friday)
	page.WaitFor(".ev[data-overlap]")
	look(page, "overlapping appointments")
}

// The associate sees the own appointments, and the other time on a phone.
func TestOwnAppointments(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-10:00", "wed": "08:00-10:00", "fri": "08:00-10:00"}'`)
	app.SeedAppointments(t)
	page := browsertest.Open(t, app)
	page.Phone()
	page.Visit("/cadastro/entrar")
	page.Fill("E-mail, CPF ou celular", dbtest.Joao.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar")
	page.WaitForPath("/cadastro")
	page.Visit("/cadastro/consultas")
	look(page, "own appointments")
	page.Click("Outro horário para a consulta com " + dbtest.DrOtavio.Name)
	page.WaitForText("h1", "Qual horário é melhor?")
	look(page, "another time")
	page.Click(".choice:first-of-type")
	page.Click("Enviar pedido")
	page.WaitForText("main", "Você pediu outro horário")
	look(page, "another time asked for")
}

// With the link of a letter the associate asks for a free time by keyboard, on a phone; the staff takes it over by keyboard.
func TestLink_RequestTakenOver(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-10:00", "wed": "08:00-10:00", "fri": "08:00-10:00"}'`)
	app.SeedAppointments(t)
	page := browsertest.Open(t, app)
	page.Phone()
	page.Visit("/agendamento/" + handlertest.AppointmentLink)
	look(page, "link of a letter")
	tabTo(page, "Pedir outro horário com "+dbtest.DrOtavio.Name)
	page.Press("Enter")
	page.WaitForText("h1", "Qual horário é melhor?")
	for !browsertest.Read[bool](page, `() => document.activeElement.matches("[name=at]")`) {
		page.Press("Tab")
	}
	page.Press("ArrowDown") // from the last choice, that of writing, to the first free time
	look(page, "link, another time")
	tabTo(page, "Enviar pedido")
	page.Press("Enter")
	page.WaitForText("main", "Você pediu ")
	look(page, "link, another time asked for")

	page.Desktop()
	page.SignIn(dbtest.Bruno)
	page.Visit(agenda + "/2")
	page.WaitForText(".dock", "Pedido de outro horário")
	look(page, "record of a request")
	for !strings.HasPrefix(page.FocusedName(), "Remarcar para ") {
		page.Press("Tab")
	}
	page.Press("Enter")
	page.WaitForText(".toast", "Remarcado para")
	if app.Count(t, "services", "id = 2 and confirmation is null and requested_date is null") != 1 {
		t.Error("the request is still there")
	}
}
