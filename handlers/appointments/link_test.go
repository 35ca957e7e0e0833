package appointments_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	linkPage = "/agendamento/" + handlertest.AppointmentLink
	service  = "2" // João's
)

// stateOf returns the stored answer to João's appointment.
func stateOf(t *testing.T, app *handlertest.App) (state string) {
	t.Helper()
	err := app.Pool.QueryRow(t.Context(), "select coalesce(confirmation, '') || '|' || coalesce(confirmation_reason, '') from services where id = 2").Scan(&state)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// Whoever has the link sees the appointment without the patient, confirms it, takes that back and asks for another time.
func TestLink(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	holder := app.Nobody(t)
	page := holder.GET(linkPage).Want(200)
	if words := page.Words(); !strings.Contains(words, "Você vem à consulta?") || !strings.Contains(words, "Otávio Linhares") ||
		strings.Contains(words, "Conceição") || strings.Contains(words, "João") {
		t.Errorf("the page says %s", words)
	}
	if policy := page.Header.Get("X-Robots-Tag"); policy != "noindex" {
		t.Errorf("robots: %q", policy)
	}
	confirmed := holder.Form(linkPage+"/confirmar", url.Values{"service": {service}}).Want(303)
	if state := stateOf(t, app); state != "confirmed|" {
		t.Errorf("confirmed is %q", state)
	}
	if words := holder.GET(linkPage).Want(200).Words(); !strings.Contains(words, "Presença confirmada") ||
		strings.Contains(words, "Confirmar presença") {
		t.Errorf("confirmed, the page says %s", words)
	}
	holder.Form(confirmed.Notice().Undo, nil).Want(303)
	if state := stateOf(t, app); state != "|" {
		t.Errorf("taken back it is %q", state)
	}
	if words := holder.GET(linkPage + "/remarcar?consulta=" + service).Want(200).Words(); strings.Contains(words, "João") {
		t.Errorf("the form says %s", words)
	}
	refused := holder.Form(linkPage+"/remarcar", url.Values{"service": {service}, "reason": {"  "}}).Want(422)
	if !strings.Contains(refused.Words(), "Escolha um horário ou escreva os dias") {
		t.Errorf("without a reason: %s", refused.Words())
	}
	holder.Form(linkPage+"/remarcar", url.Values{"service": {service}, "reason": {"Terças <b>depois</b> das 14h"}}).Want(303)
	if state := stateOf(t, app); state != "reschedule_requested|Terças <b>depois</b> das 14h" {
		t.Errorf("asked is %q", state)
	}
	if words := holder.GET(linkPage).Want(200).Words(); !strings.Contains(words, "Recebemos o seu pedido") ||
		!strings.Contains(words, "Terças <b>depois</b> das 14h") {
		t.Errorf("asked, the page says %s", words)
	}
	var listed []struct {
		Confirmation       string `json:"confirmation"`
		ConfirmationReason string `json:"confirmation_reason"`
	}
	app.As(t, dbtest.Bruno).GET("/api/v1/items/services?filter[id][_eq]=2").Want(200).Data(&listed)
	if len(listed) != 1 || listed[0].Confirmation != "reschedule_requested" {
		t.Errorf("the staff reads %v", listed)
	}
}

// An unknown link, one whose appointment has passed and one whose appointment was cancelled say so and store nothing; a
// link does not answer the appointment of another booking.
func TestLink_States(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	holder := app.Nobody(t)
	for path, want := range map[string]string{
		"/agendamento/" + handlertest.PastLink: "já passou", "/agendamento/" + handlertest.CancelledLink: "foi desmarcada",
	} {
		if words := holder.GET(path).Want(200).Words(); !strings.Contains(words, want) || strings.Contains(words, "Confirmar presença") {
			t.Errorf("%s says %s", path, words)
		}
		for _, id := range []string{"1", service, "999", "x", ""} {
			if status := holder.Form(path+"/confirmar", url.Values{"service": {id}}).StatusCode; status != 303 && status != 400 {
				t.Errorf("%s confirms %s: %d", path, id, status)
			}
			holder.GET(path + "/remarcar?consulta=" + id).Want(303)
		}
	}
	for _, token := range []string{"nada", strings.Repeat("a", 5000), "%00"} {
		for _, part := range []string{"", "/remarcar"} {
			if words := holder.GET("/agendamento/" + token + part).Want(404).Words(); !strings.Contains(words, "Este link não abre mais") {
				t.Errorf("%s says %s", part, words)
			}
		}
		holder.Form("/agendamento/"+token+"/remarcar", url.Values{"service": {service}, "reason": {"x"}}).Want(404)
		holder.Form("/agendamento/"+token+"/confirmar", url.Values{"service": {service}}).Want(404)
		holder.Form("/agendamento/"+token+"/desfazer/2", nil).Want(404)
	}
	holder.Form(linkPage+"/confirmar", url.Values{"service": {"1"}}).Want(303)
	if answered := app.Count(t, "services", "confirmation is not null"); answered != 0 {
		t.Errorf("%d appointments have an answer", answered)
	}
}

// A new date or another professional asks for a new answer; another change leaves it.
func TestLink_Moved(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, change := range []struct {
		body map[string]any
		want string
	}{
		{map[string]any{"observations": "trazer exames"}, "confirmed|"},
		{map[string]any{"consultation_date": "2027-01-31T23:30:00-03:00"}, "|"},
		{map[string]any{"professional_id": 1}, "|"},
	} {
		app.Exec(t, "update services set confirmation = null, confirmation_reason = null, confirmation_date = null where id = 2")
		app.Nobody(t).Form(linkPage+"/confirmar", url.Values{"service": {service}}).Want(303)
		bruno.JSON("PATCH", "/api/v1/services/2", change.body).Want(200)
		if state := stateOf(t, app); state != change.want {
			t.Errorf("after %v the answer is %q", change.body, state)
		}
	}
}

// The associate chooses a free time of the professional, or writes; a time that was taken meanwhile is refused.
func TestLink_FreeTimeChosen(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-10:00", "tue": "08:00-10:00", "wed": "08:00-10:00", "thu": "08:00-10:00", "fri": "08:00-10:00"}'`)
	holder := app.Nobody(t)
	const otherTime = linkPage + "/remarcar"
	page := holder.GET(otherTime + "?consulta=" + service).Want(200).HTML()
	choices := page.Find(`[name="at"]`)
	chosen, _ := choices.First().Attr("value")
	if last, _ := choices.Last().Attr("value"); choices.Length() != 7 || chosen == "" || last != "" {
		t.Fatalf("%d choices from %q to %q", choices.Length(), chosen, last)
	}
	app.Exec(t, "update services set professional_id = 2, consultation_date = $1::text::timestamp at time zone 'America/Sao_Paulo' where id = 1", chosen)
	refused := holder.Form(otherTime, url.Values{"service": {service}, "at": {chosen}}).Want(422)
	if !strings.Contains(refused.Words(), "Este horário acabou de ser ocupado. Escolha outro.") {
		t.Errorf("a taken time: %s", refused.Words())
	}
	app.Exec(t, "update services set consultation_date = null where id = 1")
	for _, at := range []string{"2020-01-06T08:00:00-03:00", "2090-01-01T03:00:00-03:00", "x"} {
		holder.Form(otherTime, url.Values{"service": {service}, "at": {at}}).Want(422)
	}
	holder.Form(otherTime, url.Values{"service": {service}, "at": {""}, "reason": {""}}).Want(422)
	holder.Form(otherTime, url.Values{"service": {service}, "at": {chosen}, "reason": {"Por vídeo"}}).Want(303)
	if state := stateOf(t, app); state != "reschedule_requested|Por vídeo" ||
		app.Count(t, "services", "id = 2 and requested_date = $1::text::timestamp at time zone 'America/Sao_Paulo'", chosen) != 1 {
		t.Errorf("asked is %q", state)
	}
	if words := holder.GET(linkPage).Want(200).
		Words(); !strings.Contains(words, "às "+chosen[len("2026-11-23T"):][:len("08:00")]+". Você escreveu: “Por vídeo”. Nada muda até a equipe confirmar.") {
		t.Errorf("the link shows %s", words)
	}
	holder.Form(otherTime, url.Values{"service": {"1"}, "at": {chosen}}).Want(303)
	if app.Count(t, "services", "id = 1 and confirmation is not null") != 0 {
		t.Error("a service of another booking has an answer")
	}
}

// The one page has where, what it costs, how to pay, the calendar and the time limit; by it the appointment is cancelled with
// a reason. The file has place, page, organizer and alarms, and its sequence is that of the appointment.
func TestLink_FactsAndCancel(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	app.Exec(t, "update professionals set visit_address = 'Rua das Acácias, 120', visit_notes = E'Chegue 10 minutos antes\nLeve a receita' where id = 2")
	app.Exec(t, "update services set price = 120, status = 'Aguardando Pagamento', patient_name = 'Helena Souza', calendar_sequence = 3 where id = 2")
	app.Exec(t, `insert into system_configs (system, key, value) values ('association', 'email', '"contato@exemplo.org.br"'), ('association', 'phone', '"4832221840"')`)
	holder := app.Nobody(t)
	page := holder.GET(linkPage).Want(200)
	words := page.Words()
	for _, want := range []string{"Helena", "Rua das Acácias, 120", "Ver no mapa", "R$ 120,00", "(60 min)", "Chegue 10 minutos antes",
		"Leve a receita", "Você pode trocar ou cancelar até", "Google", "Outlook", "(48) 3222-1840"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page lacks %q: %s", want, words)
		}
	}
	if strings.Contains(page.Body, "Souza") {
		t.Error("the page names the patient in full")
	}
	file := holder.GET(linkPage + "/consulta.ics?consulta=" + service).Want(200).Body
	for _, want := range []string{"LOCATION:Rua das Acácias\\, 120", "URL:" + app.URL + linkPage[:20], "SEQUENCE:3", "TRIGGER:-PT24H",
		"TRIGGER:-PT1H", "ORGANIZER;CN="} {
		if !strings.Contains(file, want) {
			t.Errorf("the file lacks %q:\n%s", want, file)
		}
	}
	if strings.Contains(file, "Helena") {
		t.Error("the file names the patient")
	}
	asks := holder.GET(linkPage + "/cancelar?consulta=" + service).Want(200).Words()
	if !strings.Contains(asks, "Cancelar a consulta?") || strings.Contains(asks, "Você pagou") {
		t.Errorf("the question is %s", asks)
	}
	if refused := holder.Form(linkPage+"/cancelar", url.Values{"service": {service}}).Want(422).
		Words(); !strings.Contains(refused, "Escolha o motivo") {
		t.Errorf("without a reason: %s", refused)
	}
	holder.Form(linkPage+"/cancelar", url.Values{"service": {"1"}, "reason": {"Estou doente"}}).Want(303)
	app.Exec(t, "update services set status = 'Pagamento Concluído' where id = 2")
	holder.Form(linkPage+"/cancelar", url.Values{"service": {service}, "reason": {"Estou doente"}}).Want(303)
	if app.Count(t, "services", "id = 2 and consultation_date is null and cancelled_date is not null and confirmation_reason = 'Estou doente'") != 1 || app.Count(t, "services", "id = 1 and cancelled_date is not null") != 0 {
		t.Error("the appointment is not cancelled, or another one is")
	}
	if words := holder.GET(linkPage).Want(200).Words(); !strings.Contains(words, "Consulta cancelada. Devolvemos R$ 120,00 até") {
		t.Errorf("cancelled, the page says %s", words)
	}
}

// After the time limit the page says whom to call, and neither cancels nor asks for another time.
func TestLink_AfterTheLimit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	app.Exec(t, "update services set consultation_date = now() + interval '20 hours' where id = 2")
	app.Exec(t, `insert into system_configs (system, key, value) values ('association', 'phone', '"4832221840"')`)
	holder := app.Nobody(t)
	words := holder.GET(linkPage).Want(200).Words()
	if !strings.Contains(words, "Para mudar agora, ligue: (48) 3222-1840") || strings.Contains(words, "Não posso ir") ||
		!strings.Contains(words, "Confirmar presença") {
		t.Errorf("the page says %s", words)
	}
	holder.GET(linkPage + "/cancelar?consulta=" + service).Want(303)
	holder.Form(linkPage+"/cancelar", url.Values{"service": {service}, "reason": {"Estou doente"}}).Want(303)
	holder.Form(linkPage+"/remarcar", url.Values{"service": {service}, "reason": {"Terças"}}).Want(303)
	if state := stateOf(t, app); state != "|" {
		t.Errorf("the answer is %q", state)
	}
}
