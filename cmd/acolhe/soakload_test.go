package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/media/mediatest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// soakLoad is everybody who works, and what they have been answered.
type soakLoad struct {
	address                                        string
	camila, bruno, priscila, fernando, renata, rui caller
	script                                         caller
	associates                                     []string
	// product is the code of the ordered product, which has lots.
	product string
	// months are the months of professionals that can be closed.
	months  []soakMonth
	ended   chan struct{}
	working sync.WaitGroup
	paid    chan int64
	client  *http.Client

	mu sync.Mutex
	// answered is when each kind was last sent a request that was answered.
	answered map[string]time.Time
	requests map[string]int
	refused  map[string]int
	// orders, files and tickets are the ids of the answered records by their marks; changed and settled those of the orders whose
	// prescriber and whose payment were answered.
	orders, files, tickets, changed, settled map[string]int64
	// units are the answered and the unanswered separations of an order.
	units, unknown map[int64]int
	wrong          map[string]int
}

// soakMonth is a month of a professional.
type soakMonth struct {
	ProfessionalID int64
	Month          string
}

// soakPages are the pages that each person looks at in turn.
var soakPages = map[string][]string{
	"reception": {"/painel", "/painel/recepcao", "/painel/associados", "/painel/associados?q=Ana", "/painel/agenda", "/painel/documentos",
		"/painel/receitas", "/painel/assinaturas", "/api/v1/items/users?limit=60"},
	"production": {"/painel", "/painel/pedidos?situacao=Pago", "/painel/estoque", "/painel/produtos", "/painel/pedidos/lista-de-envios.pdf"},
	"finance": {"/painel", "/painel/pedidos", "/painel/relatorios", "/painel/relatorios/repasses", "/painel/resultado", "/painel/conciliacao",
		"/painel/analises/pedidos", "/painel/analises/relatorio-da-diretoria.pdf"},
	"administrator": {"/admin", "/admin/saude", "/admin/copias", "/admin/webhooks", "/admin/correio", "/painel/analises/evidencias.xlsx"},
	"professional":  {"/portal", "/portal/semana", "/portal/ano", "/portal/ano/extrato.pdf"},
	"associate":     {"/cadastro/pedidos", "/cadastro/consultas", "/cadastro/perfil", "/cadastro/permissoes"},
	"stranger":      {"/", "/entrar", "/cadastro", "/cadastro/privacidade", "/healthz"},
}

// soakWorks are the kinds of requests besides the pages: orders, their changes, files, tickets, quotes, closings, separations.
const soakWorks = 7

// soakPause is the time between two requests of one client.
const soakPause = time.Second

