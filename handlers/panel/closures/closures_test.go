package closures_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	agenda   = "/painel/agenda"
	newPath  = agenda + "/bloquear"
	holidays = agenda + "/feriados"
	day      = agenda + "?modo=dia&data=2026-12-04"
)

// newAgenda is an app in which Dr. Otávio attends on Fridays from 08:00 to 12:00 and has João's appointment at 09:00 of 4
// December 2026.
func newAgenda(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, `update services set consultation_date = '2026-12-04T09:00-03:00' where id = 2`)
	return app
}

func fields(form url.Values, changed map[string]string) url.Values {
	for name, value := range changed {
		form.Set(name, value)
	}
	return form
}

// A block is typed as people type days and times; appointments in it are shown first; then it is drawn in the day and the week,
// its times are offered no more, and it can be changed and removed, each with undo.
func TestBlock(t *testing.T) {
	t.Parallel()
	app := newAgenda(t)
	bruno := app.As(t, dbtest.Bruno)
	form := fields(bruno.FormAt(newPath+"?profissional=2&data=2026-12-04"),
		map[string]string{"professional_id": "2", "first_clock": "9:00", "last_clock": "11:00", "reason": "Congresso",
			"repeat_until": "11/12/2026"})
	if form.Get("first_day") != "04/12/2026" {
		t.Errorf("the form begins with %v", form)
	}
	asked := bruno.Form(newPath, form).Want(422)
	if words := asked.Words(); !strings.Contains(words, dbtest.Pipoca.FullName()) || !strings.Contains(words, "Bloquear mesmo assim") ||
		app.Count(t, "blocks", "true") != 0 {
		t.Fatalf("the appointment is not shown first: %s", words)
	}
	bruno.Form(newPath, fields(asked.Fields(), map[string]string{"professional_id": "2"})).Want(303)
	if app.Count(t, "blocks", "professional_id = 2 and starts_at = '2026-12-04T09:00-03:00' and ends_at = '2026-12-04T11:00-03:00' and repeat_until = '2026-12-11' and reason = 'Congresso'") != 1 {
		t.Fatal("it is not stored")
	}
	for _, view := range []string{day, agenda + "?data=2026-12-04", agenda + "?modo=dia&data=2026-12-11"} {
		page := bruno.GET(view).Want(200).HTML()
		if page.Find(`a[href="`+agenda+`/bloqueios/1"][data-ask]`).Length() != 1 || !strings.Contains(page.Text(), "09:00–11:00 Congresso") {
			t.Errorf("%s does not show the block", view)
		}
		for _, at := range []string{"T09%3A00", "T10%3A00"} {
			if page.Find(`a[href*="profissional=2&quando="][href*="`+at+`"]`).Length() != 0 {
				t.Errorf("%s offers a blocked time", view)
			}
		}
	}
	if words := bruno.GET(agenda + "/novo?profissional=2&quando=2026-12-11T10:00&associado=" + dbtest.Joao.UserCode).Want(200).
		Words(); !strings.Contains(words, "tem este horário bloqueado (Congresso)") {
		t.Error("the form of a booking does not warn")
	}
	const block = agenda + "/bloqueios/1"
	form = fields(bruno.FormAt(block), map[string]string{"professional_id": "2", "first_clock": "10:00", "repeat_until": ""})
	bruno.Form(block, form).Want(303)
	if app.Count(t, "blocks", "starts_at = '2026-12-04T10:00-03:00' and repeat_until is null") != 1 ||
		app.Count(t, "undos", "kind = 'closures.block.change'") != 1 {
		t.Error("it is not changed")
	}
	form.Set("last_clock", "12:00")
	bruno.Form(block, form).Want(422) // stale
	bruno.Form(block, fields(bruno.FormAt(block), map[string]string{"acao": "remover"})).Want(303)
	if app.Count(t, "blocks", "true") != 0 || app.Count(t, "undos", "kind = 'closures.block.remove'") != 1 {
		t.Error("it is not removed")
	}
	bruno.GET(block).Want(404)
}

