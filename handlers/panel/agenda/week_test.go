package agenda_test

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A cell of the week shows at most six appointments and leads to the others.
func TestAgenda_WeekCell(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, consultation_date)
		select 'S-' || n, associate_user_code, associate_name, 2, professional_name, type, '2026-12-04T08:00-03:00'::timestamptz + n * interval '30 minutes'
		from services, generate_series(1, 18) n where id = 2`)
	cell := app.As(t, dbtest.Bruno).GET(agendaPath + "?data=2026-12-04").Want(200).HTML().
		Find(`tr[data-professional="2"] td[data-day="2026-12-04"]`)
	if shown := cell.Find(".appt").Length(); shown != 6 {
		t.Errorf("%d appointments in a cell", shown)
	}
	more := cell.Find("a.free-more")
	if href, _ := more.Attr("href"); more.Text() != "+12" || href != agendaPath+"?data=2026-12-04&modo=dia&profissional=2" {
		t.Errorf("%q leads to %s", more.Text(), href)
	}
}

// The days of the week before today are a strip that unfolds them, unless the chosen day is one of them.
func TestAgenda_PastDays(t *testing.T) {
	t.Parallel()
	noon, stopped := handlertest.AtNoon(t)
	app := handlertest.New(t, stopped)
	past, days := (int(noon.Weekday())+6)%7, 6
	if past == 6 {
		days = 7 // a Sunday is shown only if it is chosen
	}
	bruno := app.As(t, dbtest.Bruno)
	week := bruno.GET(agendaPath).Want(200).HTML()
	strip := week.Find("th.week-past a")
	if past == 0 {
		if strip.Length() != 0 {
			t.Error("a Monday has past days")
		}
		return
	}
	if heads := week.Find("thead th").Length(); strip.Length() != 1 || heads != 2+days-past {
		t.Fatalf("%d strips, %d heads", strip.Length(), heads)
	}
	href, _ := strip.Attr("href")
	if open := bruno.GET(href).Want(200).HTML(); open.Find(".week-past").Length() != 0 || open.Find("thead th").Length() != 7 {
		t.Error("the strip does not unfold")
	}
}

// Several professionals are chosen at once; a large house has pages of them.
func TestAgenda_Professionals(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into professionals (professional_code, name, type) select gen_random_uuid(), 'Zélia ' || n, 'medic' from generate_series(10, 20) n`)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(agendaPath).Want(200).HTML()
	if rows := page.Find("tbody tr").Length(); rows != 7 ||
		!strings.Contains(page.Find(".cal-pages").Text(), "1 a 7 de 13\u00a0profissionais") {
		t.Errorf("%d rows, %q", rows, page.Find(".cal-pages").Text())
	}
	next, _ := page.Find(".cal-pages a").Attr("href")
	if rows := bruno.GET(next).Want(200).HTML().Find("tbody tr").Length(); rows != 6 {
		t.Errorf("%d rows on the next page", rows)
	}
	for query, want := range map[string]int{"profissional=1&profissional=2": 2, "profissional=2": 0, "profissional=x": 7, "pagina=99": 7} {
		if rows := bruno.GET(agendaPath + "?" + query).Want(200).HTML().Find("table.week tbody tr").Length(); rows != want {
			t.Errorf("%s: %d rows, want %d", query, rows, want)
		}
	}
	chosen := bruno.GET(agendaPath + "?profissional=1&profissional=2").Want(200).HTML()
	if words := strings.Join(strings.Fields(chosen.Find(".cal-who").Text()), " "); words != "Profissionais: 2 de 13" ||
		chosen.Find(`[name=profissional]:checked`).Length() != 2 {
		t.Errorf("%q, %d checked", words, chosen.Find(`[name=profissional]:checked`).Length())
	}
}

// The week stays within its ceiling however many appointments it has.
func TestAgenda_WeekCeiling(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into professionals (professional_code, name, type, weekly_hours) select gen_random_uuid(), 'Zélia ' || n, 'medic', '{"mon": "08:00-18:00", "tue": "08:00-18:00", "wed": "08:00-18:00", "thu": "08:00-18:00", "fri": "08:00-18:00", "sat": "08:00-18:00"}' from generate_series(10, 24) n`)
	for day := range 6 {
		app.Exec(t, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, consultation_date)
			select 'S-' || $1::text || '-' || p.id || '-' || n, associate_user_code, 'Maria Aparecida dos Santos', p.id, p.name, p.type, $2::timestamptz + n * interval '20 minutes'
			from services s, professionals p, generate_series(1, 20) n where s.id = 2`, fmt.Sprint(day),
			fmt.Sprintf("2026-11-%02dT08:00-03:00", 23+day))
	}
	page := app.As(t, dbtest.Bruno).GET(agendaPath + "?data=2026-11-23").Want(200)
	if nodes := page.HTML().Find("*").Length(); nodes > 1500 || len(page.Body) > 60_000 {
		t.Errorf("the week has %d nodes and %d bytes", nodes, len(page.Body))
	}
}