// newLoad prepares people of every role, whose password is that of the administrator, and the stock, on a server that is stopped.
func (s *soak) newLoad(email, password string) *soakLoad {
	s.t.Helper()
	l := &soakLoad{address: "http://" + s.address, ended: make(chan struct{}), paid: make(chan int64, 1000), client: newSoakClient(),
		answered: map[string]time.Time{}, requests: map[string]int{}, refused: map[string]int{}, wrong: map[string]int{},
		orders: map[string]int64{}, files: map[string]int64{}, tickets: map[string]int64{}, changed: map[string]int64{}, settled: map[string]int64{}, units: map[int64]int{}, unknown: map[int64]int{}}
	withStopped(s.t, s.dataDir, func(opened *database) error {
		for _, statement := range soakPeople {
			if _, err := opened.Pool.Exec(s.t.Context(), statement, email); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		if _, err := opened.Pool.Exec(s.t.Context(), soakStock); err != nil {
			return err
		}
		for _, row := range rowsOf[struct{ Code string }](s.t, opened.Connection,
			"select user_code::text as code from users where status <> 'patient' order by id limit 100") {
			l.associates = append(l.associates, row.Code)
		}
		l.product = scan[string](s.t, opened.Connection, "select p.code from products p join lots l on l.product_id = p.id where l.number = 'SOAK-1'")
		l.months = rowsOf[soakMonth](s.t, opened.Connection, `select professional_id, to_char(consultation_date at time zone 'America/Sao_Paulo', 'YYYY-MM') as month
			from services where consultation_date < date_trunc('month', now()) group by 1, 2 order by 2 desc, 1 limit 500`)
		issued, err := tokens.Issue(s.t.Context(), opened.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
			tokens.IssueInput{Name: "soak", Scopes: []string{"*"}})
		l.script = caller{address: l.address, token: issued.Token}
		return err
	})
	return l
}

// soakPeople are the accounts, with the password of the administrator $1.
var soakPeople = []string{
	`insert into system_users (name, email, permissions, internal_code, status, password)
		select v.name, v.email, jsonb_build_array(v.role), v.code, 'active', u.password from system_users u,
			lateral (values ('Bruno', 'bruno@soak.test', 'Acolhimento', null), ('Priscila', 'priscila@soak.test', 'Produção', null),
				('Fernando', 'fernando@soak.test', 'Financeiro', null),
				('Renata', 'renata@soak.test', 'Profissional', (select min(professional_code) from professionals))) v (name, email, role, code)
		where u.email = $1`,
	`update users set email_account = 'rui@soak.test', account_password = (select password from system_users where email = $1)
		where id = (select min(id) from users where status <> 'patient')`,
}

// soakStock switches the stock on, with lots of the product that is ordered.
const soakStock = `
	insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true')
		on conflict (system, key) do update set value = excluded.value;
	insert into lots (product_id, number, expires_on) select id, 'SOAK-' || n, (now() + make_interval(days => 100 * n))::date
		from generate_series(1, 3) n, (select id from products where active order by id limit 1) product;
	insert into stock_movements (lot_id, kind, quantity, actor_name, date_created)
		select id, 'receipt', 100000, 'Soak', now() from lots where number like 'SOAK-%'`

// newSoakClient returns a client that waits longer than the program takes for any request, and follows no redirect.
func newSoakClient() *http.Client {
	return &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// signIn signs everybody in.
func (l *soakLoad) signIn(t *testing.T, p *process, email, password string) {
	t.Helper()
	l.camila = signInAt(t, p, l.address, email, password)
	for name, person := range map[string]*caller{"bruno": &l.bruno, "priscila": &l.priscila, "fernando": &l.fernando, "renata": &l.renata} {
		*person = signInAt(t, p, l.address, name+"@soak.test", password)
	}
	l.rui = caller{address: l.address}
	response, said, err := l.rui.send(http.MethodPost, "/api/v1/auth/associate/login", map[string]string{"email": "rui@soak.test", "password": password})
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the associate: %v %s", err, said)
	}
	l.rui.session = response.Cookies()[0]
}

// secrets are what no log may have.
func (l *soakLoad) secrets() (all []string) {
	for _, by := range []caller{l.camila, l.bruno, l.priscila, l.fernando, l.renata, l.rui} {
		if by.session != nil {
			all = append(all, by.session.Value)
		}
	}
	return append(all, l.script.token)
}

func (l *soakLoad) start() {
	for role, by := range map[string]caller{"reception": l.bruno, "production": l.priscila, "finance": l.fernando, "administrator": l.camila,
		"professional": l.renata, "associate": l.rui, "stranger": {address: l.address}} {
		pages := soakPages[role]
		l.loop(func(n int) {
			l.request(soakRequest{kind: role, by: by, method: http.MethodGet, path: pages[n%len(pages)]})
		})
	}
	for writer := range 2 {
		l.loop(func(n int) { l.placeAndPay(fmt.Sprintf("soak %d-%d", writer, n), n) })
	}
	l.loop(func(n int) { l.upload(fmt.Sprintf("soak-%d", n)) })
	l.loop(func(n int) { l.enqueue(fmt.Sprintf("soak %d", n)) })
	l.loop(func(int) { l.quote() })
	l.loop(func(n int) { l.closeMonth(l.months[n%len(l.months)]) })
	l.working.Go(l.separate)
}

// loop calls work with a pause after each until the load ends.
func (l *soakLoad) loop(work func(n int)) {
	l.working.Go(func() {
		for n := 0; l.rest(); n++ {
			work(n)
		}
	})
}

// rest waits for the next request, and reports whether there is one.
func (l *soakLoad) rest() bool {
	select {
	case <-l.ended:
		return false
	case <-time.After(soakPause/2 + rand.N(soakPause)):
		return true
	}
}

// stop ends the load; each client gets the answer to its last request first.
func (l *soakLoad) stop() {
	close(l.ended)
	l.working.Wait()
}

// await waits until every kind that had answers was answered a request that was sent after a time, and returns how long it took.
func (l *soakLoad) await(t *testing.T, after time.Time) time.Duration {
	t.Helper()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for deadline := after.Add(answeredAgain); ; <-ticker.C {
		var missing []string
		l.mu.Lock()
		for kind, last := range l.answered {
			if !last.After(after) {
				missing = append(missing, kind)
			}
		}
		l.mu.Unlock()
		if len(missing) == 0 && len(l.kinds()) == len(soakPages)+soakWorks {
			return time.Since(after)
		}
		if time.Now().After(deadline) {
			slices.Sort(missing)
			t.Errorf("%v are not answered for %s", missing, answeredAgain)
			return time.Since(after)
		}
	}
}

func (l *soakLoad) kinds() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return sortedKeys(l.answered)
}

