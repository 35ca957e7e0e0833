package browser_test

import (
	"math"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

const (
	agenda = "/painel/agenda"
	friday = agenda + "?data=2037-12-04&modo=dia"
)

// open signs Bruno in. On Friday 4 December 2037 Otávio attends from 08:00 to 12:00 and has João's appointment at 09:00.
func open(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, `update services set consultation_date = '2037-12-04T09:00-03:00' where id = 2`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	return app, page
}

func look(page *browsertest.Page, name string) {
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(name)
}

// waitForBlock waits until the block of a person has the focus.
func waitForBlock(page *browsertest.Page, person string) {
	page.WaitUntil("the block of "+person+" has the focus",
		`(person) => document.activeElement.matches(".ev") && document.activeElement.textContent.includes(person)`, person)
}

// followChanges waits until the page has read every change so far, which replaces the blocks of the grid.
func followChanges(t *testing.T, app *handlertest.App, page *browsertest.Page) {
	t.Helper()
	page.WaitFor("x-horas")
	browsertest.Read[any](page, `() => { document.querySelector("x-horas").dataset.old = "" }`)
	app.Exec(t, "update services set observations = coalesce(observations, '') || 'x' where id = 1")
	page.WaitFor("x-horas:not([data-old])")
}

// isAt reports whether João's appointment is at this time of the Friday, with this professional.
func isAt(t *testing.T, app *handlertest.App, clock string, professional int) bool {
	t.Helper()
	return app.Count(t, "services", "id = 2 and consultation_date = ('2037-12-04T' || $1 || '-03:00')::timestamptz and professional_id = $2",
		clock, professional) == 1
}

// A block is dragged to another time and, with the keyboard alone, to another professional; the dialog has the new time,
// and the calendar event is asked about.
func TestHours_Moved(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	app.Exec(t, "update services set event_id = 'ev1' where id = 2")
	page.Visit(friday)
	look(page, "day")
	page.Drag(".ev.h9", ".hours-free.h10")
	page.WaitFor("dialog#pergunta[open]")
	if at := page.Value("[name=consultation_date]"); at != "04/12/2037 10:00" {
		t.Errorf("the dialog has %s", at)
	}
	page.CheckAccessibility()
	page.Screenshot("dialog of a moved block")
	page.Press("Escape")
	page.WaitGone("dialog#pergunta")
	if !isAt(t, app, "09:00", 2) {
		t.Error("a closed dialog moved it")
	}

	page.Press("j")
	waitForBlock(page, dbtest.Pipoca.FullName())
	page.Press("Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowRight", "Alt+ArrowUp")
	page.WaitFor(".hours-ghost.h9.m3")
	page.Press("Escape")
	page.WaitGone(".hours-ghost")
	page.Press("Alt+ArrowDown", "Alt+ArrowDown", "Enter")
	page.WaitFor("dialog#pergunta[open]")
	for page.FocusedName() != "Remarcar" {
		page.Press("Tab")
	}
	page.Press("Enter")
	page.Expect(http.StatusUnprocessableEntity)
	page.WaitForText("dialog#pergunta[open]", "Remarcar o evento também?")
	page.Screenshot("dialog of a calendar event")
	for page.FocusedName() != "Remarcar" {
		page.Press("Tab")
	}
	page.Press("Enter")
	page.WaitForText(".toast", "Remarcado para 04/12/2037 09:30.")
	page.WaitForPath(friday)
	if !isAt(t, app, "09:30", 2) {
		t.Error("it is not moved")
	}
	page.Press("z")
	page.WaitForText(".toast", "de volta à data anterior")
	if !isAt(t, app, "09:00", 2) {
		t.Error("it is not back")
	}
}

// On a phone a block is moved with a finger after a long press; a swipe only scrolls.
func TestHours_MovedByTouch(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	app.Listen(t)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "08:00-20:00"}' where id = 2`)
	page.Phone()
	page.Visit(friday + "&profissional=2")
	followChanges(t, app, page)
	middle := browsertest.Spot{X: .5, Y: .5}
	// A change between the touch and the long press does not take the block away.
	page.BeginStroke(".ev.h9", middle)
	browsertest.Read[any](page, `() => document.querySelector("x-vivo").refresh()`)
	page.WaitFor(".hours-ghost.h9")
	page.MoveFinger(".hours-free.h10", browsertest.Spot{X: .5, Y: .1}, middle)
	page.WaitFor(".hours-ghost.h10.m0")
	if isReplaced := browsertest.Read[bool](page,
		`async () => { const grid = document.querySelector("x-horas"); await document.querySelector("x-vivo").refresh(); return !grid.isConnected }`); isReplaced {
		t.Error("a change replaces the grid under the finger")
	}
	page.Screenshot("phone, block under a finger")
	page.EndStroke()
	page.WaitFor("dialog#pergunta[open]")
	if at := page.Value("[name=consultation_date]"); at != "04/12/2037 10:00" {
		t.Errorf("the dialog has %s", at)
	}
	page.Click("dialog#pergunta [type=submit]")
	page.WaitForText(".toast", "Remarcado para 04/12/2037 10:00.")
	if !isAt(t, app, "10:00", 2) {
		t.Error("it is not moved")
	}
	page.Visit(friday + "&profissional=2")
	followChanges(t, app, page)
	page.Stroke(".ev.h10", middle, browsertest.Spot{X: .5, Y: .2}, browsertest.Spot{X: .5, Y: -.2}, browsertest.Spot{X: .5, Y: -1})
	page.WaitUntil("the page is scrolled", `() => scrollY > 0`)
	page.WaitGone(".hours-ghost, dialog#pergunta")
	if !isAt(t, app, "10:00", 2) {
		t.Error("a swipe moved it")
	}
}

