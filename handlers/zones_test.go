package handlers_test

import (
	visits "acolhe/models/appointments"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/emersion/go-ical"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
)

// zoneOfRun marks the run of a test whose process has the zone TZ.
const zoneOfRun = "ACOLHE_TEST_ZONE"

// inZones runs a test in processes of their own, whose machines are in the zones: the zone of a machine is read once, at the
// start of a process. In such a process it reports true.
func inZones(t *testing.T, zones ...string) bool {
	t.Helper()
	if os.Getenv(zoneOfRun) != "" {
		return true
	}
	for _, zone := range zones {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
		command.Env = append(os.Environ(), "TZ="+zone, zoneOfRun+"="+zone)
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("in %s: %v\n%s", zone, err, output)
		}
	}
	return false
}

// booked is an app whose clock stands at noon in São Paulo, with João's unpaid appointment with Dr. Otávio of 08:10 two days
// later, who attends from 08:00 to 13:00 every day.
type booked struct {
	*handlertest.App
	zone *time.Location
	now  time.Time
	// day is the day of the appointment, at is its time as fields have it.
	day, at string
}

func newBooked(t *testing.T) booked {
	t.Helper()
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	noon, stopped := handlertest.AtNoon(t)
	b := booked{App: handlertest.New(t, stopped), zone: saoPaulo, now: noon.In(saoPaulo),
		day: noon.In(saoPaulo).AddDate(0, 0, 2).Format("2006-01-02")}
	b.at = b.day + "T08:10"
	b.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-13:00", "tue": "08:00-13:00", "wed": "08:00-13:00", "thu": "08:00-13:00", "fri": "08:00-13:00", "sat": "08:00-13:00", "sun": "08:00-13:00"}' where id = 2`)
	b.SeedAppointments(t)
	b.Exec(t, `update services set consultation_date = $1::text::timestamp at time zone 'America/Sao_Paulo' where id = 2`, b.at)
	return b
}

var clock = regexp.MustCompile(`\d\d:\d\d`)

// check compares the time that people read with the one that the page sends, of every part of a page.
func (b booked) check(t *testing.T, page *goquery.Document, selector string, sent func(*goquery.Selection) string) {
	t.Helper()
	found := page.Find(selector)
	after := 0
	found.Each(func(_ int, part *goquery.Selection) {
		shown, value := clock.FindString(part.Text()), sent(part)
		if goquery.NodeName(part) == "input" {
			shown = clock.FindString(part.Closest("label").Text())
		}
		if value == "" { // the choice of none
			return
		}
		if _, at, isLocal := strings.Cut(value, "T"); !isLocal || shown != at {
			t.Errorf("%s shows %q and sends %q", selector, shown, value)
		}
		if strings.HasSuffix(shown, ":10") {
			after++
		}
	})
	if after == 0 {
		t.Errorf("%s: none of %d times is after an appointment", selector, found.Length())
	}
}

func valueOf(part *goquery.Selection) string { return part.AttrOr("value", "") }

func buttonTime(part *goquery.Selection) string {
	_, at, _ := strings.Cut(strings.TrimPrefix(valueOf(part), "hora:"), ":")
	return at
}

func linkTime(part *goquery.Selection) string {
	address, err := url.Parse(part.AttrOr("href", ""))
	if err != nil {
		return err.Error()
	}
	return address.Query().Get("quando")
}