func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

// placeAndPay places an order until it is answered, changes it, and marks every second one as paid, for the separation.
func (l *soakLoad) placeAndPay(mark string, n int) {
	id, isAnswered := l.until("orders", func() (int, []byte) {
		return l.request(l.scripted("orders", http.MethodPost, "/api/v1/orders", map[string]any{
			"user_code": l.associates[n%len(l.associates)], "info": mark, "total": 20.5,
			"items": []map[string]any{{"code": l.product, "amount": 10.25, "quantity": 2}}}).under(mark))
	})
	if !isAnswered {
		return
	}
	l.keep(l.orders, mark, id)
	if !l.change(id, map[string]any{"prescriber": mark}) {
		return
	}
	l.keep(l.changed, mark, id)
	if n%2 == 0 && l.change(id, map[string]any{"status": "Pago"}) {
		l.keep(l.settled, mark, id)
		l.paid <- id
	}
}

// change changes an order, again until it is answered, and reports whether it was.
func (l *soakLoad) change(id int64, fields map[string]any) (isAnswered bool) {
	_, isAnswered = l.until("changes", func() (int, []byte) {
		return l.request(l.scripted("changes", http.MethodPatch, fmt.Sprintf("/api/v1/orders/%d", id), fields))
	})
	return isAnswered
}

// upload sends a file, under another name until it is answered.
func (l *soakLoad) upload(mark string) {
	tries, name := 0, ""
	id, isAnswered := l.until("files", func() (int, []byte) {
		tries++
		name = fmt.Sprintf("%s-%d.pdf", mark, tries)
		contentType, body, err := fileForm(name, mediatest.SizedPDF(20_000))
		if err != nil {
			return -1, []byte(err.Error())
		}
		return l.request(soakRequest{kind: "files", by: l.script, method: http.MethodPost, path: "/api/v1/files", contentType: contentType, body: body})
	})
	if isAnswered {
		l.keep(l.files, name, id)
	}
}

// enqueue adds a person to the queue of the reception, under another mark until it is answered.
func (l *soakLoad) enqueue(mark string) {
	tries, name := 0, ""
	id, isAnswered := l.until("tickets", func() (int, []byte) {
		tries++
		name = fmt.Sprintf("%s-%d", mark, tries)
		return l.request(l.scripted("tickets", http.MethodPost, "/api/v1/reception", map[string]any{"associate_name": name, "phone": "48999991234"}))
	})
	if isAnswered {
		l.keep(l.tickets, name, id)
	}
}

// quote asks the carrier for prices. A carrier that takes too long is its own fault, which the answer says.
func (l *soakLoad) quote() {
	l.request(l.scripted("quotes", http.MethodPost, "/api/v1/freight/quote", map[string]any{
		"address": map[string]any{"cep": "88010000", "city": "Florianópolis", "state": "SC"},
		"items":   []map[string]any{{"code": l.product, "quantity": 1}}}))
}

// closeMonth closes a month, which may be closed, not settled or not known to the professional.
func (l *soakLoad) closeMonth(of soakMonth) {
	sent := time.Now()
	status, said := l.postForm(l.fernando, "/painel/relatorios/fechar", url.Values{"mes": {of.Month}, "professional_id": {strconv.FormatInt(of.ProfessionalID, 10)}})
	l.note("closings", status, said, sent)
}

// separate takes both units of each paid order out of the stock.
func (l *soakLoad) separate() {
	for {
		select {
		case <-l.ended:
			return
		case id := <-l.paid:
			for range 2 {
				l.takeUnit(id)
			}
		}
	}
}

