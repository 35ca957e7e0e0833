package agenda_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	agendaPath = "/painel/agenda"
	listPath   = agendaPath + "/lista"
	joaosPage  = agendaPath + "/2"
)

// The list begins with the next 14 days, and each filter keeps what it says.
func TestAgendaList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update services set consultation_date = now() + interval '3 days', tags = '["Retorno"]' where id = 2`)
	app.Exec(t, `update services set consultation_date = now() - interval '3 days' where id = 1`)
	app.Exec(t, "update services set date_created = '2026-10-01T23:00:00-03:00' where id = 1")
	app.Exec(t, "update services set date_created = '2026-11-20T00:30:00-03:00', created_by_user_code = '"+dbtest.Camila.UserCode+"' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"": "2", "?quando=todas": "12", "?quando=passados": "1", "?quando=sem-data": "", "?quando=todas&profissional=1": "1",
		"?quando=todas&tipo=veterinarian": "2", "?quando=todas&situacao=Pagamento+Concluído": "1",
		"?etiqueta=Retorno": "2", "?reserva=" + dbtest.AnasService.BookingGroup: "1", "?quando=todas&q=pipoca": "2",
		"?de=2000-01-01&ate=2000-01-02": "", "?quando=todas&ordem=-data": "12",
		"?criado_por=acioli": "1", "?criado_por=Camila+Torres": "2", "?criado_por=torres&quando=passados": "",
		"?criado_de=2026-11-20&criado_ate=2026-11-20": "2", "?criado_ate=2026-10-01": "1", "?criado_de=2026-11-21": "",
	} {
		page, shown := bruno.GET(listPath+query).Want(200).Body, ""
		for _, id := range []string{"1", "2"} {
			if strings.Contains(page, `href="`+agendaPath+"/"+id+`"`) {
				shown += id
			}
		}
		if shown != want {
			t.Errorf("%q shows %q, want %q", query, shown, want)
		}
	}
	for _, query := range []string{"?quando=todas", "?quando=todas&situacao=Pagamento+Concluído"} {
		if words := bruno.GET(listPath + query).Want(200).Words(); !strings.Contains(words, "Todos 2 A pagar 1 Pagos 1") {
			t.Errorf("the tabs of %q have other numbers: %s", query, words)
		}
	}
	for _, query := range []string{"?quando=x", "?ordem=senha", "?situacao=Pago", "?profissional=eu", "?reserva=x"} {
		bruno.GET(listPath + query).Want(400)
	}
	if file := bruno.Form(listPath+"/exportar?quando=todas&formato=csv", nil).Want(200).
		Body; !strings.Contains(file, dbtest.Pipoca.FullName()) {
		t.Errorf("the file is %s", file)
	}
}

func TestAgendaPages_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	for _, c := range []struct {
		by                      dbtest.Operator
		reads, changes, removes bool
	}{{dbtest.Camila, true, true, true}, {dbtest.Bruno, true, true, true}, {dbtest.Fernando, true, true, false},
		{dbtest.Renata, false, false, false}} {
		who := app.As(t, c.by)
		for path, may := range map[string]bool{"": c.reads, "/lista": c.reads, "/2": c.reads, "/2/editar": c.changes, "/2/pagar": c.changes,
			"/2/remarcar": c.changes, "/2/cancelar": c.removes} {
			if status := who.GET(agendaPath + path).StatusCode; (status == 200) != may || !may && status != 403 {
				t.Errorf("%s: %s is %d", c.by.Name, path, status)
			}
		}
		for path, may := range map[string]bool{"/2/editar": c.changes, "/2/pagar": c.changes, "/2/a-pagar": c.changes, "/2/remarcar": c.changes,
			"/2/cancelar": c.removes} {
			if !may {
				who.Form(agendaPath+path, nil).Want(403)
			}
		}
	}
	camila := app.As(t, dbtest.Camila)
	for _, path := range []string{"/99", "/99/editar", "/99/pagar", "/99/remarcar", "/99/cancelar"} {
		camila.GET(agendaPath + path).Want(404)
		if path != "/99" {
			camila.Form(agendaPath+path, url.Values{"consultation_date": {"2026-12-01T09:00"}}).Want(404)
		}
		app.Nobody(t).GET(agendaPath + path).Want(303)
	}
	app.WithToken(t, "*").GET(agendaPath).Want(403)
}

// A new time that overlaps is asked about, a calendar event too; Desfazer restores the old time.
func TestAgenda_Rescheduled(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, "update services set professional_id = 2, consultation_date = '2026-12-01T09:00-03:00' where id = 1")
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(joaosPage + "/remarcar").Want(200)
	form := page.Fields()
	form.Set("consultation_date", "2026-12-01T09:30")
	warned := bruno.Form(joaosPage+"/remarcar", form).Want(422)
	if words := warned.Words(); !strings.Contains(words, "sobrepõe o atendimento de Miguel de Souza às 09:00") ||
		!strings.Contains(words, "Remarcar mesmo assim") {
		t.Errorf("it warns %s", words)
	}
	form.Set("sobrepor", warned.Fields().Get("sobrepor"))
	notice := bruno.Form(joaosPage+"/remarcar", form).Want(303).Notice()
	if notice.Text != "Remarcado para 01/12/2026 09:30." ||
		app.Count(t, "services", "id = 2 and consultation_date = '2026-12-01T09:30-03:00'") != 1 {
		t.Errorf("it says %q", notice.Text)
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "services", "id = 2 and consultation_date = $1", dbtest.JoaosService.At) != 1 {
		t.Error("the old time is not back")
	}
	bruno.Form(joaosPage+"/remarcar", url.Values{"consultation_date": {"2026-12-02T09:30"}, "professional_id": {"2"}, "version": {"old"}}).
		Want(422)
	app.Exec(t, "update services set event_id = 'ev1' where id = 2")
	form = bruno.GET(joaosPage + "/remarcar").Want(200).Fields()
	form.Set("consultation_date", "2026-12-03T11:00")
	if words := bruno.Form(joaosPage+"/remarcar", form).Want(422).Words(); !strings.Contains(words, "Remarcar o evento também?") ||
		!strings.Contains(words, "será apagado e outro criado para qui. 03/12, 11:00") {
		t.Errorf("it asks %s", words)
	}
	form.Set("replace_calendar_event", "true")
	bruno.Form(joaosPage+"/remarcar", form).Want(303)
	form.Set("consultation_date", "ontem")
	bruno.Form(joaosPage+"/remarcar", form).Want(422)
	app.Exec(t, `insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')`)
	form = bruno.GET(joaosPage + "/remarcar").Want(200).Fields()
	form.Set("consultation_date", "2026-12-01T09:30")
	form.Set("sobrepor", warned.Fields().Get("sobrepor"))
	form.Set("replace_calendar_event", "true")
	if words := bruno.Form(joaosPage+"/remarcar", form).Want(422).Words(); !strings.Contains(words, "já tem um atendimento") {
		t.Errorf("a taken time gives %s", words)
	}
}