// Every time that a page offers is sent as it is shown, in the zone of the association, wherever the machine is: also the
// times after an appointment, which come from the database.
func TestZones_Times(t *testing.T) {
	t.Parallel()
	if !inZones(t, "UTC", "America/Sao_Paulo", "Asia/Tokyo") {
		return
	}
	if os.Getenv("TZ") != os.Getenv(zoneOfRun) {
		t.Fatal("the process has another zone")
	}
	b := newBooked(t)
	bruno, joao := b.As(t, dbtest.Bruno), b.AsAssociate(t, dbtest.Joao)
	const agenda = "/painel/agenda"
	b.check(t, bruno.GET(agenda+"?modo=dia&data="+b.day).Want(200).HTML(), "a.hours-free", linkTime)
	b.check(t, bruno.GET(agenda+"?profissional=2&data="+b.day).Want(200).HTML(), "a.hours-free", linkTime)
	b.check(t, bruno.GET(agenda+"?data="+b.day).Want(200).HTML(), "td a.free:not(.free-more)", linkTime)
	form := bruno.GET(agenda + "/novo?profissional=2&quando=" + b.day + "T12:00&associado=" + dbtest.Joao.UserCode).Want(200).HTML()
	b.check(t, form, ".frees button", buttonTime)
	b.check(t, form, "button.hours-free", buttonTime)
	// The appointment itself is the only one in the way of its new time, so another one is.
	b.Exec(t, "update services set professional_id = 2, consultation_date = (select consultation_date from services where id = 2) + interval '1 day' where id = 1")
	move := bruno.GET(agenda + "/2/remarcar").Want(200).HTML()
	b.check(t, move, `[name="horario"]`, valueOf)
	if typed := valueOf(move.Find(`[name="consultation_date"]`)); typed != civil.ShownTime(b.at) {
		t.Errorf("the stored time is %s in the form, want %s", typed, b.at)
	}
	b.check(t, joao.GET("/cadastro/consultas/nova/horario?com=2&semanas=3").Want(200).HTML(), `[name="quando"]`, valueOf)
	b.check(t, joao.GET("/cadastro/consultas/2/remarcar").Want(200).HTML(), `[name="at"]`, valueOf)
	b.check(t, b.Nobody(t).GET("/agendamento/"+handlertest.AppointmentLink+"/remarcar?consulta=2").Want(200).HTML(), `[name="at"]`, valueOf)
}

// A time near midnight is on its day in the zone of the association, on every page that names it, in the letters and in the
// files for calendars.
func TestZones_Shown(t *testing.T) {
	t.Parallel()
	if !inZones(t, "UTC", "America/Sao_Paulo", "Asia/Tokyo") {
		return
	}
	b := newBooked(t)
	tomorrow := b.now.AddDate(0, 0, 1)
	late := time.Date(tomorrow.Year(), tomorrow.Month(), tomorrow.Day(), 23, 30, 0, 0, b.zone)
	b.Exec(t, "update services set consultation_date = $1, status = 'Pagamento Concluído' where id in (1, 2)", late)
	day, bruno := late.Format("02/01/2006"), b.As(t, dbtest.Bruno)
	for path, want := range map[string]string{
		"/painel/busca?q=Pipoca": day, "/painel/agenda/2": "23:30", "/painel/agenda/lista?quando=todas": "23:30",
	} {
		if words := bruno.GET(path).Want(200).Words(); !strings.Contains(words, want) {
			t.Errorf("%s does not say %s: %s", path, want, words)
		}
	}
	if words := b.AsAssociate(t, dbtest.Joao).GET("/cadastro/consultas").Want(200).Words(); !strings.Contains(words, "23:30") {
		t.Errorf("the associate reads %s", words)
	}
	week := b.As(t, dbtest.Renata).GET("/portal/semana?de=" + late.Format("2006-01-02")).Want(200).Words()
	if _, of, _ := strings.Cut(week, late.Format("02/01")); !strings.Contains(of, "23:30") {
		t.Errorf("the week of the portal is %s", week)
	}
	if err := (visits.Messages{DB: b.DB, Mail: b.Mail, Now: func() time.Time { return b.now }}).Remind(t.Context()); err != nil {
		t.Fatal(err)
	}
	letters := b.Letters(t)
	if len(letters) != 2 || !strings.Contains(string(letters[0].Content), "às 23:30") {
		t.Fatalf("%d letters", len(letters))
	}
	parsed, err := ical.NewDecoder(strings.NewReader(string(letters[0].Documents[0].Content))).Decode()
	if err != nil {
		t.Fatal(err)
	}
	if start, err := parsed.Events()[0].DateTimeStart(b.zone); err != nil || !start.Equal(late) {
		t.Errorf("the calendar's file says %v (%v), want %v", start, err, late)
	}
}