func TestBlock_Refused(t *testing.T) {
	t.Parallel()
	app := newAgenda(t)
	bruno := app.As(t, dbtest.Bruno)
	for name, wrong := range map[string]map[string]string{
		"no professional": {"professional_id": ""}, "no day": {"first_day": ""}, "no such time": {"last_clock": "25:00"},
		"no such day":           {"first_day": "31/02/2026"},
		"ends before it begins": {"first_clock": "12:00"}, "an unknown professional": {"professional_id": "999"},
	} {
		form := url.Values{"professional_id": {"2"}, "first_day": {"18/12/2026"}, "first_clock": {"08:00"}, "last_clock": {"10:00"}}
		if status := bruno.Form(newPath, fields(form, wrong)).StatusCode; status < 400 || status >= 500 {
			t.Errorf("%s: %d", name, status)
		}
	}
	unread := url.Values{"professional_id": {"2"}, "first_day": {"31/02/2026"}, "last_clock": {"25:00"}}
	if words := bruno.Form(newPath, unread).Want(422).Words(); !strings.Contains(words, "Dia: informe o dia e a hora") ||
		!strings.Contains(words, "Até as: informe o dia e a hora") || strings.Contains(words, "fuso") {
		t.Errorf("what cannot be read is refused with %s", words)
	}
	if app.Count(t, "blocks", "true") != 0 {
		t.Error("something was stored")
	}
	fernando := app.As(t, dbtest.Fernando)
	fernando.GET(newPath).Want(403)
	fernando.Form(newPath, nil).Want(403)
	fernando.Form(holidays, nil).Want(403)
	if fernando.GET(agenda).Want(200).HTML().Find(`a[href^="`+newPath+`"]`).Length() != 0 ||
		fernando.GET(holidays).Want(200).HTML().Find("main form").Length() != 0 {
		t.Error("Financeiro is offered what it may not do")
	}
}

// Without hours a block takes whole days, as an absence does; the appointments within it open.
func TestBlock_WholeDays(t *testing.T) {
	t.Parallel()
	app := newAgenda(t)
	bruno := app.As(t, dbtest.Bruno)
	absent := url.Values{"professional_id": {"2"}, "first_day": {"17/12/2026"}, "last_day": {"18/12/2026"}}
	app.Exec(t, "update services set professional_id = 2, consultation_date = '2026-12-18T15:00:00Z' where id = 1")
	asked := bruno.Form(newPath, absent).Want(422).HTML()
	if asked.Find(`main a[href="`+agenda+`/1"]`).Length() != 1 {
		t.Error("the appointment within the block does not open")
	}
	absent.Set("vistos", asked.Find(`input[name="vistos"]`).AttrOr("value", ""))
	bruno.Form(newPath, absent).Want(303)
	if app.Count(t, "blocks", "starts_at = '2026-12-17T03:00:00Z' and ends_at = '2026-12-19T02:59:00Z'") != 1 {
		t.Error("the days are not blocked whole")
	}
}

// A holiday closes its day in the week, for all professionals; its button opens the day; own holidays are added and removed.
func TestHolidays(t *testing.T) {
	t.Parallel()
	app := newAgenda(t)
	bruno := app.As(t, dbtest.Bruno)
	const christmas = agenda + "?data=2026-12-25"
	closed := bruno.GET(christmas).Want(200).HTML()
	if closed.Find("td.week-off").Length() != 1 || !strings.Contains(closed.Find("th .week-holiday").Text(), "Natal") ||
		closed.Find(`td a.free`).Length() != 0 {
		t.Error("the week does not close on a holiday")
	}
	bruno.Form(holidays+"/dias/2026-12-25", url.Values{"atende": {"true"}}).Want(303)
	if open := bruno.GET(christmas).Want(200).HTML(); open.Find("td.week-off").Length() != 0 || open.Find("td a.free").Length() == 0 {
		t.Error("the day is not open")
	}
	bruno.Form(holidays+"/dias/2026-12-24", url.Values{"atende": {"true"}}).Want(404)
	bruno.Form(holidays+"/dias/amanhã", nil).Want(404)
	bruno.Form(holidays, url.Values{"name": {""}, "day": {"32/01/2027"}}).Want(422)
	bruno.Form(holidays, url.Values{"name": {"Recesso"}, "day": {"31/12/2026"}, "is_yearly": {"true"}}).Want(303)
	if app.Count(t, "holidays", "name = 'Recesso' and day = '2026-12-31' and is_yearly") != 1 {
		t.Error("it is not added")
	}
	bruno.Form(holidays+"/1/remover", nil).Want(303)
	bruno.Form(holidays+"/1/remover", nil).Want(404)
	if app.Count(t, "undos", "kind = 'closures.holiday.remove'") != 1 {
		t.Error("the removal cannot be undone")
	}
}
