package browser_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// office is a working association of 10,000 associates with three people in it at once.
type office struct {
	app   *handlertest.App
	pages map[dbtest.Operator]*browsertest.Page
	// month is the last whole month, partner the professional whose month is closed.
	month   string
	partner int64
	// visits are what each page took while the others worked.
	mu     sync.Mutex
	visits map[string]visit
}

// visit is how long a person's page took in ms, from the click: until it was seen, and the server's part.
type visit struct {
	by           dbtest.Operator
	seen, server float64
}

// desk is a person of the office at work in a part of the day.
type desk struct {
	*office
	t      *testing.T
	person dbtest.Operator
	page   *browsertest.Page
}

// work is what each person does in a part of the day.
type work map[dbtest.Operator]func(d desk)

// TestScale_OfficeDay plays a morning, an afternoon and a month's end: reception, production and finance work at once. It logs
// the time of each page, and checks what was done. It needs most of the machine for a minute.
func TestScale_OfficeDay(t *testing.T) {
	o := openOffice(t)
	t.Run("morning", func(t *testing.T) {
		o.play(t, work{dbtest.Bruno: desk.attends, dbtest.Priscila: desk.picks, dbtest.Fernando: desk.receives})
		o.mustCount(t, 3, "reception", "completion_reason = 'Dúvida respondida' and attendant = ?", dbtest.Bruno.UserCode)
		o.mustCount(t, 3, "order_changes", "actor_code = ? and changes -> 'status' ->> 'to' = 'Em separação'", dbtest.Priscila.UserCode)
		o.mustCount(t, 2, "order_changes", "actor_code = ? and changes -> 'status' ->> 'to' = 'Pago'", dbtest.Fernando.UserCode)
	})
	t.Run("afternoon", func(t *testing.T) {
		o.play(t, work{dbtest.Bruno: desk.orders, dbtest.Priscila: desk.sends, dbtest.Fernando: desk.reads})
		o.mustCount(t, 1, "orders", "service_user = ? and not is_sample and total = 300", dbtest.Bruno.UserCode)
		o.mustCount(t, 3, "order_changes", "actor_code = ? and changes -> 'status' ->> 'to' = 'Enviado'", dbtest.Priscila.UserCode)
	})
	t.Run("end of the month", func(t *testing.T) {
		o.play(t, work{dbtest.Bruno: desk.looksThrough, dbtest.Priscila: desk.counts, dbtest.Fernando: desk.closes})
		o.mustCount(t, 1, "statements", "professional_id = ? and is_closed and paid_on is not null", o.partner)
	})
	t.Run("each page alone", o.visitAlone)
}

// visitAlone opens each page once more in a single browser. In an association each person has a computer of their own: they wait for
// a server that the others use too, and for a browser that draws for them alone.
func (o *office) visitAlone(t *testing.T) {
	for _, path := range slices.Sorted(maps.Keys(o.visits)) {
		atOnce := o.visits[path]
		alone := o.deskOf(t, atOnce.by).measure(path)
		t.Logf("%-60s %4.0f ms: %4.0f in the server beside the others, %4.0f in a browser alone", path,
			atOnce.server+alone.seen-alone.server, atOnce.server, alone.seen-alone.server)
	}
}

func openOffice(t *testing.T) *office {
	t.Helper()
	app := handlertest.New(t)
	begun := time.Now()
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Seed: 1, Now: begun, Associates: 10_000}); err != nil {
		t.Fatal(err)
	}
	app.Exec(t, "select compact_rollups(), settle_counters()")
	app.Exec(t, "analyze")
	t.Logf("10,000 associates are loaded in %v", time.Since(begun).Round(time.Second))
	o := &office{app: app, pages: map[dbtest.Operator]*browsertest.Page{}, visits: map[string]visit{}, month: begun.AddDate(0, -1, 1-begun.Day()).Format("2006-01")}
	err := app.DB.Raw(`select professional_id from services where status = 'Pagamento Concluído' and to_char(consultation_date at time zone 'America/Sao_Paulo', 'YYYY-MM') = ?
		group by professional_id order by count(*), professional_id limit 1`, o.month).Scan(&o.partner).Error
	if err != nil || o.partner == 0 {
		t.Fatalf("no professional of %s: %v", o.month, err)
	}
	app.Exec(t, "update services set commission_validation = null where commission_validation = 'contested' and professional_id = $1", o.partner)
	for _, person := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		o.pages[person] = browsertest.Open(t, app)
		o.pages[person].SignIn(person)
	}
	return o
}

// play lets the people work at once.
func (o *office) play(t *testing.T, part work) {
	t.Run("at once", func(t *testing.T) {
		for person, does := range part {
			t.Run(person.Name, func(t *testing.T) {
				t.Parallel()
				does(o.deskOf(t, person))
			})
		}
	})
}

func (o *office) deskOf(t *testing.T, person dbtest.Operator) desk {
	return desk{o, t, person, o.pages[person].For(t)}
}

func (o *office) mustCount(t *testing.T, want int, table, where string, arguments ...any) {
	t.Helper()
	for i := range arguments {
		where = strings.Replace(where, "?", fmt.Sprintf("$%d", i+1), 1)
	}
	if found := o.app.Count(t, table, where, arguments...); found != want {
		t.Errorf("%d rows of %s are %s, want %d", found, table, where, want)
	}
}

// visit opens a page, logs how long it took, and keeps the longest.
func (d desk) visit(path string) {
	took := d.measure(path)
	d.t.Logf("%-60s seen after %4.0f ms, of them %4.0f ms in the server", path, took.seen, took.server)
	d.mu.Lock()
	defer d.mu.Unlock()
	if took.server > d.visits[path].server {
		d.visits[path] = took
	}
}

