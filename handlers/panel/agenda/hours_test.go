package agenda_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const dayPath = agendaPath + "?modo=dia&data=2026-12-04"

// newDay is an app with two overlapping appointments of Otávio on Friday 4 December 2026, who attends from 08:00 to 12:00.
func newDay(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, `update services set professional_id = 2, consultation_date = '2026-12-04T09:30-03:00' where id = 1`)
	app.Exec(t, `update services set consultation_date = '2026-12-04T09:00-03:00' where id = 2`)
	return app
}

// A day is a grid with a column for each professional: appointments by beginning and length, overlapping ones beside each
// other, and the free times. The week of one professional has a column for each day.
func TestAgenda_Hours(t *testing.T) {
	t.Parallel()
	app := newDay(t)
	bruno := app.As(t, dbtest.Bruno)
	day := bruno.GET(dayPath).Want(200).HTML()
	if heads := day.Find(".hours-col").Length(); heads != 2 {
		t.Errorf("%d columns", heads)
	}
	otavio := day.Find(`.hours-col[data-professional="2"]`)
	for selector, want := range map[string]int{
		".ev.h9.m0.t1.of2.at0[data-overlap][data-uncertain]": 1, ".ev.h9.m6.t1.of2.at1[data-overlap]": 1, "a.hours-free.h8.m0": 1,
		"a.hours-free.h10.m6": 1, "a.hours-free": 2, ".hours-off": 0,
	} {
		if got := otavio.Find(selector).Length(); got != want {
			t.Errorf("%d of %s, want %d", got, selector, want)
		}
	}
	if href, _ := otavio.Find("a.hours-free").First().Attr("href"); href != newPath+"?profissional=2&quando=2026-12-04T08%3A00" {
		t.Errorf("a free time leads to %s", href)
	}
	if words := day.Find(".cal-days").Text(); !strings.Contains(words, "4 2 agendados") {
		t.Errorf("the days are %s", words)
	}
	week := bruno.GET(agendaPath + "?profissional=2&data=2026-12-04").Want(200).HTML()
	if days, off := week.Find(".hours-col").Length(), week.Find(".hours-off").Length(); days != 6 || off != 5 {
		t.Errorf("the week of one professional has %d days, %d of them off", days, off)
	}
	if on, _ := week.Find(".hours-col[data-chosen]").Attr("data-day"); on != "2026-12-04" {
		t.Errorf("a phone shows %s", on)
	}
}

// With a filter that leaves appointments out no time is known to be free.
func TestAgenda_NothingFreeFiltered(t *testing.T) {
	t.Parallel()
	app := newDay(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, filter := range []string{"&situacao=Pagamento+Concluído", "&etiqueta=Retorno"} {
		if free := bruno.GET(dayPath + filter).Want(200).HTML().Find("a.hours-free, td a.free").Length(); free != 0 {
			t.Errorf("%s: %d free times", filter, free)
		}
	}
	if drawn := app.As(t, dbtest.Fernando).GET(dayPath).Want(200).HTML().Find(".ev").Length(); drawn != 2 {
		t.Errorf("Financeiro sees %d appointments", drawn)
	}
}

// The form offers free times; a chosen one replaces the typed date, and the person returns to the page before.
func TestAgenda_RescheduledToFreeTime(t *testing.T) {
	t.Parallel()
	app := newDay(t)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(joaosPage + "/remarcar?volta=" + url.QueryEscape(dayPath)).Want(200)
	offered := page.HTML().Find(`[name="horario"]`)
	if first, _ := offered.First().Attr("value"); offered.Length() != 3 || first != "2026-12-04T08:00" {
		t.Errorf("%d choices, the first is %s", offered.Length(), first)
	}
	form := page.Fields()
	form.Set("horario", "2026-12-04T10:30")
	if back := bruno.Form(joaosPage+"/remarcar", form).Want(303).Location(); back != dayPath {
		t.Errorf("it leads to %s", back)
	}
	if app.Count(t, "services", "id = 2 and consultation_date = '2026-12-04T10:30-03:00'") != 1 {
		t.Error("it is not moved to the chosen time")
	}
	form = bruno.GET(joaosPage + "/remarcar").Want(200).Fields()
	form.Set("consultation_date", "2026-12-04T11:00")
	form.Set("volta", "https://example.com/")
	if back := bruno.Form(joaosPage+"/remarcar", form).Want(303).Location(); back != joaosPage {
		t.Errorf("it leads to %s", back)
	}
	form.Set("horario", "amanhã")
	bruno.Form(joaosPage+"/remarcar", form).Want(422)
}

// A day of the agenda and the times of the form are those of the association: 23:30 on the last day of a month is on that
// day, in Manaus and Fernando de Noronha too.
func TestAgenda_Zones(t *testing.T) {
	t.Parallel()
	for zone, offset := range map[string]string{"America/Sao_Paulo": "-03", "America/Manaus": "-04", "America/Noronha": "-02"} {
		app := handlertest.New(t, handlertest.OnToday)
		app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'time_zone', to_jsonb($1::text))
			on conflict (system, key) do update set value = excluded.value`, zone)
		app.Exec(t, "update services set professional_id = 1, consultation_date = $1::timestamptz where id = 2", "2026-11-30 23:30:00"+offset)
		bruno := app.As(t, dbtest.Bruno)
		for path, want := range map[string]int{"?modo=dia&data=2026-11-30": 1, "?modo=dia&data=2026-12-01": 0, "?modo=dia&data=2026-11-29": 0,
			"?profissional=1&data=2026-11-30": 1} {
			if got := bruno.GET(agendaPath + path).Want(200).HTML().Find(".ev.h23.m6").Length(); got != want {
				t.Errorf("%s: %d at 23:30 of %s, want %d", zone, got, path, want)
			}
		}
		bruno.Form(newPath, bookingForm(bruno,
			url.Values{"items[0].professional_id": {"2"}, "items[0].consultation_date": {"2026-11-30T23:30"}})).Want(303)
		if app.Count(t, "services", "professional_id = 2 and consultation_date = $1::timestamptz", "2026-11-30 23:30:00"+offset) != 1 {
			t.Errorf("%s: the form stores another time", zone)
		}
	}
}
