package panel_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// newApp starts a server whose requests are at dbtest.Today, Friday, 20 November 2026, 12:00 in São Paulo.
func newApp(t *testing.T, statements ...string) *handlertest.App {
	t.Helper()
	app := handlertest.New(t, handlertest.OnToday)
	app.SeedSettings(t)
	for _, statement := range statements {
		if _, err := app.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return app
}

// The titles of the cards that a role sees, in their order.
func TestHome_ByRole(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	attending := []string{"Fila da recepção", "Agenda de hoje", "Documentos inválidos", "Para assinar", "Cadastros parados"}
	for role, c := range map[dbtest.Operator]struct{ cards, counts []string }{
		dbtest.Bruno: {attending, []string{"Na fila", "Documentos inválidos", "Para assinar", "Cadastros parados", "Agenda de hoje",
			"Sem data"}},
		dbtest.Priscila: {[]string{"Para separar", "Para enviar", "Lista de separação"},
			[]string{"Para separar", "Em separação", "Sem etiqueta", "Enviados hoje"}},
		dbtest.Fernando: {[]string{"Pedidos a receber", "Recebido", "Pedidos por dia", "Análises"},
			[]string{"A receber", "A validar", "Contestados", "A repassar", "Recebido hoje", "Recebido no mês"}},
		dbtest.Camila: {slices.Concat([]string{"4 de 7 primeiros passos"}, attending,
			[]string{"Para separar", "Pedidos a receber", "Pedidos por dia", "Recebido"}),
			[]string{"Na fila", "Documentos inválidos", "Para assinar", "Agenda de hoje", "Para separar e enviar", "A receber"}},
	} {
		page := app.As(t, role).GET("/painel").Want(200)
		if cards := texts(page, ".box-card h2"); !slices.Equal(cards, c.cards) {
			t.Errorf("%s sees the cards %q, want %q", role.Role, cards, c.cards)
		}
		if counts := texts(page, ".counts a > span"); !slices.Equal(counts, c.counts) {
			t.Errorf("%s sees the counts %q, want %q", role.Role, counts, c.counts)
		}
	}
	app.As(t, dbtest.Renata).GET("/painel").Want(403)
	app.Nobody(t).GET("/painel").Want(303)
}

// Who prepares orders sees what ends while the stock is switched on, and who closes months what they wait for; each number
// is that of the page it leads to.
func TestHome_ShelfAndSettlement(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		"update system_configs set value = 'true' where system = 'stock' and key = 'enabled'",
		"insert into stock_minimums (product_id, minimum, date_updated) select id, 5, now() from products where code = '"+dbtest.Oil.Code+"'",
		"update services set status = 'Pagamento Concluído', consultation_date = '2026-10-20T14:00:00Z', commission_validation = case id when 1 then null else 'contested' end",
		`insert into statements (month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
			select '2026-09-01', 1, id, name, type, '[]', 1, 100, 10, 0, 90, '2026-10-02' from professionals where id = 1`)
	figures := func(who dbtest.Operator) map[string][2]string {
		found := map[string][2]string{}
		app.As(t, who).GET("/painel").Want(200).HTML().Find(".counts a").Each(func(_ int, cell *goquery.Selection) {
			found[cell.Find("span").Text()] = [2]string{cell.Find("strong").Text(), cell.AttrOr("href", "")}
		})
		return found
	}
	contested := strconv.Itoa(app.Count(t, "services", "commission_validation = 'contested'"))
	for who, wants := range map[dbtest.Operator]map[string][2]string{
		// Beside the product below its minimum one is missing for an open order.
		dbtest.Priscila: {"Acabando": {"2", "/painel/estoque?situacao=acabando"}, "Vencendo": {"0", "/painel/estoque?situacao=vencendo"}},
		dbtest.Fernando: {"A validar": {"1", "/painel/relatorios?mes=2026-10&situacao=conferir"},
			"Contestados": {contested, "/painel/relatorios?mes=2026-10&situacao=contestados"},
			"A repassar":  {"R$\u00a090,00", "/painel/relatorios/repasses?mes=2026-09"}},
	} {
		found := figures(who)
		for label, want := range wants {
			if found[label] != want {
				t.Errorf("%s is %q for %s, want %q", label, found[label], who.Role, want)
			}
			app.As(t, who).GET(want[1]).Want(200)
		}
	}
}

