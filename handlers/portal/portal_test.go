package portal_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/access"
)

// seed gives Renata a paid service with a note, an unpaid one and one without a date, and Otávio a paid one and an
// account; another account has no professional.
func seed(t *testing.T) (app *handlertest.App, otavio, nobody dbtest.Operator) {
	t.Helper()
	app = handlertest.New(t)
	app.Exec(t, "update services set observations = 'Dor crônica' where id = 1")
	app.Exec(t, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date, observations)
		select s.id, 'P-' || s.id, associate_user_code, s.name, s.professional, professional_name, type, 100, s.status, s.day::timestamptz, 'Dor crônica'
		from services, (values (201, 1, 'Não Paga', 'Aguardando Pagamento', '2026-11-11 10:00-03'), (202, 1, 'Sem Data', 'Pagamento Concluído', null), (203, 2, 'De Otávio', 'Pagamento Concluído', '2026-11-12 10:00-03'))
			as s (id, professional, name, status, day) where services.id = 1`)
	app.Exec(t, "update system_users set internal_code = 'OTAVIO-CRMV', permissions = '[\"Profissional\"]' where id = $1", dbtest.Priscila.ID)
	app.Exec(t, "update system_users set internal_code = null, permissions = '[\"Profissional\"]' where id = $1", dbtest.Fernando.ID)
	return app, dbtest.Priscila, dbtest.Fernando
}

// Two professionals and an account without a code walk every route with every id: nothing of others, nothing unpaid or
// without a date, and no health data.
func TestPortal_Walk(t *testing.T) {
	t.Parallel()
	app, otavio, nobody := seed(t)
	app.Exec(t, `insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, true, 'operator', 'x', 'Segredo de Renata'), (203, true, 'operator', 'x', 'Segredo de Otávio')`)
	app.Exec(t, `insert into statements (id, month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
		select 900 + id, '2026-10-01', id, id, name, type, '[]', 0, 0, 0, 0, 0, now() from professionals`)
	forbidden := map[int64][]string{
		dbtest.Renata.ID: {"Não Paga", "Sem Data", "De Otávio", "Segredo de Otávio", "OTAVIO-CRMV", "Dor crônica"},
		otavio.ID:        {"Não Paga", "Sem Data", "Miguel", "Segredo de Renata", "RENATA-CRM", "Dor crônica"},
		nobody.ID:        {"Não Paga", "Sem Data", "De Otávio", "Miguel", "Segredo", "RENATA-CRM", "OTAVIO-CRMV", "Dor crônica"},
	}
	walk := walker{app: app}
	for _, by := range []dbtest.Operator{dbtest.Renata, otavio, nobody} {
		client := app.As(t, by)
		for _, path := range walk.paths() {
			answer := client.GET(path)
			walk.asked++
			isPortal := strings.HasPrefix(path, "/portal")
			if answer.StatusCode == http.StatusOK {
				walk.answered++
			}
			if answer.StatusCode == http.StatusOK && (strings.HasPrefix(path, "/painel") || strings.HasPrefix(path, "/admin")) {
				t.Errorf("%s opens %s", by.Name, path)
			}
			for _, text := range forbidden[by.ID] {
				// Own services have their notes in the interface.
				if strings.Contains(answer.Body, text) && (isPortal || text != "Dor crônica") {
					t.Errorf("%s reads %q at %s", by.Name, text, path)
				}
			}
		}
	}
	if walk.answered < 50 || walk.asked < 600 {
		t.Errorf("only %d of %d answers had content", walk.answered, walk.asked)
	}
}

// walker asks every GET route that knows its caller, with every id and collection.
type walker struct {
	app             *handlertest.App
	asked, answered int
}

// Parameters of a path.
var (
	collectionParam = regexp.MustCompile(`:collection\b`)
	anyParam        = regexp.MustCompile(`:[A-Za-z_]+`)
)

func (w walker) paths() (paths []string) {
	ids := []string{"1", "2", "201", "202", "203", "901", "902"}
	if testing.Short() {
		ids = []string{"1", "203"}
	}
	for _, route := range w.app.Routes {
		if guard := route.Guard.String(); route.Method != http.MethodGet || guard == "public" || guard == "anyone" {
			continue
		}
		for _, id := range ids {
			for _, query := range queries(route.Path, id) {
				paths = append(paths, expanded(route.Path, id, query)...)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// queries returns what pages, and routes of the interface, are asked with.
func queries(path, id string) []string {
	if !strings.HasPrefix(path, "/api/") {
		return []string{"?conversa=" + id + "&mes=2026-11&de=2026-11-10&professional_id=" + id + "&q=Miguel"}
	}
	return []string{"", "?month=2026-11&professional_id=" + id, "?q=De", "?export=csv"}
}

// expanded returns the path with the id for its parameters, for each collection.
func expanded(path, id, query string) (paths []string) {
	collections := []string{""}
	if collectionParam.MatchString(path) {
		collections = append(access.Collections(), "users_files", "services_files", "contest_messages", "statements")
	}
	for _, collection := range collections {
		paths = append(paths, anyParam.ReplaceAllString(collectionParam.ReplaceAllString(path, collection), id)+query)
	}
	return paths
}

// A professional contests and answers only an own open service.
func TestPortal_Contest(t *testing.T) {
	t.Parallel()
	app, otavio, nobody := seed(t)
	renata := app.As(t, dbtest.Renata)
	contest := url.Values{"reason": {"O valor recebido"}, "text": {"Foram R$ 350,00."}}
	for _, id := range []string{"201", "202", "203", "999", "x"} {
		renata.Form("/portal/contestar/"+id, contest).Want(404)
		renata.Form("/portal/conversas/"+id, url.Values{"text": {"Oi"}}).Want(404)
	}
	for _, by := range []dbtest.Operator{otavio, nobody} {
		app.As(t, by).Form("/portal/contestar/1", contest).Want(404)
	}
	app.As(t, dbtest.Camila).Form("/portal/contestar/1", contest).Want(403)
	app.Nobody(t).GET("/portal").Want(303)
	if app.Count(t, "contest_messages", "true") != 0 {
		t.Error("a refused contest was stored")
	}
	if page := renata.Form("/portal/contestar/1", url.Values{"reason": {"O valor recebido"}}).Want(422).
		Words(); !strings.Contains(page, "Escreva o motivo") {
		t.Errorf("without a text: %s", page)
	}
	at := renata.Form("/portal/contestar/1", contest).Want(303).Location()
	if app.Count(t, "services", "id = 1 and commission_validation = 'contested'") != 1 ||
		app.Count(t, "contest_messages", "text = 'O valor recebido: Foram R$ 350,00.'") != 1 {
		t.Error("the contest is not stored")
	}
	if page := renata.GET(at).Want(200).Words(); !strings.Contains(page, "Foram R$ 350,00.") || !strings.Contains(page, "Contestado") {
		t.Errorf("%s does not show the contest", at)
	}
	renata.Form("/portal/conversas/1", url.Values{"text": {"Retiro"}, "outcome": {"aprovar"}}).Want(422)
	renata.Form("/portal/conversas/1", url.Values{"outcome": {"retirar"}}).Want(303)
	if app.Count(t, "services", "id = 1 and commission_validation is null") != 1 {
		t.Error("the contest is not withdrawn")
	}
}

// A professional claims a service that the report does not have, once, for the month of its day; the report shows the claim.
func TestPortal_Missing(t *testing.T) {
	t.Parallel()
	app, otavio, nobody := seed(t)
	renata := app.As(t, dbtest.Renata)
	claim := func(day, who, text string) url.Values { return url.Values{"day": {day}, "who": {who}, "text": {text}} }
	for _, c := range []struct {
		form   url.Values
		status int
		says   string
	}{
		{url.Values{}, 422, "escreva o dia"}, {claim("2026-13-01", "Ana", "Veio"), 422, "escreva o dia"},
		{claim("2099-01-01", "Ana", "Veio"), 422, "ainda não chegou"},
		{claim("2026-10-14", " ", "Veio"), 422, "quem foi atendido"}, {claim("2026-10-14", "Ana", ""), 422, "como podemos conferir"},
		{claim("2026-10-14", "Ana", strings.Repeat("x", 1501)), 422, "1.500 caracteres"},
	} {
		if page := renata.Form("/portal/falta", c.form).Want(c.status).Words(); !strings.Contains(page, c.says) {
			t.Errorf("%q is not said in %s", c.says, page)
		}
	}
	app.Exec(t, "update services set consultation_date = '2026-10-31 22:30-03', status = 'Pagamento Concluído', associate_name = 'Tânia Silveira' where id = 1")
	if page := renata.Form("/portal/falta", claim("2026-10-31", "tania silveira", "Veio")).Want(422).
		Words(); !strings.Contains(page, "já está no relatório") {
		t.Errorf("a service of the report is claimed: %s", page)
	}
	missing := claim("2026-10-31", " Davi  Ramos ", "Às 15h, pagou em dinheiro.")
	at := renata.Form("/portal/falta", missing).Want(303).Location()
	if page := renata.GET(at).Want(200).Words(); at != "/portal?mes=2026-10" ||
		!strings.Contains(page, "Falta o atendimento de 31/10/2026, Davi Ramos: Às 15h, pagou em dinheiro.") {
		t.Errorf("%s does not show the claim: %s", at, page)
	}
	if page := renata.Form("/portal/falta", missing).Want(422).Words(); !strings.Contains(page, "já pediu") {
		t.Errorf("the second claim is told %s", page)
	}
	if app.Count(t, "professionals", `id = 1 and jsonb_array_length(contest_reports) = 1 and contest_reports @> '[{"month": "2026-10"}]'`) != 1 || app.Count(t, "professionals", "contest_reports <> '[]'") != 1 {
		t.Error("the claim is not stored once, with its month")
	}
	if page := app.As(t, otavio).GET("/portal?mes=2026-10").Want(200).Words(); strings.Contains(page, "Davi") {
		t.Error("another professional reads the claim")
	}
	if page := app.As(t, nobody).GET("/portal/falta").Want(200).Words(); !strings.Contains(page, "não está ligado") {
		t.Errorf("an account without a professional reads %s", page)
	}
	app.As(t, dbtest.Camila).Form("/portal/falta", missing).Want(403)
	app.Nobody(t).GET("/portal/falta").Want(303)
}

func TestPortal_OwnData(t *testing.T) {
	t.Parallel()
	app, _, nobody := seed(t)
	renata := app.As(t, dbtest.Renata)
	form := renata.GET("/portal/dados").Want(200).Fields()
	form.Set("phone", "(48) 98888-0000")
	form.Set("pix_kind", "E-mail")
	form.Set("pix_key", "Renata@acolhe.test")
	form.Set("holder", "Renata Ribeiro")
	form.Set("other", "")
	form.Set("name", "Outra")
	form.Set("donation_balance", "9")
	renata.Form("/portal/dados", form).Want(303)
	if app.Count(t, "professionals", "id = 1 and phone = '48988880000' and payment_details = E'Pix (E-mail): renata@acolhe.test\\nTitular: Renata Ribeiro' and name = 'Renata Ribeiro' and donation_balance = 0") != 1 {
		t.Error("the data are not stored, or more than those")
	}
	for _, wrong := range [][2]string{{"CPF", "renata@acolhe.test"}, {"", "renata@acolhe.test"}, {"Celular", "99"}} {
		form = renata.GET("/portal/dados").Want(200).Fields()
		form.Set("pix_kind", wrong[0])
		form.Set("pix_key", wrong[1])
		renata.Form("/portal/dados", form).Want(422)
	}
	form.Set("phone", "12")
	renata.Form("/portal/dados", form).Want(422)
	if page := app.As(t, nobody).GET("/portal").Want(200).Words(); !strings.Contains(page, "não está ligado") {
		t.Error("an account without a code is not told why the portal is empty")
	}
}

// The sums of the portal, the report and the statement are the same, and the statement is downloaded by its owner alone.
func TestPortal_Statement(t *testing.T) {
	t.Parallel()
	app, otavio, _ := seed(t)
	camila, renata := app.As(t, dbtest.Camila), app.As(t, dbtest.Renata)
	camila.Form("/painel/relatorios/fechar", url.Values{"mes": {"2026-11"}, "professional_id": {"1"}}).Want(422)
	camila.Form("/painel/relatorios/aprovar", url.Values{"um": {"1"}}).Want(303)
	camila.Form("/painel/relatorios/fechar", url.Values{"mes": {"2026-11"}, "professional_id": {"1"}}).Want(303)
	camila.GET("/painel/relatorios/extratos/1").Want(200)
	camila.GET("/painel/relatorios/extratos/1/extrato.xlsx").Want(200)
	app.As(t, dbtest.Bruno).GET("/painel/relatorios/extratos/1").Want(403)
	for path, client := range map[string]*handlertest.Client{"/painel/relatorios?mes=2026-11": camila, "/portal?mes=2026-11": renata,
		"/painel/relatorios/repasses?mes=2026-11": camila, "/painel/relatorios/extratos/1": camila} {
		if page := client.GET(path).Want(200).Words(); !strings.Contains(page, "R$\u00a0300,00") && !strings.Contains(page, "R$ 300,00") {
			t.Errorf("%s does not have the sum", path)
		}
	}
	if page := renata.GET("/portal?mes=2026-11").Words(); strings.Contains(page, "previsto") {
		t.Error("a day of the payout is shown that is not configured")
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('services', 'payout_day', '12')`)
	// The 12th of December 2026 is a Saturday.
	if page := renata.GET("/portal?mes=2026-11").Words(); !strings.Contains(page, "Repasse previsto para 14/12/2026.") {
		t.Errorf("the day of the payout is not shown: %s", page)
	}
	if body := string(renata.GET("/portal/extratos/1/extrato.pdf").Want(200).Body); !strings.HasPrefix(body, "%PDF") {
		t.Error("the statement is no PDF")
	}
	renata.GET("/portal").Want(200) // over the same connection, so after the download was recorded, which follows its last byte
	app.FlushReads(t)
	for _, who := range []dbtest.Operator{dbtest.Camila, dbtest.Renata} {
		if n := app.Count(t, "reads", "subject = 'lists.services' and channel = 'export' and person_id is not null and viewer_name = $1", who.FullName()); n != 1 {
			t.Errorf("the log names %d people of the statement that %s took", n, who.Name)
		}
	}
	app.As(t, otavio).GET("/portal/extratos/1/extrato.pdf").Want(404)
	camila.Form("/painel/relatorios/extratos/1/reabrir", url.Values{"reason": {" "}}).Want(422)
	camila.Form("/painel/relatorios/extratos/1/reabrir", url.Values{"reason": {"Faltou um"}}).Want(303)
	renata.GET("/portal/extratos/1/extrato.pdf").Want(404)
	camila.GET("/painel/relatorios/repasses/arquivo.csv?mes=2026-11").Want(200)
}

