package agenda_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// newRequest is an app in which João asks for Friday 4 December 2026 at 10:00 with Otávio, who attends then until 12:00.
func newRequest(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, `update services set confirmation = 'reschedule_requested', confirmation_date = now(), confirmation_reason = 'Por vídeo', requested_date = '2026-12-04T10:00-03:00' where id = 2`)
	return app
}

// requestForm returns the form that moves the service to the time that was asked for.
func requestForm(t *testing.T, page *handlertest.Answer) url.Values {
	t.Helper()
	form := page.HTML().Find(`.dock form[action="` + joaosPage + `/remarcar"]`)
	if button := strings.Join(strings.Fields(form.Text()), " "); button != "Remarcar para sex. 04/12, 10:00" {
		t.Fatalf("the button says %q", button)
	}
	return url.Values{"version": {form.Find(`[name="version"]`).AttrOr("value", "")},
		"consultation_date": {form.Find(`[name="consultation_date"]`).AttrOr("value", "")}}
}

const movedAsAsked = "id = 2 and consultation_date = '2026-12-04T10:00-03:00' and confirmation is null and requested_date is null"

// The time that an associate asks for is taken over by one click; a calendar event is asked about.
func TestRequest_MovedByOneClick(t *testing.T) {
	t.Parallel()
	app := newRequest(t)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(joaosPage).Want(200)
	if words := page.Words(); !strings.Contains(words, "João pede sex. 04/12, 10:00.") || !strings.Contains(words, "Por vídeo") {
		t.Errorf("the record says %s", words)
	}
	form := requestForm(t, page)
	app.Exec(t, "update services set event_id = 'ev1' where id = 2")
	if words := bruno.Form(joaosPage+"/remarcar", form).Want(422).Words(); !strings.Contains(words, "mudou") {
		t.Errorf("an old page says %s", words)
	}
	asked := bruno.Form(joaosPage+"/remarcar", requestForm(t, bruno.GET(joaosPage).Want(200))).Want(422)
	if words := asked.Words(); !strings.Contains(words, "Remarcar o evento também?") || app.Count(t, "services", movedAsAsked) != 0 {
		t.Errorf("it asks %s", words)
	}
	confirmed := asked.Fields()
	notice := bruno.Form(joaosPage+"/remarcar", confirmed).Want(303).Notice()
	if notice.Text != "Remarcado para 04/12/2026 10:00." || app.Count(t, "services", movedAsAsked) != 1 {
		t.Errorf("it says %q", notice.Text)
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "services", "id = 2 and consultation_date = $1 and confirmation = 'reschedule_requested' and requested_date = '2026-12-04T10:00-03:00'", dbtest.JoaosService.At) != 1 {
		t.Error("the appointment and the request are not back")
	}
}

// A time that is booked meanwhile has no button, and the form of an old page moves nothing.
func TestRequest_NoLongerFree(t *testing.T) {
	t.Parallel()
	app := newRequest(t)
	bruno := app.As(t, dbtest.Bruno)
	form := requestForm(t, bruno.GET(joaosPage).Want(200))
	app.Exec(t, "update services set professional_id = 2, consultation_date = '2026-12-04T10:00-03:00' where id = 1")
	page := bruno.GET(joaosPage).Want(200)
	if words := page.Words(); !strings.Contains(words, "Este horário não está mais livre. Combine outro e remarque.") ||
		strings.Contains(words, "Remarcar para") {
		t.Errorf("the record says %s", words)
	}
	if words := bruno.Form(joaosPage+"/remarcar", form).Want(422).
		Words(); !strings.Contains(words, "Este horário sobrepõe o atendimento de Miguel de Souza às 10:00.") {
		t.Errorf("the form of before says %s", words)
	}
	if app.Count(t, "services", movedAsAsked) != 0 {
		t.Error("it is moved")
	}
}

// Who reads services sees the request, who changes them has the button.
func TestRequest_Permissions(t *testing.T) {
	t.Parallel()
	app := newRequest(t)
	form := requestForm(t, app.As(t, dbtest.Camila).GET(joaosPage).Want(200))
	renata := app.As(t, dbtest.Renata)
	renata.GET(joaosPage).Want(403)
	renata.Form(joaosPage+"/remarcar", form).Want(403)
	app.Nobody(t).Form(joaosPage+"/remarcar", form).Want(303)
	if app.Count(t, "services", movedAsAsked) != 0 {
		t.Error("a stranger moved it")
	}
}