// Each count, name, sum and bar is a link to the counted records.
func TestHome_NumbersLinkToTheirRows(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		"update users set date_updated = '2026-11-01' where id = 5",
		"update orders set paid_at = '2026-11-20T14:00:00Z' where id = 1")
	for _, role := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		client := app.As(t, role)
		opened := map[string]bool{}
		page := client.GET("/painel").Want(200)
		for _, selector := range []string{".counts a", ".box-card a"} {
			links := attributes(page, selector, "href")
			if len(links) == 0 {
				t.Errorf("%s has no %s", role.Role, selector)
			}
			for _, link := range links {
				if !opened[link] && strings.HasPrefix(link, "/") {
					client.GET(link).Want(200)
					opened[link] = true
				}
			}
		}
	}
	paid := app.As(t, dbtest.Fernando).GET("/painel/pedidos?passou=Pago&passou_de=2026-11-20&passou_ate=2026-11-20").Want(200)
	if names := texts(paid, ".sheet tbody tr"); len(names) != 1 || !strings.Contains(names[0], dbtest.Ana.FullName()) {
		t.Errorf("paid today: %q", names)
	}
	stalled := app.As(t, dbtest.Bruno).GET("/painel/associados?ordem=-atualizado&parado=7").Want(200)
	if names := texts(stalled, ".sheet tbody tr"); len(names) != 1 || !strings.Contains(names[0], dbtest.Carla.FullName()) {
		t.Errorf("stalled: %q", names)
	}
}

func TestHome_Queue(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		"update reception set date_created = '2026-11-20T13:48:00Z', attendant = '"+dbtest.Camila.UserCode+"' where id = 2",
		"insert into reception (name, status, date_created) select 'Pessoa ' || n, 'waiting', '2026-11-20T14:50:00Z' from generate_series(1, 6) n")
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET("/painel").Want(200)
	lines := texts(page, "#fila .line")
	if len(lines) != 5 || !strings.Contains(lines[0], "Tereza Quintana Primeiro contato") ||
		!strings.Contains(lines[0], "1 h 12 com Camila") ||
		!strings.Contains(lines[1], "Associado · Gostaria de saber") || !strings.Contains(lines[1], "40 min Atender") {
		t.Errorf("the queue is %q", lines)
	}
	for i, want := range []string{"bad", "warn", ""} {
		if got := page.HTML().Find("#fila .elapsed").Eq(i).AttrOr("data-tone", ""); got != want {
			t.Errorf("row %d has the tone %q, want %q", i, got, want)
		}
	}
	if foot := texts(page, "#fila .card-foot"); len(foot) != 1 || !strings.Contains(foot[0], "Mais 3 na fila") {
		t.Errorf("the foot says %q", foot)
	}
	if cell := texts(page, ".counts li")[0]; cell != "Na fila 8 1 espera há mais de 1 h" {
		t.Errorf("the count says %q", cell)
	}
	if link := page.HTML().Find("#fila header a").AttrOr("href", ""); link != "/painel/recepcao" {
		t.Errorf("the whole queue is at %s", link)
	}
}

func TestClaim_OpensTheRecord(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	bruno := app.As(t, dbtest.Bruno)
	actions := attributes(bruno.GET("/painel").Want(200), "#fila form", "action")
	if !slices.Equal(actions, []string{"/painel/recepcao/1/atender", "/painel/recepcao/2/atender"}) {
		t.Fatalf("the queue posts to %q", actions)
	}
	if led := bruno.Form(actions[0], url.Values{}).Want(303).Location(); led != "/painel/associados/1" {
		t.Errorf("claiming Ana leads to %s", led)
	}
	// An unknown person has no record.
	if answer := bruno.Form(actions[1], url.Values{}).Want(303); answer.Location() != "/painel" ||
		answer.Notice().Text != "Você está atendendo Tereza Quintana." {
		t.Errorf("claiming a stranger leads to %s with %q", answer.Location(), answer.Notice().Text)
	}
	if buttons := texts(bruno.GET("/painel").Want(200), "#fila .btn"); !slices.Equal(buttons, []string{"Continuar", "Continuar"}) {
		t.Errorf("the buttons are %q", buttons)
	}
	late := app.As(t, dbtest.Camila).Form(actions[0], url.Values{}).Want(303)
	if late.Location() != "/painel" || !strings.HasPrefix(late.Notice().Text, "Bruno assumiu Ana Beatriz de Souza ") {
		t.Errorf("the colleague is led to %s with %q", late.Location(), late.Notice().Text)
	}
}