// takeUnit separates a unit, again until it is answered.
func (l *soakLoad) takeUnit(id int64) {
	for {
		sent := time.Now()
		status, said := l.postForm(l.priscila, fmt.Sprintf("/painel/pedidos/%d/separar", id), url.Values{"codigo": {l.product}})
		l.note("separations", status, said, sent)
		l.mu.Lock()
		switch {
		case isAnswer(status):
			l.units[id]++
		case status == 0:
			l.unknown[id]++
		}
		l.mu.Unlock()
		if isAnswer(status) || status == http.StatusUnprocessableEntity || !l.rest() {
			return
		}
	}
}

// soakRequest is a request; answers are counted by its kind.
type soakRequest struct {
	kind                           string
	by                             caller
	method, path, key, contentType string
	body                           []byte
}

// scripted returns a request of a script with JSON.
func (l *soakLoad) scripted(kind, method, path string, body any) soakRequest {
	raw, _ := json.Marshal(body) // maps of texts and numbers
	return soakRequest{kind: kind, by: l.script, method: method, path: path, contentType: "application/json", body: raw}
}

// under returns the request with an idempotency key.
func (r soakRequest) under(key string) soakRequest {
	r.key = key
	return r
}

// postForm sends a form, and leaves its account to the caller.
func (l *soakLoad) postForm(by caller, path string, form url.Values) (status int, said []byte) {
	return l.send(soakRequest{by: by, method: http.MethodPost, path: path, contentType: "application/x-www-form-urlencoded",
		body: []byte(form.Encode())})
}

// until sends a request again until it is answered, and returns the id of the answer.
func (l *soakLoad) until(kind string, send func() (int, []byte)) (id int64, isAnswered bool) {
	for {
		status, said := send()
		if isAnswer(status) {
			var envelope struct{ Data struct{ ID int64 } }
			if err := json.Unmarshal(said, &envelope); err != nil {
				l.note(kind, -1, said, time.Now())
			}
			return envelope.Data.ID, true
		}
		if !l.rest() {
			return 0, false
		}
	}
}

func (l *soakLoad) keep(records map[string]int64, mark string, id int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	records[mark] = id
}

func isAnswer(status int) bool { return status >= http.StatusOK && status < http.StatusBadRequest }

// request sends a request and notes its answer.
func (l *soakLoad) request(r soakRequest) (status int, said []byte) {
	sent := time.Now()
	status, said = l.send(r)
	l.note(r.kind, status, said, sent)
	return status, said
}

// send returns the status of an answer, 0 without one.
func (l *soakLoad) send(r soakRequest) (status int, said []byte) {
	request, err := http.NewRequest(r.method, l.address+r.path, bytes.NewReader(r.body))
	if err != nil {
		return -1, []byte(err.Error())
	}
	for name, value := range map[string]string{"Content-Type": r.contentType, "Idempotency-Key": r.key, "Authorization": r.by.authorization()} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	if r.by.session != nil {
		request.AddCookie(r.by.session)
	}
	response, err := l.client.Do(request)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	said, err = io.ReadAll(response.Body)
	if err != nil {
		return 0, []byte(err.Error())
	}
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
		return -1, []byte("503 without a time to try again: " + string(said))
	}
	return response.StatusCode, said
}

// soakRefusals are the statuses that a kind of request may be refused with, and a part of the answer that says why.
var soakRefusals = map[string]struct {
	statuses []int
	says     string
}{
	"quotes":      {[]int{http.StatusBadGateway, http.StatusGatewayTimeout}, "PROVIDER"},
	"closings":    {[]int{http.StatusUnprocessableEntity}, "mês"},
	"separations": {[]int{http.StatusUnprocessableEntity}, "completo"},
}

// note keeps the answer to a request that was sent at a time. Allowed are answers, no answer, 503 with a time to try again, and the
// refusals of the kind: a carrier that is too slow, a month that is closed, a unit that an unanswered request has taken.
func (l *soakLoad) note(kind string, status int, said []byte, sent time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests[kind]++
	allowed := soakRefusals[kind]
	switch {
	case isAnswer(status), slices.Contains(allowed.statuses, status) && bytes.Contains(said, []byte(allowed.says)):
		l.answered[kind] = sent
	case status == 0, status == http.StatusServiceUnavailable:
		l.refused[kind]++
	default:
		if len(l.wrong) < 50 {
			l.wrong[fmt.Sprintf("%s: %d %.300s", kind, status, strings.Join(strings.Fields(string(said)), " "))]++
		}
	}
}