// Enter opens the focused block beside the grid, Escape closes it, the arrow keys move between blocks.
func TestHours_Keys(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	app.Exec(t, `update services set professional_id = 1, consultation_date = '2037-12-04T11:00-03:00' where id = 1`)
	page.Visit(friday)
	page.Press("j")
	waitForBlock(page, dbtest.Pipoca.FullName())
	page.Press("ArrowRight")
	waitForBlock(page, dbtest.Miguel.FullName())
	page.Press("ArrowLeft", "Enter")
	page.WaitForText(".dock", dbtest.Pipoca.FullName())
	look(page, "day with a record")
	page.Press("p")
	page.WaitFor("dialog#pergunta[open]")
	look(page, "payment of a booking")
	page.Press("1")
	tabTo(page, "Registrar pagamento")
	page.Press("Enter")
	page.WaitForText(".booking-sum", "Pago")
	page.WaitForPath(agenda + "/2?data=2037-12-04&modo=dia")
	page.Press("Escape")
	page.WaitForPath(friday)
	page.WaitGone(".dock")
	page.Press("s")
	page.WaitFor("table.week")
	look(page, "week")
	page.Visit(agenda + "?profissional=2&data=2037-12-04")
	look(page, "week of one professional")
	for _, id := range []string{"profissionais", "filtros"} {
		page.Click(`[popovertarget="` + id + `"]`)
		page.WaitFor("#" + id + ":popover-open")
		page.CheckAccessibility()
		page.Screenshot(id)
		page.Press("Escape")
	}
}

// In the week M, Alt with the arrow keys and a drag ask for the new time of an appointment, and a service without a date is
// placed with Enter and the arrow keys.
func TestWeek_Moved(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	app.Exec(t, "update services set professional_id = 2, consultation_date = null where id = 1")
	page.Visit(agenda + "?data=2037-12-04")
	look(page, "week with a tray")
	asks := func(by, want string) {
		t.Helper()
		page.WaitFor("dialog#pergunta[open]")
		if at := page.Value("[name=consultation_date]"); at != want {
			t.Errorf("%s asks with %s, want %s", by, at, want)
		}
		page.Press("Escape")
		page.WaitUntil("the focus is back", `() => !document.querySelector("dialog#pergunta")`)
	}
	focus := func(selector string) {
		browsertest.Read[any](page, `(selector) => document.querySelector(selector).focus()`, selector)
	}
	focus(".appt")
	page.Press("m")
	asks("M", "04/12/2037 09:00")
	focus(".appt")
	page.Press("Alt+ArrowLeft", "Enter")
	asks("a step to the left", "03/12/2037 09:00")
	page.Drag(".appt", `td[data-day="2037-12-04"] a.free[href*="T10"]`)
	asks("a drag to a free time", "04/12/2037 10:00")
	focus("#sem-data a[data-row]")
	page.Press("Enter", "ArrowRight", "Enter")
	asks("the tray", "04/12/2037 10:00")
	page.Press("b")
	page.WaitForText("dialog#pergunta[open]", "Bloquear horário")
	page.CheckAccessibility()
	page.Screenshot("dialog of a block")
}