func TestClaim_WrongCaller(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	app.As(t, dbtest.Bruno).Form("/painel/recepcao/999/atender", url.Values{}).Want(404)
	for _, role := range []dbtest.Operator{dbtest.Fernando, dbtest.Priscila, dbtest.Renata} {
		app.As(t, role).Form("/painel/recepcao/1/atender", url.Values{}).Want(403)
	}
	app.Nobody(t).Form("/painel/recepcao/1/atender", url.Values{}).Want(303)
	var attended int
	if err := app.Pool.QueryRow(t.Context(), "select count(attendant) from reception").Scan(&attended); err != nil || attended != 0 {
		t.Errorf("%d items have an attendant (%v)", attended, err)
	}
}

// The agenda shows the appointments around the current time, and badges only for exceptions.
func TestHome_Agenda(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		`insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, status, event_state, consultation_date)
			select 900 + n, 'S' || n, '`+dbtest.Joao.UserCode+`', 'Pessoa ' || n, 2, 'Otávio Linhares', 'veterinarian',
				case when n in (1, 8) then 'Aguardando Pagamento' else 'Pagamento Concluído' end, case when n = 9 then 'failed' end,
				'2026-11-20T10:30:00Z'::timestamptz + n * interval '1 hour' from generate_series(1, 10) n`,
		// Half past midnight in UTC is still the same day in São Paulo, three hours later it is not.
		"update services set consultation_date = '2026-11-21T02:30:00Z' where id = 1",
		"update services set consultation_date = '2026-11-21T03:00:00Z' where id = 2")
	page := app.As(t, dbtest.Bruno).GET("/painel").Want(200)
	slots := texts(page, ".schedule > li")
	want := []string{"10:30 Pessoa 3 Consulta veterinária · Otávio Linhares", "11:30 Pessoa 4 Consulta veterinária · Otávio Linhares",
		"Agora são 12:00",
		"12:30 Pessoa 5 Consulta veterinária · Otávio Linhares", "13:30 Pessoa 6 Consulta veterinária · Otávio Linhares",
		"14:30 Pessoa 7 Consulta veterinária · Otávio Linhares", "15:30 Pessoa 8 Consulta veterinária · Otávio Linhares Aguardando pagamento"}
	if !slices.Equal(slots, want) {
		t.Errorf("the agenda is %q, want %q", slots, want)
	}
	if foot := texts(page, "#agenda .card-foot"); len(foot) != 1 ||
		!strings.HasPrefix(foot[0], "2 mais cedo (1 sem pagamento), 3 mais tarde") {
		t.Errorf("the foot says %q", foot)
	}
	if cell := texts(page, ".counts li")[4]; cell != "Agenda de hoje 11 próximo às 12:30" {
		t.Errorf("the count says %q", cell)
	}
	whole := texts(app.As(t, dbtest.Bruno).GET("/painel?agenda=toda").Want(200), ".schedule > li")
	if len(whole) != 12 || !strings.Contains(whole[9], "Evento não criado") || !strings.HasPrefix(whole[11], "23:30 Miguel de Souza") {
		t.Errorf("the whole day is %q", whole)
	}
}

// A reminder is sent by WhatsApp, without a number by e-mail, and not offered without both.
func TestHome_Reminders(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		"update users set status = 'active', associate_status = 'assinatura_termo' where id = 1",
		"update users set status = 'active', associate_status = '3', invalid_fields = '[\"cep\", \"phone\"]', phone = null where id = 3",
		"update users set phone = null, email = null, email_account = null, date_updated = '2026-11-08' where id = 5")
	page := app.As(t, dbtest.Bruno).GET("/painel").Want(200)
	links := attributes(page, ".card-row[data-shape=even] .line-acts a", "href")
	if len(links) != 2 {
		t.Fatalf("the links are %q", links)
	}
	if want := "https://wa.me/5548999990001?text=Ol%C3%A1%2C+Ana%21+Falta+s%C3%B3+a+sua+assinatura"; !strings.HasPrefix(links[1], want) {
		t.Errorf("Ana is reminded by %s, want %s", links[1], want)
	}
	if !strings.HasPrefix(links[0], "mailto:joao@exemplo.org.br?subject=Seu%20cadastro%20na%20Acolhe&body=Ol%C3%A1%2C%20Jo%C3%A3o%21") ||
		!strings.Contains(links[0], "CEP%2C%20Telefone") {
		t.Errorf("João is reminded by %s", links[0])
	}
	for _, want := range []string{"Para assinar 1", "Conferir: CEP, Telefone", "Fase: Tratamento · há 12 dias"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
}

