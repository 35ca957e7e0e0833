package agenda_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const newPath = agendaPath + "/novo"

// bookingForm is the form of a booking of Ana for Miguel.
func bookingForm(client *handlertest.Client, changes url.Values) url.Values {
	form := client.FormAt(newPath + "?associado=" + dbtest.Ana.UserCode)
	form.Set("patient_user_code", dbtest.Miguel.UserCode)
	form.Set("items[0].professional_id", "1")
	form.Set("items[0].consultation_date", "2026-12-03T09:00")
	form.Set("acao", "salvar")
	for name, values := range changes {
		form[name] = values
	}
	return form
}

func TestBooking_GroupOfThree(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	form := bookingForm(bruno, url.Values{
		"items[1].professional_id": {"2"}, "items[1].consultation_date": {"2026-12-03T10:00"}, "items[1].price": {"99,90"},
		"items[1].donation":        {"10,00"},
		"items[2].professional_id": {"2"}, "items[2].consultation_date": {""}, "observations": {"Prefere cedo"},
	})
	done := bruno.Form(newPath, form).Want(303)
	notice := done.Notice()
	if notice.Text != "3\u00a0serviços agendados." || notice.Way != "Avisar pelo WhatsApp" {
		t.Errorf("it says %+v", notice)
	}
	const booked = `patient_name = 'Miguel de Souza' and associate_name = 'Ana Beatriz de Souza' and observations = 'Prefere cedo' and status = 'Aguardando Pagamento'
		and booking_group_code = (select booking_group_code from services where consultation_date = '2026-12-03T09:00-03:00')`
	if app.Count(t, "services", booked) != 3 ||
		app.Count(t, "services", booked+" and price = 99.90 and donation = 10 and consultation_date = '2026-12-03T10:00-03:00'") != 1 ||
		app.Count(t, "services", booked+" and price = 300 and professional_id = 1") != 1 {
		t.Error("it is not stored as typed")
	}
	if app.Count(t, "reception", "completion_reason = 'Serviço'") != 1 {
		t.Error("the reception item is not completed")
	}
	// Sent twice it books once.
	bruno.Form(newPath, form).Want(303)
	if app.Count(t, "services", booked) != 3 {
		t.Error("it is booked twice")
	}
	if chat := bruno.GET(notice.Path).Want(303).Location(); !strings.HasPrefix(chat, "https://wa.me/55") || !strings.Contains(chat, "Renata") {
		t.Errorf("it leads to %s", chat)
	}
}

// The item of the reception ends as Agendamento if the form was opened from it.
func TestBooking_FromReception(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	if href, _ := bruno.GET("/painel/recepcao/1").Want(200).HTML().Find(`.dock-foot a[data-key="a"]`).
		Attr("href"); !strings.HasPrefix(href, newPath+"?associado=") {
		t.Errorf("the button leads to %s", href)
	}
	// Item 2 is a person without a record, who calls for Ana.
	bruno.Form(newPath, bookingForm(bruno, url.Values{"recepcao": {"2"}})).Want(303)
	if app.Count(t, "reception", "completion_reason = 'Agendamento' and id in (1, 2)") != 2 {
		t.Error("the items of the reception are not completed")
	}
}

// An overlap is shown before it is booked, and with services.block_overlap it is refused.
func TestBooking_Overlap(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, "update services set professional_id = 1, consultation_date = '2026-12-03T09:30-03:00' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	form := bookingForm(bruno, nil)
	warned := bruno.Form(newPath, form).Want(422)
	if words := warned.Words(); !strings.Contains(words, "atende Pipoca da Conceição às 09:30") {
		t.Errorf("it warns %s", words)
	}
	accepted := warned.Fields().Get("sobrepor")
	app.Exec(t, `insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')`)
	form.Set("sobrepor", accepted)
	if words := bruno.Form(newPath, form).Want(422).Words(); !strings.Contains(words, "Este horário acabou de ser ocupado. Escolha outro.") {
		t.Errorf("a taken time gives %s", words)
	}
	app.Exec(t, `delete from system_configs where key = 'block_overlap'`)
	bruno.Form(newPath, form).Want(303)
	if app.Count(t, "services", "professional_id = 1 and consultation_date in ('2026-12-03T09:00-03:00', '2026-12-03T09:30-03:00')") != 2 {
		t.Error("the accepted overlap is not booked")
	}
}

