package agenda_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The form shows every date of a series before it books them, asks about what stands against one, and books all at once.
func TestBooking_Series(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, "update services set professional_id = 1, consultation_date = '2026-12-10T09:00-03:00' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	rule := url.Values{"repeat_every": {"weekly"}, "repeat_times": {"3"}}
	shown := bruno.Form(newPath, bookingForm(bruno, url.Values{"repeat_every": {"weekly"}, "repeat_times": {"3"}, "acao": {""}})).Want(200)
	if words := shown.Words(); !strings.Contains(words, "3 datas, 1 com aviso") || !strings.Contains(words, "Ocupado por Pipoca") ||
		!strings.Contains(words, "Agendar 3 sessões") {
		t.Errorf("it shows %s", words)
	}
	// A form that has not shown the warnings is refused.
	warned := bruno.Form(newPath, bookingForm(bruno, rule)).Want(422)
	form := bookingForm(bruno, rule)
	form.Set("sobrepor", warned.Fields().Get("sobrepor"))
	form.Set("repeat_on_2026-12-10", "keep")
	if app.Count(t, "services", "series_code is not null") != 0 {
		t.Error("it is booked unseen")
	}
	// Another choice shows another plan, which is then booked.
	form.Set("sobrepor", bruno.Form(newPath, form).Want(422).Fields().Get("sobrepor"))
	done := bruno.Form(newPath, form).Want(303)
	if done.Notice().Text != "3\u00a0serviços agendados." ||
		app.Count(t, "services", "series_every = 'weekly' and (consultation_date at time zone 'America/Sao_Paulo')::time = '09:00'") != 3 {
		t.Errorf("it says %s", done.Notice().Text)
	}
	page := bruno.GET(done.Location()).Want(200).Words()
	if !strings.Contains(page, "Toda quinta às 09:00 com") || !strings.Contains(page, "1 de 3") ||
		!strings.Contains(page, "próximas: 10/12, 17/12") {
		t.Errorf("the record says %s", page)
	}
	for change, want := range map[string]string{"repeat_times": "informe quantas vezes, ou até quando",
		"items[0].consultation_date": "informe a primeira data"} {
		if words := bruno.Form(newPath, bookingForm(bruno, url.Values{"repeat_every": {"weekly"}, "repeat_times": {"3"}, change: {""}})).
			Want(422).Words(); !strings.Contains(strings.ToLower(words), want) {
			t.Errorf("without %s it says %s", change, words)
		}
	}
}

// Remarcar and Cancelar ask how much of the series they are about.
func TestSeries_Scopes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	done := bruno.Form(newPath, bookingForm(bruno, url.Values{"repeat_every": {"weekly"}, "repeat_times": {"3"}})).Want(303)
	first := done.Location()
	page := bruno.GET(first + "/remarcar").Want(200)
	if words := page.Words(); !strings.Contains(words, "Só este") || !strings.Contains(words, "Este e os próximos") {
		t.Errorf("it asks %s", words)
	}
	form := page.Fields()
	form.Set("consultation_date", "2026-12-04T11:00")
	form.Set("alcance", "next")
	moved := bruno.Form(first+"/remarcar", form).Want(303)
	if moved.Notice().Text != "3\u00a0atendimentos remarcados." ||
		app.Count(t, "services", "series_code is not null and extract(isodow from consultation_date) = 5") != 3 {
		t.Errorf("it says %q", moved.Notice().Text)
	}
	bruno.Form(moved.Notice().Undo, nil).Want(303)
	if app.Count(t, "services", "series_code is not null and extract(isodow from consultation_date) = 4") != 3 {
		t.Error("it is not undone")
	}
	cancel := bruno.GET(first + "/cancelar").Want(200).Fields()
	if cancel.Get("alcance") != "this" {
		t.Errorf("it proposes %v", cancel)
	}
	bruno.Form(first+"/cancelar", url.Values{"alcance": {"next"}}).Want(303)
	if app.Count(t, "services", "series_code is not null") != 0 {
		t.Error("the series is not cancelled")
	}
}

// A move to a blocked time or a holiday is asked about, in the form that a drag opens already.
func TestReschedule_ClosedTimes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into blocks (professional_id, starts_at, ends_at, reason) values (2, '2026-12-03T09:00-03:00', '2026-12-03T12:00-03:00', 'Congresso')`)
	bruno := app.As(t, dbtest.Bruno)
	opened := bruno.GET(joaosPage + "/remarcar?consultation_date=2026-12-03T10:00&professional_id=2").Want(200)
	if words := opened.Words(); !strings.Contains(words, "horário bloqueado (Congresso)") || !strings.Contains(words, "Remarcar mesmo assim") {
		t.Errorf("it shows %s", words)
	}
	form := bruno.FormAt(joaosPage + "/remarcar")
	form.Set("consultation_date", "2026-12-25T10:00")
	warned := bruno.Form(joaosPage+"/remarcar", form).Want(422)
	if words := warned.Words(); !strings.Contains(words, "25/12 é feriado: Natal.") {
		t.Errorf("it warns %s", words)
	}
	// What the form has not shown is asked about again.
	other := warned.Fields()
	other.Set("consultation_date", "2026-12-03T10:00")
	other.Set("horario", "")
	bruno.Form(joaosPage+"/remarcar", other).Want(422)
	bruno.Form(joaosPage+"/remarcar", warned.Fields()).Want(303)
	if app.Count(t, "services", "id = 2 and consultation_date = '2026-12-25T10:00-03:00'") != 1 {
		t.Error("it is not moved in spite of the warning")
	}
}

// The printed day is a PDF for those who read the agenda.
func TestAgenda_PrintedDay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	for _, day := range []string{"2026-11-27", "2026-01-01", "x"} {
		answer := app.As(t, dbtest.Bruno).GET(agendaPath + "/dia.pdf?data=" + day).Want(200)
		if !strings.HasPrefix(answer.Body, "%PDF-") || answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s gives %s", day, answer.Header.Get("Content-Type"))
		}
	}
	app.As(t, dbtest.Renata).GET(agendaPath + "/dia.pdf").Want(403)
	app.Nobody(t).GET(agendaPath + "/dia.pdf").Want(303)
}