func TestHome_Money(t *testing.T) {
	t.Parallel()
	app := newApp(t,
		`insert into orders (id, user_id, user_code, name_associate, items, total, status, date_created, paid_at) values
			(3, 1, '`+dbtest.Ana.UserCode+`', 'Ana', '[{"code": "A", "amount": 1, "quantity": 1}]', 1000, 'Entregue', '2026-11-01T12:00:00Z', '2026-11-13T14:00:00Z')`,
		"update orders set paid_at = '2026-11-20T14:00:00Z' where id = 1",
		"update services set paid_at = '2026-11-20T14:30:00Z', price_paid = 120 where id = 1",
		"update orders set date_created = '2026-11-14' where id = 2")
	page := app.As(t, dbtest.Fernando).GET("/painel").Want(200)
	for _, want := range []string{"A receber R$ 280,00 1 há mais de 3 dias", "Recebido hoje R$ 550,90 45% a menos que antes",
		"Hoje até 12:00 R$ 550,90 R$ 120,00 em atendimentos sexta passada R$ 1.000,00 45% a menos",
		"Mês 1 a 20 de nov R$ 1.550,90 R$ 120,00 em atendimentos sem comparação",
		"João da Conceição nº 2 · há 6 dias R$ 280,00"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
}

// The chart has a wide and a narrow drawing; its table has the same links.
func TestHome_OrdersPerDay(t *testing.T) {
	t.Parallel()
	app := newApp(t, "update orders set date_created = '2026-10-20T15:00:00Z' where id = 2")
	page := app.As(t, dbtest.Fernando).GET("/painel").Want(200)
	if !strings.Contains(page.Words(), "1 em 30 dias, tantos quanto nos 30 anteriores") {
		t.Errorf("the note is missing in %s", page.Words())
	}
	bars := attributes(page, ".plot-wide a", "href")
	if len(bars) != 30 || bars[29] != "/painel/pedidos?ate=2026-11-20&de=2026-11-20" ||
		!slices.Equal(bars, attributes(page, ".plot-narrow a", "href")) {
		t.Errorf("the bars lead to %q", bars)
	}
	table := attributes(app.As(t, dbtest.Fernando).GET("/painel?pedidos=tabela").Want(200), ".bar-table a", "href")
	slices.Reverse(table)
	if !slices.Equal(table, bars) {
		t.Errorf("the table leads to %q", table)
	}
}

// The line of the system says the worst that is wrong, before all other cards, and else when the last copy was made.
func TestHome_System(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	camila := app.As(t, dbtest.Camila)
	expect := func(text, href string, isFirst bool) {
		t.Helper()
		page := camila.GET("/painel").Want(200).HTML()
		line := page.Find(".system-line")
		if words := strings.ReplaceAll(line.Text(), "\u00a0", " "); !strings.Contains(words, text) || line.Find("a").AttrOr("href", "") != href {
			t.Errorf("the line says %q, want %q", words, text)
		}
		if first := page.Find("x-dobras .box-card").First(); (first.Find(".system-line").Length() == 1) != isFirst {
			t.Errorf("with %q, the first card is %s", text, first.Text())
		}
	}
	expect("Nenhuma cópia de segurança ainda", "/admin/copias", false)
	app.Exec(t, `insert into backup_places (name, kind, label, address_encrypted, encryption_key_id, date_created) values
		('Disco', 'file', 'Pasta', '', '', '2026-10-01T15:00:00Z')`)
	expect("Nenhuma cópia de segurança ficou pronta.", "/admin/copias", true)
	app.Exec(t, "insert into backups (state, date_started) values ('done', '2026-11-20T12:00:00Z')")
	expect("Nenhum ensaio de restauração deu certo.", "/admin/copias", true)
	app.Exec(t, "insert into backup_drills (backup_id, state, date_started) select id, 'passed', '2026-11-19T12:00:00Z' from backups")
	expect("Sistema em ordem · cópia de segurança há 3 h", "/admin", false)
	app.Exec(t, `insert into mails (kind, recipient, status, encryption_key_id, letter_sealed, letter_expires) values
		('order_paid', 'a@exemplo.org.br', 'failed', '', 'x', now())`)
	expect("1 e-mail não saiu", "/admin/correio?situacao=falhas", true)
}

// If one part fails, the others are shown.
func TestHome_FailedPart(t *testing.T) {
	t.Parallel()
	app := newApp(t, "alter table services rename column patient_name to lost")
	page := app.As(t, dbtest.Bruno).GET("/painel").Want(200).Words()
	if !strings.Contains(page, "Não foi possível carregar a agenda. Tentar de novo") || !strings.Contains(page, "Fila da recepção 2") {
		t.Errorf("the page says %s", page)
	}
	if !strings.Contains(app.Log.String(), "part of the day page") {
		t.Error("the failure is not in the log")
	}
}

// An empty association sees what to do, without a single zero.
// A day without appointments offers to book one, to those who may.
func TestHome_EmptyAgenda(t *testing.T) {
	t.Parallel()
	app := newApp(t, "update services set consultation_date = null")
	for who, links := range map[dbtest.Operator]int{dbtest.Bruno: 1, dbtest.Camila: 1, dbtest.Fernando: 0} {
		agenda := app.As(t, who).GET("/painel").Want(200).HTML().Find("#agenda")
		if n := agenda.Find(`.card-empty a[href="/painel/agenda/novo"]`).Length(); agenda.Length() == 1 && n != links || n > links {
			t.Errorf("%s has %d links in %q", who.Name, n, agenda.Text())
		}
	}
}

// Pages without rows lead to the first one, and to nothing that is open already.
func TestEmptyPages_FirstStep(t *testing.T) {
	t.Parallel()
	app := newApp(t, "delete from order_changes", "delete from orders", "delete from services", "delete from professionals")
	const first = `.blank a[href="/painel/profissionais/novo"]`
	for who, links := range map[dbtest.Operator]int{dbtest.Camila: 1, dbtest.Bruno: 0} {
		if n := app.As(t, who).GET("/painel/agenda").Want(200).HTML().Find(first).Length(); n != links {
			t.Errorf("%s has %d links to a first professional", who.Name, n)
		}
	}
	camila := app.As(t, dbtest.Camila)
	for path, links := range map[string]int{"/painel/analises/pedidos": 0, "/painel/analises/pedidos?periodo=12-meses": 0,
		"/painel/analises/pedidos?periodo=30-dias": 1} {
		if n := camila.GET(path).Want(200).HTML().Find(".blank a").Length(); n != links {
			t.Errorf("%s has %d links to 12 months", path, n)
		}
	}
}

func TestHome_Empty(t *testing.T) {
	t.Parallel()
	app := newApp(t, "delete from order_changes", "delete from orders", "delete from services", "delete from reception",
		"delete from users where status = 'patient'", "delete from users")
	page := app.As(t, dbtest.Camila).GET("/painel").Want(200)
	for _, want := range []string{"Boas-vindas, Camila", "Primeiros passos", "/atendimento", "/cadastro", "Cadastrar o primeiro associado",
		"Cadastrar um profissional", "Pôr alguém na fila da recepção",
		"Ver com dados de exemplo", "O que vai aparecer nesta página"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	if filled := page.HTML().Find("#primeiros-passos .btn[data-variant='primary'], #primeiros-passos .btn:not([data-variant])").
		Length(); filled != 1 {
		t.Errorf("%d filled buttons, want one", filled)
	}
	if page.HTML().Find(".counts, .plot").Length() != 0 {
		t.Error("the page has figures")
	}
	for _, link := range attributes(page, ".box-card a", "href") {
		app.As(t, dbtest.Camila).GET(link).Want(200)
	}
	other := app.As(t, dbtest.Priscila).GET("/painel").Want(200).Words()
	if !strings.Contains(other, "Boas-vindas, Priscila") || strings.Contains(other, "Primeiros passos") ||
		strings.Contains(other, "Cadastrar o primeiro") || strings.Contains(other, "dados de exemplo") {
		t.Errorf("Priscila reads %s", other)
	}
	app.Exec(t, "insert into reception (name, status) values ('Rita', 'waiting')")
	if words := app.As(t, dbtest.Camila).GET("/painel").Want(200).Words(); !strings.Contains(words, "Na fila 1") {
		t.Errorf("the first contact shows %s", words)
	}
}

// texts returns the texts of the elements.
func texts(page *handlertest.Answer, selector string) []string {
	var found []string
	for _, node := range page.HTML().Find(selector).EachIter() {
		node.Find("svg").Remove()
		found = append(found, strings.Join(strings.Fields(spaced(node)), " "))
	}
	return found
}

func attributes(page *handlertest.Answer, selector, name string) []string {
	var found []string
	for _, node := range page.HTML().Find(selector).EachIter() {
		found = append(found, node.AttrOr(name, ""))
	}
	return found
}

// spaced returns the text of an element with a gap between its parts.
func spaced(node *goquery.Selection) string {
	var words []string
	for child := range node.Nodes[0].Descendants() {
		if child.Type == html.TextNode {
			words = append(words, child.Data)
		}
	}
	return strings.Join(words, " ")
}