// A month of more services than a page has is shown in pages; its sums are of all, and a thread opens from any page.
func TestPortal_Pages(t *testing.T) {
	t.Parallel()
	app, _, _ := seed(t)
	app.Exec(t, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select 300 + n, 'M-' || n, associate_user_code, 'Pessoa ' || n, 1, professional_name, type, 100, 'Pagamento Concluído', '2026-11-15 10:00-03'::timestamptz + n * interval '1 hour'
		from services, generate_series(1, 30) n where services.id = 1`)
	renata := app.As(t, dbtest.Renata)
	pages := []string{"/portal?mes=2026-11&por=25", "/portal?mes=2026-11&por=25&pagina=2"}
	var rows int
	for _, path := range pages {
		page := renata.GET(path).Want(200)
		rows += page.HTML().Find(".ledger a[href*='/portal/contestar/']").Length()
		if !strings.Contains(page.Words(), "31 serviços") {
			t.Errorf("%s does not have the number of all services", path)
		}
	}
	if rows != 31 {
		t.Errorf("%d services are on the pages, want 31", rows)
	}
	app.Exec(t, `update services set commission_validation = 'contested' where id = 330`)
	if page := renata.GET("/portal?mes=2026-11&por=25&conversa=330").Want(200); page.HTML().Find("#conversa").Length() != 1 {
		t.Error("the thread of a service of the second page does not open")
	}
	if page := renata.GET("/portal?mes=2026-10&conversa=330").Want(200); page.HTML().Find("#conversa").Length() != 0 {
		t.Error("the thread of another month opens")
	}
}

// The week has what is not paid yet, with initials, and the own calendar with an address that can be replaced.
func TestPortal_WeekAndCalendar(t *testing.T) {
	t.Parallel()
	app, otavio, nobody := seed(t)
	renata := app.As(t, dbtest.Renata)
	words := renata.GET("/portal/semana?de=2026-11-11").Want(200).Words()
	if !strings.Contains(words, "N. P.") || !strings.Contains(words, "A pagar") || !strings.Contains(words, "Seus horários da semana") || strings.Contains(words, "Não Paga") ||
		strings.Contains(words, "De Otávio") {
		t.Errorf("the week shows %s", words)
	}
	address := func() string {
		code := renata.GET("/portal/semana").Want(200).HTML().Find("#agenda code").Text()
		path := strings.TrimPrefix(code, app.URL)
		app.Secret(strings.TrimSuffix(strings.TrimPrefix(path, "/agenda/"), ".ics"))
		return path
	}
	renata.Form("/portal/semana/agenda", nil).Want(303)
	before := address()
	app.Nobody(t).GET(before).Want(200)
	if notice := renata.Form("/portal/semana/agenda", nil).Want(303).Notice().Text; notice != "Link trocado. O antigo não funciona mais." {
		t.Errorf("it says %q", notice)
	}
	app.Nobody(t).GET(before).Want(404)
	body := app.Nobody(t).GET(address()).Want(200).Body
	if strings.Contains(body, "Não Paga") || !strings.Contains(body, "N. P.") {
		t.Errorf("the calendar is\n%s", body)
	}
	app.As(t, otavio).Form("/portal/semana/agenda", nil).Want(303)
	app.As(t, nobody).Form("/portal/semana/agenda", nil).Want(200)
	app.Nobody(t).GET(address()).Want(200)
	if feeds := app.Count(t, "professional_feeds", "true"); feeds != 2 {
		t.Errorf("%d calendars", feeds)
	}
}

// The year has the own statements alone, and for the tax what was paid in it, whatever month it is about.
func TestPortal_Year(t *testing.T) {
	t.Parallel()
	app, otavio, nobody := seed(t)
	app.Exec(t, `insert into statements (month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed, paid_on)
		values ('2025-12-01', 1, 1, 'Renata Ribeiro', 'medic', '[]', 3, 300, 30, 0, 270, now(), '2026-01-10'), ('2026-01-01', 1, 1, 'Renata Ribeiro', 'medic', '[]', 2, 200, 20, 0, 180, now(), null),
		('2026-02-01', 1, 2, 'Otávio', 'veterinarian', '[]', 9, 900, 0, 0, 900, now(), '2026-03-10')`)
	renata := app.As(t, dbtest.Renata)
	page := renata.GET("/portal/ano?ano=2026").Want(200).Words()
	for _, shown := range []string{"Janeiro de 2026", "Fechado, a pagar", "R$ 180,00"} {
		if !strings.Contains(strings.ReplaceAll(page, "\u00a0", " "), shown) {
			t.Errorf("the year lacks %q: %s", shown, page)
		}
	}
	sheet := renata.GET("/portal/ano/extrato.csv?ano=2026").Want(200).Body
	if !strings.Contains(sheet, "10/01/2026;dezembro de 2025;2025-12/001;3;300,00;30,00;0,00;270,00\r\n") ||
		strings.Contains(sheet, "900,00") || strings.Contains(sheet, "180,00") {
		t.Errorf("the sheet is %q", sheet)
	}
	if paper := renata.GET("/portal/ano/extrato.pdf?ano=2026").Want(200); !strings.HasPrefix(paper.Body, "%PDF-") {
		t.Error("the statement of the year is no PDF")
	}
	if sheet := app.As(t, otavio).GET("/portal/ano/extrato.csv?ano=2026").Want(200).Body; strings.Contains(sheet, "270,00") {
		t.Error("a colleague reads the year")
	}
	for _, wrong := range []string{"1999", "3000", "x"} {
		renata.GET("/portal/ano?ano=" + wrong).Want(400)
	}
	if words := app.As(t, nobody).GET("/portal/ano").Want(200).Words(); !strings.Contains(words, "não está ligado") {
		t.Errorf("an account without a code sees %s", words)
	}
	app.As(t, dbtest.Bruno).GET("/portal/ano").Want(403)
}
