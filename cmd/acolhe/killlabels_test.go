package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/simulators/loggi"
	"acolhe/simulators/melhorenvio"
)

// gate is a carrier before which a call can be held: before it does what was asked for, or after it.
type gate struct {
	carrier http.Handler

	mu    sync.Mutex
	route string
	after bool
	// held is closed when the call is held.
	held chan struct{}
}

// hold holds the next call of a route.
func (g *gate) hold(route string, after bool) (held chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.route, g.after, g.held = route, after, make(chan struct{})
	return g.held
}

// take returns the place at which a call is held, once.
func (g *gate) take(r *http.Request) (held chan struct{}, after bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.route == "" || r.Method+" "+r.URL.Path != g.route {
		return nil, false
	}
	g.route = ""
	return g.held, g.after
}

// ServeHTTP implements http.Handler. A held call ends with its caller.
func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	held, after := g.take(r)
	if held == nil {
		g.carrier.ServeHTTP(w, r)
		return
	}
	if after {
		g.carrier.ServeHTTP(httptest.NewRecorder(), r)
	}
	// The server notices that the caller is gone only when the body was read.
	_, _ = io.Copy(io.Discard, r.Body)
	close(held)
	<-r.Context().Done()
}

// shipping is a program with orders whose labels the carriers sell.
type shipping struct {
	conn        *db.Connection
	loggi       *loggi.Simulator
	melhorEnvio *melhorenvio.Simulator
	// gates are before the carriers, by the provider of an option.
	gates       map[string]*gate
	environment []string
	process     *process
	orders      []int64
}

// quoteVariables are what quotes of carrier_a need besides its address.
var quoteVariables = []string{"CARRIER_A_CLIENT_ID=" + loggi.Default.ClientID, "CARRIER_A_CLIENT_SECRET=" + loggi.Default.ClientSecret,
	"CARRIER_A_COMPANY_ID=" + loggi.Default.CompanyID, "CARRIER_A_SERVICE_ID=" + loggi.Default.ServiceID,
	"STORE_PACKAGE_WEIGHT_G=300", "STORE_PACKAGE_LENGTH_CM=20", "STORE_PACKAGE_WIDTH_CM=15", "STORE_PACKAGE_HEIGHT_CM=10",
	`STORE_SHIP_FROM={"name":"A","document":"52998224725","phone":"","email":"","street":"R","number":"1","complement":"","neighborhood":"C","city":"F","state":"SC","cep":"88010000"}`}

func newShipping(t *testing.T, orders int) *shipping {
	t.Helper()
	conn, database := emptyDatabase(t)
	s := &shipping{conn: conn, loggi: loggi.New(loggi.Default), melhorEnvio: melhorenvio.New(melhorenvio.Default)}
	s.gates = map[string]*gate{"carrier_a": {carrier: s.loggi}, "carrier_b": {carrier: s.melhorEnvio}}
	for name, gate := range s.gates {
		server := httptest.NewServer(gate)
		t.Cleanup(server.Close)
		name = strings.ToUpper(name)
		s.environment = append(s.environment, name+"_BASE_URL="+server.URL, name+"_ENABLED=true", name+"_USE_FOR_QUOTE=true",
			name+"_USE_FOR_LABEL=true")
	}
	s.environment = append(s.environment, database, "DATA_DIR="+t.TempDir(), "LOG_LEVEL=error",
		"CARRIER_B_PERSONAL_TOKEN="+melhorenvio.Default.PersonalToken,
		"CARRIER_B_SUPPORT_EMAIL=suporte@exemplo.org.br", "STORE_FREIGHT_CONTENT_DECLARATION=Cosméticos")
	s.environment = append(s.environment, quoteVariables...)
	s.process = serveOn(t, s.environment...)
	for _, row := range rowsOf[struct{ ID int64 }](t, conn,
		`update orders set status = 'Em separação' where id in (select o.id from orders o join users u on u.id = o.user_id
		where o.address ->> 'cep' <> '' and u.associate_cpf <> '' and not exists (select from parcels p where p.order_id = o.id) order by o.id limit `+strconv.Itoa(orders)+`) returning id`) {
		s.orders = append(s.orders, row.ID)
	}
	if len(s.orders) != orders {
		t.Fatalf("%d orders", len(s.orders))
	}
	return s
}

// choose sets the option of an order.
func (s *shipping) choose(t *testing.T, order int64, provider, option string) {
	t.Helper()
	if _, err := s.conn.Pool.Exec(t.Context(),
		`update orders set freight_option = jsonb_build_object('option_key', $1::text || ':' || $2::text, 'provider', $1::text,
		'service_label', 'Frete', 'price', 90, 'eta_days', 6) where id = $3`, provider, option, order); err != nil {
		t.Fatal(err)
	}
}