// On a phone the days are a strip and one day of one professional is shown; an appointment is moved to a free time by a tap.
func TestHours_Phone(t *testing.T) {
	t.Parallel()
	app, page := open(t)
	page.Phone()
	page.Visit(agenda + "?data=2037-12-03")
	page.WaitForText("main", "Agenda")
	look(page, "phone, week")
	page.Click(".cal-days a:nth-child(5)")
	page.WaitForText(".cal-days [aria-current]", "4")
	page.Click(dbtest.DrOtavio.Name)
	page.WaitFor(".hours")
	look(page, "phone, one professional")
	page.Click(".ev.h9")
	page.WaitForText(".dock", dbtest.Pipoca.FullName())
	look(page, "phone, record")
	page.Click("Remarcar")
	page.WaitFor("dialog#pergunta[open]")
	look(page, "phone, dialog")
	page.Click(".times label:nth-of-type(2)")
	page.Click("dialog#pergunta [type=submit]")
	page.WaitForText(".toast", "Remarcado para 04/12/2037 10:00.")
	if !isAt(t, app, "10:00", 2) {
		t.Error("it is not moved")
	}
}

// The line of the present stands at the row of its time, at any time of the day; the script that moves it keeps it there.
func TestHours_Now(t *testing.T) {
	t.Parallel()
	noon, _ := handlertest.AtNoon(t)
	noon = noon.AddDate(0, 0, 60) // without appointments, which would narrow the hours of the day
	var now atomic.Pointer[time.Time]
	app := handlertest.New(t, func(config *handlers.Config) { config.Now = func() time.Time { return *now.Load() } })
	now.Store(&noon)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	for _, clock := range []string{"08:00", "08:04", "11:32", "14:00", "16:57", "17:59"} {
		at := noon.Add(minutesOf(t, clock) - 12*time.Hour)
		now.Store(&at)
		page.Visit(agenda + "?modo=dia")
		checkNow(t, page, clock)
		if clock == "11:32" {
			page.Screenshot("now")
		}
	}
}

func minutesOf(t *testing.T, clock string) time.Duration {
	t.Helper()
	at, err := time.Parse("15:04", clock)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(at.Hour()*60+at.Minute()) * time.Minute
}

// checkNow compares the place of the line with the row of five minutes of its time, and its height with one row: a span of
// zero rows is no place in some browsers, which put the line at the first hour.
func checkNow(t *testing.T, page *browsertest.Page, clock string) {
	t.Helper()
	type place struct{ Row, Rows float64 }
	at := browsertest.Read[place](page, `() => {
		const line = document.querySelector(".hours-now"), rows = line.closest(".hours-rows");
		const style = getComputedStyle(line), value = (name) => Number(style.getPropertyValue(name) || 0);
		const height = rows.getBoundingClientRect().height / value("--n") / 12;
		const from = (line.getBoundingClientRect().top - rows.getBoundingClientRect().top) / height;
		return { Row: from + value("--f") * 12, Rows: value("--t") * 12 + value("--u") };
	}`)
	want := math.Floor(minutesOf(t, clock).Minutes() / 5)
	if math.Abs(at.Row-want) > 0.25 {
		t.Errorf("%s stands at row %.2f of the day, want %.0f", clock, at.Row, want)
	}
	if at.Rows != 1 {
		t.Errorf("at %s the line spans %.0f rows, want 1", clock, at.Rows)
	}
}

// The list leads back to the other modes by keyboard; a closed record leaves the focus on its block.
func TestAgenda_ModesByKeyboard(t *testing.T) {
	t.Parallel()
	_, page := open(t)
	page.Visit(friday)
	page.Press("j", "Enter")
	page.WaitFor(".dock")
	page.Press("Escape")
	page.WaitGone(".dock")
	waitForBlock(page, dbtest.Pipoca.FullName())
	page.Press("l")
	page.WaitForText("h1", "Agendamentos")
	look(page, "list")
	page.Press("n")
	page.WaitForPath(agenda + "/novo")
	page.Visit(agenda + "/lista")
	page.Press("d")
	page.WaitForText(`.segments [aria-current="page"]`, "Dia")
}
