package booking_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/bookings"
	"acolhe/models/platform/dbtest"
)

const bookingPath = "/cadastro/consultas/nova"

// newBooking is an app whose Dr. Otávio attends every morning from 08:00 to 11:00, with a free time of tomorrow.
func newBooking(t *testing.T) (app *handlertest.App, free string) {
	t.Helper()
	app = handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-11:00", "tue": "08:00-11:00", "wed": "08:00-11:00", "thu": "08:00-11:00", "fri": "08:00-11:00", "sat": "08:00-11:00", "sun": "08:00-11:00"}' where id = 2`)
	return app, dbtest.Today.AddDate(0, 0, 1).Format("2006-01-02") + "T09:00"
}

// An associate chooses whom, a professional and a free time, sees the price and how to pay, and has the appointment: all
// without scripts, each step an address.
func TestBooking(t *testing.T) {
	t.Parallel()
	app, free := newBooking(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"contato@acolhe.test"'), ('store', 'pix_name', '"Acolhe"'), ('store', 'pix_city', '"Florianopolis"')`)
	joao := app.AsAssociate(t, dbtest.Joao)
	if link, _ := joao.GET("/cadastro/consultas").Want(200).HTML().Find(`a[href="` + bookingPath + `"]`).
		Html(); !strings.Contains(link, "Marcar consulta") {
		t.Error("no way to book")
	}
	first := joao.GET(bookingPath).Want(200)
	if words := first.Words(); !strings.Contains(words, "Otávio Linhares R$ 180,00 Veterinária, CRMV-SP 4321, 60 min · Próximo: ") ||
		!strings.Contains(words, "Renata Ribeiro") || !strings.Contains(words, "Horário a combinar com a equipe") {
		t.Errorf("it offers %s", words)
	}
	if whom := first.HTML().Find(`[name="para"]`); whom.Length() != 2 || whom.First().AttrOr("value", "") != dbtest.Pipoca.UserCode {
		t.Errorf("for %d people", whom.Length())
	}
	for _, path := range []string{"/horario", "/conferir", "/conferir?quando=" + free} {
		back := joao.GET(bookingPath + path).Want(303).Location()
		if missing := joao.GET(back).Want(422); !strings.HasPrefix(back, bookingPath+"?") ||
			!strings.Contains(missing.Words(), "Escolha com quem é a consulta.") {
			t.Errorf("%s leads to %s: %s", path, back, missing.Words())
		}
	}
	chosen := "?com=2&para=" + dbtest.Pipoca.UserCode
	times := joao.GET(bookingPath + "/horario" + chosen).Want(200).HTML()
	if times.Find(`[name="quando"]`).Length() != 7*3 || times.Find(`[name="quando"][value="`+free+`"]`).Length() != 1 ||
		times.Find(`a[href*="semanas=3"]`).Length() != 1 {
		t.Errorf("%d times", times.Find(`[name="quando"]`).Length())
	}
	back := joao.GET(bookingPath + "/conferir" + chosen).Want(303).Location()
	if words := joao.GET(back).Want(422).Words(); !strings.HasPrefix(back, bookingPath+"/horario?com=2&") ||
		!strings.Contains(words, "Escolha o dia e a hora.") {
		t.Errorf("without a time %s: %s", back, words)
	}
	check := joao.GET(bookingPath + "/conferir" + chosen + "&quando=" + free).Want(200)
	if words := check.Words(); !strings.Contains(words,
		"09:00 às 10:00 (60 min) Otávio Linhares Para Pipoca Preço R$ 180,00 Depois de marcar, mostramos o código Pix") {
		t.Errorf("to be checked: %s", words)
	}
	form := check.Fields()
	at := joao.Form(bookingPath, form).Want(303).Location()
	if again := joao.Form(bookingPath, form).Want(303).Location(); again != at {
		t.Errorf("sent twice it leads to %s and %s", at, again)
	}
	if app.Count(t, "services", `professional_id = 2 and associate_user_code = $1 and patient_user_code = $2 and price = 180 and status = 'Aguardando Pagamento'
		and consultation_date = $3::text::timestamp at time zone 'America/Sao_Paulo'`, dbtest.Joao.UserCode, dbtest.Pipoca.UserCode, free) != 1 {
		t.Error("it is not booked once")
	}
	if words := joao.GET(at).Want(200).Words(); !strings.Contains(words, "Consulta marcada O quê") ||
		!strings.Contains(words, "09:00 às 10:00 (60 min) Horário de Brasília") || !strings.Contains(words, "Copiar código Pix") ||
		!strings.Contains(words, "Enviar comprovante") {
		t.Errorf("the appointment says %s", words)
	}
	// Somebody else who has the page of that time open chooses another one.
	ana := app.AsAssociate(t, dbtest.Ana)
	taken := url.Values{"com": {"2"}, "para": {"eu"}, "quando": {free}, "idempotency_key": {"0d000000-0000-4000-8000-000000000001"}}
	for _, refused := range []*handlertest.Answer{ana.Form(bookingPath, taken).Want(422),
		ana.GET(bookingPath + "/conferir?" + taken.Encode()).Want(422)} {
		if words := refused.Words(); !strings.Contains(words, "Este horário acabou de ser ocupado. Escolha outro.") ||
			refused.HTML().Find(`[name="quando"]`).Length() == 0 {
			t.Errorf("a taken time: %s", words)
		}
	}
	ana.GET(at).Want(404)
	app.Nobody(t).GET(at).Want(303)
}

// Where no time serves, the staff arranges it: the appointment has no date, and both see that.
func TestBooking_WithoutDate(t *testing.T) {
	t.Parallel()
	app, _ := newBooking(t)
	carla := app.AsAssociate(t, dbtest.Carla) // whose registration is not complete
	times := carla.GET(bookingPath + "/horario?com=1").Want(200)
	if words := times.Words(); !strings.Contains(words, "Não há horários livres") {
		t.Errorf("without weekly hours: %s", words)
	}
	check := carla.GET(bookingPath + "/conferir?com=1&para=eu&combinar=1").Want(200)
	if words := check.Words(); !strings.Contains(words,
		"Dia e hora a combinar Renata Ribeiro Para você Preço R$ 300,00 Você só paga depois de combinar") {
		t.Errorf("to be checked: %s", words)
	}
	at := carla.Form(bookingPath, check.Fields()).Want(303).Location()
	if words := carla.GET(at).Want(200).Words(); !strings.Contains(words, "Consulta a combinar") || strings.Contains(words, "Pix") {
		t.Errorf("it says %s", words)
	}
	if app.Count(t, "services", "associate_user_code = $1 and consultation_date is null", dbtest.Carla.UserCode) != 1 {
		t.Error("it is not stored")
	}
	app.Exec(t, "update services set consultation_date = null where id = 2")
	joao := app.AsAssociate(t, dbtest.Joao)
	for _, path := range []string{"/cadastro", "/cadastro/consultas"} {
		if words := joao.GET(path).Want(200).Words(); !strings.Contains(words, "A combinar Otávio Linhares Para Pipoca da Conceição Pedida em ") {
			t.Errorf("%s does not list it: %s", path, words)
		}
	}
}

// What is no patient of the associate, no professional and no time is never booked.
func TestBooking_Strangers(t *testing.T) {
	t.Parallel()
	app, free := newBooking(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	for _, query := range []string{"?com=99", "?com=x", "?com=", "?com=99999999999999999999"} {
		joao.GET(bookingPath + "/horario" + query).Want(303)
		joao.GET(bookingPath + "/conferir" + query).Want(303)
	}
	app.Exec(t, "update professionals set active = false where id = 1")
	joao.Form(bookingPath, url.Values{"com": {"1"}, "para": {"eu"}}).Want(422)
	joao.Form(bookingPath, url.Values{"com": {"2"}, "quando": {strings.Replace(free, "T09:00", "T09:17", 1)}}).Want(422)
	for _, path := range []string{bookingPath, bookingPath + "/horario?com=2", bookingPath + "/conferir?com=2&quando=" + free} {
		app.Nobody(t).GET(path).Want(303)
		app.As(t, dbtest.Camila).GET(path).Want(303)
	}
	app.Nobody(t).Form(bookingPath, url.Values{"com": {"2"}, "quando": {free}}).Want(303)
	if app.Count(t, "services", "date_created > $1", dbtest.Today.Add(time.Hour)) != 0 {
		t.Error("something is booked")
	}
	// Somebody else's patient is not in the list, so the appointment is the associate's own.
	joao.Form(bookingPath, url.Values{"com": {"2"}, "para": {dbtest.Miguel.UserCode}, "quando": {free}}).Want(303)
	if app.Count(t, "services", "patient_user_code = $1 and associate_user_code = $2", dbtest.Miguel.UserCode, dbtest.Joao.UserCode) != 0 {
		t.Error("booked for somebody else's patient")
	}
}

// Appointments are made from one address a number of times in a quarter of an hour.
func TestBooking_Limited(t *testing.T) {
	t.Parallel()
	app, _ := newBooking(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	for range bookings.OwnLimit().Limit {
		joao.Form(bookingPath, url.Values{"com": {"99"}}).Want(422)
	}
	joao.Form(bookingPath, url.Values{"com": {"2"}}).Want(429)
	joao.GET(bookingPath).Want(200)
}

// Who has not given the own data is led to them.
func TestBooking_WithoutData(t *testing.T) {
	t.Parallel()
	app, _ := newBooking(t)
	app.Exec(t, "update users set status = 'active', associate_status = '1' where id = $1", dbtest.Joao.ID)
	joao := app.AsAssociate(t, dbtest.Joao)
	if to := joao.GET(bookingPath).Want(303).Location(); to != "/cadastro" {
		t.Errorf("led to %s", to)
	}
	joao.Form(bookingPath, url.Values{"com": {"2"}}).Want(422)
	if app.Count(t, "services", "associate_user_code = $1 and date_created > $2", dbtest.Joao.UserCode, dbtest.Today.Add(time.Hour)) != 0 {
		t.Error("something is booked")
	}
}