// purchases returns the number of labels that were paid for at both carriers.
func (s *shipping) purchases() int { return s.loggi.Purchases() + s.melhorEnvio.Purchases() }

// buy asks for the label of an order on the page of many.
func (s *shipping) buy(t *testing.T, order int64) {
	t.Helper()
	camila := signIn(t, s.process)
	form := url.Values{"ids": {strconv.FormatInt(order, 10)}, "total": {"90,00"}}
	request, err := http.NewRequest(http.MethodPost, camila.address+"/painel/pedidos/etiquetas-de-envio", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.AddCookie(camila.session)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		t.Fatalf("buying answers %s", response.Status)
	}
}

// restart kills the program, starts it again, and its jobs as the queue's rescuer does.
func (s *shipping) restart(t *testing.T) {
	t.Helper()
	s.process.signal(syscall.SIGKILL)
	s.process.status()
	awaitQuiet(t, s.conn)
	s.process = serveOn(t, s.environment...)
	s.rescue(t)
}

func (s *shipping) rescue(t *testing.T) {
	t.Helper()
	if _, err := s.conn.Pool.Exec(t.Context(), `update river_job set state = 'available', scheduled_at = now()
		where kind in ('buy_label', 'buy_labels') and state in ('running', 'scheduled', 'retryable')`); err != nil {
		t.Fatal(err)
	}
}

// await waits for the state of an order's latest parcel.
func (s *shipping) await(t *testing.T, order int64, state string) {
	t.Helper()
	eventually(t, "a parcel that is "+state, func() bool {
		return scan[string](t, s.conn, "select coalesce((select state from parcels where order_id = $1 order by id desc limit 1), '')",
			order) == state
	})
}

// The process is killed at each call of a purchase: before the carrier did what was asked for, and after it. The next process
// goes on, and each order gets one label that is paid once.
func TestKill_AtEachStepOfLabel(t *testing.T) {
	t.Parallel()
	const me, company = "POST /api/v2/me/", "POST /v1/companies/1001/"
	cases := []struct {
		provider, option, route string
		after                   bool
		// resumed are the states after the program runs again; a refused label is bought again.
		resumed []string
	}{
		{"carrier_b", "1-1", me + "cart", false, []string{"refused"}}, {"carrier_b", "1-1", me + "cart", true, []string{"refused"}},
		{"carrier_b", "1-1", me + "shipment/checkout", false, []string{"unknown", "refused"}},
		{"carrier_b", "1-1", me + "shipment/checkout", true, []string{"ready"}},
		{"carrier_b", "1-1", me + "shipment/generate", true, []string{"ready"}},
		{"carrier_b", "1-1", me + "shipment/print", true, []string{"ready"}},
		{"carrier_b", "1-1", me + "shipment/tracking", true, []string{"ready"}},
		{"carrier_a", "ECONOMIC", company + "async-shipments", false, []string{"unknown", "refused"}},
		{"carrier_a", "ECONOMIC", company + "async-shipments", true, []string{"ready"}},
		{"carrier_a", "ECONOMIC", company + "labels", false, []string{"ready"}},
		{"carrier_a", "ECONOMIC", company + "labels", true, []string{"ready"}},
	}
	s := newShipping(t, len(cases))
	for i, c := range cases {
		order := s.orders[i]
		s.choose(t, order, c.provider, c.option)
		held := s.gates[c.provider].hold(c.route, c.after)
		s.buy(t, order)
		s.process.eventually(c.route, func() bool {
			select {
			case <-held:
				return true
			default:
				return false
			}
		})
		s.restart(t)
		for _, state := range c.resumed {
			s.await(t, order, state)
			if state == "unknown" {
				s.passTime(t, order)
			}
		}
		if c.resumed[len(c.resumed)-1] == "refused" {
			s.buy(t, order)
			s.await(t, order, "ready")
		}
		if bought := s.purchases(); bought != i+1 {
			t.Errorf("killed at %s, after it %t: %d purchases for %d orders", c.route, c.after, bought, i+1)
		}
	}
	if paid := scan[int](t, s.conn, "select count(distinct order_id) from parcels where state = 'ready' and bought_at is not null"); paid != len(cases) {
		t.Errorf("%d orders have a label", paid)
	}
	s.process.stop()
}

// passTime makes the payment of an order's label older than the time after which one that the carrier does not know was not made.
func (s *shipping) passTime(t *testing.T, order int64) {
	t.Helper()
	if _, err := s.conn.Pool.Exec(t.Context(), "update parcels set step_began_at = step_began_at - interval '6 minutes' where order_id = $1",
		order); err != nil {
		t.Fatal(err)
	}
	s.rescue(t)
}