func TestAgenda_CancelledAndEdited(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.GET(joaosPage + "/editar").Want(200).Fields()
	form.Set("price", "123,45")
	form.Set("observations", "Prefere a tarde")
	bruno.Form(joaosPage+"/editar", form).Want(303)
	if app.Count(t, "services", "id = 2 and price = 123.45 and observations = 'Prefere a tarde' and status = 'Aguardando Pagamento' and consultation_date is not null") != 1 {
		t.Error("it is not stored as typed, or something else changed")
	}
	if words := bruno.GET(joaosPage + "/cancelar").Want(200).Words(); !strings.Contains(words, "Cancelar a reserva de João?") ||
		!strings.Contains(words, "1 serviço será removido.") {
		t.Errorf("it asks %s", words)
	}
	if notice := bruno.Form(joaosPage+"/cancelar", nil).Want(303).Notice(); !strings.HasPrefix(notice.Text, "Reserva cancelada") ||
		app.Count(t, "services", "id = 2") != 0 {
		t.Errorf("it says %q", notice.Text)
	}
}

// The proof of payment pays the whole booking.
func TestAgenda_ProofPays(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	at := bruno.Upload("/painel/arquivos", "pix.pdf", []byte("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"),
		map[string]string{"de": "services-2", "doc_kind": "proof"}).Want(303).Location()
	if at != joaosPage || app.Count(t, "services", "id = 2 and status = 'Pagamento Concluído'") != 1 {
		t.Errorf("it leads to %s, or the service is unpaid", at)
	}
	if page := bruno.GET(joaosPage).Want(200).Words(); !strings.Contains(page, "pix.pdf") {
		t.Error("the file is not on the page")
	}
}

// The week shows the appointments and the free times within the weekly hours.
func TestAgenda_Week(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `update professionals set weekly_hours = '{"fri": "14:00-18:00"}' where id = 2`)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(agendaPath + "?data=2026-11-27").Want(200)
	if words := page.Words(); !strings.Contains(words, "23 a 29 de novembro de 2026") || !strings.Contains(words, "15:30 Pipoca") {
		t.Errorf("the week is %s", words)
	}
	if words := bruno.GET(agendaPath + "?data=2027-03-01").Want(200).Words(); !strings.Contains(words, "Nenhum agendamento nesta semana.") {
		t.Error("an empty week is not named")
	}
	if at := bruno.GET(joaosPage).Want(200).HTML().Find(".appt[aria-current]").Length(); at != 1 {
		t.Errorf("the open appointment is marked %d times", at)
	}
}