// measure opens a page and waits until it can be worked with.
func (d desk) measure(path string) visit {
	d.page.Visit(path)
	d.page.WaitUntil("the page is drawn", `() => performance.getEntriesByName("first-contentful-paint").length > 0`)
	seen := browsertest.Read[float64](d.page, `() => performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	server := browsertest.Read[float64](d.page, `() => { const [visit] = performance.getEntriesByType("navigation"); return visit.responseStart - visit.requestStart; }`)
	d.page.WaitUntil("the keys work", `() => customElements.get("x-atalhos") !== undefined`)
	return visit{d.person, seen, server}
}

// attends answers three contacts of the queue by keyboard.
func (d desk) attends() {
	page := d.page
	d.visit("/painel")
	for done := range 3 {
		d.visit("/painel/recepcao")
		page.WaitFor("#situacao-waiting .ticket")
		page.Press("j", "t")
		page.WaitForText(".toast", "Você está atendendo")
		page.WaitFor(".dock h2")
		page.Fill("Anotação", fmt.Sprintf("Respondido por telefone, %d", done))
		page.Click("Anotar")
		page.WaitForText(".toast", "Anotação salva")
		page.Press("c")
		page.WaitFor("dialog#pergunta[open]")
		page.Press("4", "Enter")
		page.WaitForText(".toast", "concluído")
	}
}

// picks begins the separation of three paid orders.
func (d desk) picks() {
	page := d.page
	d.visit("/painel")
	d.visit("/painel/pedidos?situacao=Pago")
	page.Press("j", "x", "j", "x", "j", "x")
	page.WaitForText("[data-count]", "3 selecionados")
	page.Click("Mudar situação")
	page.Click("#mudar-situacao-pedidos-1")
	page.WaitForText(".toast", "Em separação")
}

// receives marks two orders as paid with Pix.
func (d desk) receives() {
	page := d.page
	d.visit("/painel")
	d.visit("/painel/pedidos?situacao=Aguardando+pagamento")
	page.Press("j", "x", "j", "x")
	page.WaitForText("[data-count]", "2 selecionados")
	page.Click("Mudar situação")
	page.Click("#mudar-situacao-pedidos-0")
	page.WaitForText("dialog[open] h2", "Marcar 2 pedidos como pagos")
	page.Press("1")
	page.Click("Marcar 2 pedidos como pagos")
	page.WaitForText(".toast", "2 pedidos")
}

// orders takes an order and looks into the agenda.
func (d desk) orders() {
	page := d.page
	d.visit("/painel/associados?q=Ana")
	d.visit(newOrderForAna)
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.Fill("Desconto", "58,50")
	page.WaitForText(".cart-total", "Total R$ 300,00")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	d.visit("/painel/agenda")
	d.visit("/painel/agenda?modo=dia")
	d.visit("/painel/documentos")
}

// sends marks three orders as sent, to be fetched.
func (d desk) sends() {
	page := d.page
	d.visit("/painel/pedidos?situacao=Em+separa%C3%A7%C3%A3o")
	page.Press("j", "x", "j", "x", "j", "x")
	page.WaitForText("[data-count]", "3 selecionados")
	page.Click("Mudar situação")
	page.Click("#mudar-situacao-pedidos-2")
	page.WaitForText("dialog[open] h2", "Marcar 3 pedidos como enviados")
	page.Fill("freight_carrier", "Retirada")
	page.Click("Sem código: retirada na sede")
	page.Click("Marcar 3 pedidos como enviados")
	page.WaitForText(".toast", "3 pedidos passaram para Enviado.")
}

// reads looks for reasons in the analyses.
func (d desk) reads() {
	for _, path := range []string{"/painel/analises/pedidos", "/painel/analises/associados", "/painel/analises/servicos", "/painel/resultado"} {
		d.visit(path)
	}
}

// looksThrough reads the lists of people at the end of the month.
func (d desk) looksThrough() {
	for _, path := range []string{"/painel/associados?sem_pedido=90", "/painel/associados?ordem=nome", "/painel/assinaturas", "/painel/receitas", "/painel/recepcao/concluidos"} {
		d.visit(path)
	}
}

// counts looks at what is left.
func (d desk) counts() {
	for _, path := range []string{"/painel/produtos", "/painel/pedidos?ordem=-total", "/painel/pedidos?situacao=Enviado"} {
		d.visit(path)
	}
}

// closes approves the services of a professional, closes the month and pays it.
func (d desk) closes() {
	page := d.page
	group := fmt.Sprintf("/painel/relatorios?mes=%s&grupo=%d", d.month, d.partner)
	menu := fmt.Sprintf("acoes-%d", d.partner)
	d.visit(group)
	if browsertest.Read[bool](page, `(id) => document.getElementById(id)?.textContent.includes("a conferir") ?? false`, menu) {
		page.Click("[popovertarget=" + menu + "]")
		page.Click("#" + menu + "-0")
		page.WaitForText("#avisos", "aprovado")
		d.visit(group)
	}
	page.Click(fmt.Sprintf("#profissional-%d [data-ask]", d.partner))
	page.WaitFor("dialog[open]")
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText("#avisos", d.month+"/001")
	d.visit("/painel/relatorios/repasses?mes=" + d.month)
	d.visit("/painel/relatorios/extratos/1")
	page.Click("Marcar como pago…")
	page.WaitForText("dialog[open]", "Data do pagamento")
	page.Click("Marcar como pago")
	page.WaitForText("#avisos", "1 repasse marcado como pago")
}