// The buttons of the form work without scripts: rows are added and removed, and a free time is taken.
func TestBooking_Rows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"thu": "08:00-11:00"}' where id = 1`)
	app.Exec(t, "update services set professional_id = 1, consultation_date = '2026-12-03T09:00-03:00' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.Form(newPath, bookingForm(bruno, url.Values{"acao": {"adicionar"}})).Want(200)
	if page.HTML().Find(`select[name$="professional_id"]`).Length() != 2 {
		t.Error("there is no second row")
	}
	free := page.HTML().Find("button.free")
	if value, _ := free.First().Attr("value"); free.Length() != 2 || value != "hora:0:2026-12-03T08:00" {
		t.Errorf("%d free times, the first is %q", free.Length(), value)
	}
	taken := bruno.Form(newPath, bookingForm(bruno, url.Values{"acao": {"hora:0:2026-12-03T10:00"}})).Want(200)
	if at := taken.Fields().Get("items[0].consultation_date"); at != "03/12/2026 10:00" {
		t.Errorf("the time is %s", at)
	}
	removed := bruno.Form(newPath, bookingForm(bruno, url.Values{"acao": {"remover:0"}, "items[1].professional_id": {"2"}})).Want(200)
	if chosen, _ := removed.HTML().Find(`select[name$="professional_id"] option[selected]`).Attr("value"); chosen != "2" {
		t.Errorf("the row of %s is left", chosen)
	}
	for _, action := range []string{"hora:9:x", "remover:x", "hora:", "x"} {
		bruno.Form(newPath, bookingForm(bruno, url.Values{"acao": {action}})).Want(200)
	}
	words := bruno.Form(newPath, bookingForm(bruno, url.Values{"items[0].professional_id": {""}, "items[0].price": {"caro"}})).Want(422).
		Words()
	if !strings.Contains(words, "Profissional: escolha o profissional") || !strings.Contains(words, "Preço: ") {
		t.Errorf("wrong fields give %s", words)
	}
}

func TestBooking_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.As(t, dbtest.Camila).GET(newPath).Want(200)
	form := bookingForm(app.As(t, dbtest.Bruno), nil)
	for _, by := range []dbtest.Operator{dbtest.Fernando, dbtest.Renata} {
		who := app.As(t, by)
		who.GET(newPath).Want(403)
		who.GET(newPath + "/associados?q=ana").Want(403)
		who.Form(newPath, form).Want(403)
	}
	app.Nobody(t).Form(newPath, form).Want(303)
	app.WithToken(t, "*").Form(newPath, form).Want(403)
	if app.Count(t, "services", "true") != 2 {
		t.Error("a refused form booked")
	}
	stranger := bookingForm(app.As(t, dbtest.Bruno), url.Values{"patient_user_code": {dbtest.Pipoca.UserCode}})
	if words := app.As(t, dbtest.Bruno).Form(newPath, stranger).Want(422).Words(); !strings.Contains(words, "não é paciente deste associado") {
		t.Error("another associate's patient is booked")
	}
}

// The days of the chosen professionals are shown beside the form, with its services as blocks that are not stored yet.
func TestBooking_Days(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"thu": "08:00-12:00"}'`)
	app.Exec(t, "update services set professional_id = 1, consultation_date = '2026-12-03T10:30-03:00' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	shown := func(changes url.Values) *goquery.Selection {
		t.Helper()
		changes.Set("acao", "")
		return bruno.Form(newPath, bookingForm(bruno, changes)).Want(200).HTML().Find(".booking-day")
	}
	one := shown(url.Values{})
	for selector, want := range map[string]int{".hours-col": 1, ".ev": 2, ".ev-new.h9.m0.t1": 1, ".ev.h10.m6": 1, ".ev[data-overlap]": 0,
		"button.hours-free": 1, "button.hours-free.h8[value='hora:0:2026-12-03T08:00']": 1} {
		if got := one.Find(selector).Length(); got != want {
			t.Errorf("%d of %s, want %d", got, selector, want)
		}
	}
	if words := strings.Join(strings.Fields(one.Find(".ev-new").Text()), " "); words != "Miguel de Souza 09:00–10:00 · novo" {
		t.Errorf("the new one is %q", words)
	}
	three := shown(url.Values{"items[0].consultation_date": {"2026-12-03T10:00"}, "items[1].professional_id": {"1"},
		"items[1].consultation_date": {"2026-12-03T11:00"},
		"items[2].professional_id":   {"2"}})
	if columns, added, overlaps := three.Find(".hours-col").Length(), three.Find(".ev-new").Length(),
		three.Find(".ev-new[data-overlap]").Length(); columns != 2 || added != 2 || overlaps != 2 {
		t.Errorf("%d columns, %d new ones, %d of them overlap", columns, added, overlaps)
	}
	if none := shown(url.Values{"items[0].professional_id": {""}}); !strings.Contains(none.Text(), "Escolha o profissional") {
		t.Errorf("without a professional it shows %s", none.Text())
	}
}
