package parcels_test

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/freight/loggi"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/simulators/control"
	loggisim "acolhe/simulators/loggi"
	mesim "acolhe/simulators/melhorenvio"
)

// TestMain lets all tests wait at the same time: most of their time they wait for a carrier that hangs, and few need the
// processor.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "32"); err != nil {
		panic(err)
	}
	m.Run()
}

// bench is an office whose carriers are simulators, with Ana's order in separation.
type bench struct {
	parcels.Office
	conn        *db.Connection
	loggi       *loggisim.Simulator
	me          *mesim.Simulator
	environment map[string]string

	mu    sync.Mutex
	later time.Duration
}

// The options of Ana's order; each leads to another carrier.
const (
	byLoggi = `{"option_key": "carrier_a:ECONOMIC", "provider": "carrier_a", "service_label": "Loggi Econômico", "price": 90, "eta_days": 6}`
	byPAC   = `{"option_key": "carrier_b:1-1", "provider": "carrier_b", "service_label": "Correios PAC", "price": 90, "eta_days": 6}`
)

func start(t *testing.T, option string) *bench {
	t.Helper()
	b := &bench{conn: dbtest.New(t), loggi: loggisim.New(loggisim.Default), me: mesim.New(mesim.Default), environment: map[string]string{
		"CARRIER_A_CLIENT_ID": loggisim.Default.ClientID, "CARRIER_A_CLIENT_SECRET": loggisim.Default.ClientSecret,
		"CARRIER_A_COMPANY_ID": loggisim.Default.CompanyID, "CARRIER_A_SERVICE_ID": loggisim.Default.ServiceID,
		"CARRIER_B_PERSONAL_TOKEN": mesim.Default.PersonalToken, "CARRIER_B_SUPPORT_EMAIL": "suporte@exemplo.org.br",
	}}
	for name, simulator := range map[string]http.Handler{"CARRIER_A": b.loggi, "CARRIER_B": b.me} {
		server := httptest.NewServer(simulator)
		t.Cleanup(server.Close)
		b.environment[name+"_BASE_URL"] = server.URL
		for _, flag := range []string{"_ENABLED", "_USE_FOR_QUOTE", "_USE_FOR_LABEL"} {
			b.environment[name+flag] = "true"
		}
	}
	b.Office = officeOf(b.conn, b.environment, b.now)
	b.exec(t, `insert into system_configs (system, key, value_type, value) values ('store', 'package.weight_g', 'number', '300'),
		('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'), ('store', 'package.height_cm', 'number', '10'),
		('store', 'freight.content_declaration', 'text', '"Cosméticos"'), ('store', 'freight.send_letter', 'boolean', 'true'),
		('store', 'ship_from', 'object', '{"name":"A","document":"52998224725","phone":"","email":"","street":"R","number":"1","complement":"",
		"neighborhood":"C","city":"F","state":"SC","cep":"88010000"}') on conflict do nothing`)
	b.exec(t, `update orders set status = 'Em separação', freight_option = $1, address = '{"street":"Rua das Acácias","number":"120","neighborhood":"Centro",
		"city":"São Paulo","state":"SP","cep":"01001000","complement":""}' where id = 1`, option)
	return b
}

// limits are long enough for a busy machine, and short enough for a call that hangs.
var limits = freight.Timeouts{Quote: 4 * time.Second, Label: 4 * time.Second}

func officeOf(conn *db.Connection, environment map[string]string, now func() time.Time) parcels.Office {
	services := externalservices.New(conn.DB, encryption.Key{}, func(name string) string { return environment[name] })
	services.Outbound = outbound.Guard{AllowPrivate: true}
	return parcels.Office{DB: conn.DB, Now: now, Mail: mail.Outbox{}, Freight: freight.Quoter{DB: conn.DB, Services: services,
		Providers: []freight.Provider{loggi.New(services, now, limits), melhorenvio.New(services, now, limits)}}}
}

func (b *bench) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Now().Add(b.later)
}

func (b *bench) advance(by time.Duration) {
	b.mu.Lock()
	b.later += by
	b.mu.Unlock()
	b.loggi.Advance(by)
	b.me.Advance(by)
}

func (b *bench) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if _, err := b.conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) camila() auth.Caller { return dbtest.Camila.Caller().At(b.now()) }

// purchases returns the number of labels that were paid for at both carriers.
func (b *bench) purchases() int { return b.loggi.Purchases() + b.me.Purchases() }

// request asks for the label of Ana's order.
func (b *bench) request(t *testing.T) parcels.Parcel {
	t.Helper()
	parcel, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1})
	if err != nil || parcel.State != parcels.Queued {
		t.Fatalf("%+v, %v", parcel, err)
	}
	return parcel
}

// find returns the latest parcel of Ana's order.
func (b *bench) find(t *testing.T) parcels.Parcel {
	t.Helper()
	parcel, _, err := parcels.LatestOf(t.Context(), b.conn.DB, 1)
	if err != nil {
		t.Fatal(err)
	}
	return parcel
}

// A label is bought once, and ready with its tracking code; another run of the job, and another request, buy nothing.
func TestAdvance_Buys(t *testing.T) {
	t.Parallel()
	for option, declared := range map[string]string{byLoggi: `"totalValue":"25.00"`, byPAC: `"insurance_value":25.00`,
		strings.Replace(byLoggi, ":ECONOMIC", ":FREIGHT_TYPE_ECONOMIC", 1): `"freightType":"FREIGHT_TYPE_ECONOMIC"`} {
		b := start(t, option)
		b.exec(t, `update orders set items = '[{"code": "FORA", "name": "Fora do catálogo", "amount": 12.50, "quantity": 2}]' where id = 1`)
		parcel := b.request(t)
		if _, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1}); !errs.HasCode(err, parcels.CodeExists) {
			t.Errorf("a second request: %v", err)
		}
		for range 2 {
			if err := b.Advance(t.Context(), parcel.ID); err != nil {
				t.Error(err)
			}
		}
		bought := b.find(t)
		if bought.State != parcels.Ready || bought.TrackingCode == nil || bought.BoughtAt == nil || bought.Failure != nil || b.purchases() != 1 {
			t.Errorf("%+v, %d purchases", bought, b.purchases())
		}
		if bought.Content != "Cosméticos" || bought.WeightG < 100 || bought.Value.String() != "25.00" {
			t.Errorf("the parcel is %+v", bought)
		}
		bodies := ""
		for _, sent := range append(b.loggi.Requests(), b.me.Requests()...) {
			if strings.HasSuffix(sent.Path, "/async-shipments") || strings.HasSuffix(sent.Path, "/cart") {
				bodies += sent.Body
			}
		}
		if !strings.Contains(bodies, declared) {
			t.Errorf("%s is not in %s", declared, bodies)
		}
	}
}

// While the carrier cannot be asked, a payment stays unknown, and no other label can be bought.
func TestAdvance_Unknown(t *testing.T) {
	t.Parallel()
	b := start(t, byPAC)
	b.me.Fail("/checkout", control.Malformed, 1)
	b.me.Fail("/orders/", control.Internal, 2)
	parcel := b.request(t)
	_ = b.Advance(t.Context(), parcel.ID)
	if is := b.find(t); is.State != parcels.Unknown || *is.Failure != "Melhor Envio não respondeu. Confira antes de repetir." {
		t.Fatalf("%+v", is)
	}
	if _, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1}); !errs.HasCode(err, parcels.CodeExists) {
		t.Errorf("another label: %v", err)
	}
	b.advance(time.Hour)
	if is, err := b.Check(t.Context(), b.camila(), parcel.ID); err != nil || is.State != parcels.Unknown {
		t.Errorf("asked in vain: %+v, %v", is, err)
	}
	if is, err := b.Check(t.Context(), b.camila(), parcel.ID); err != nil || is.State != parcels.Ready || b.purchases() != 1 {
		t.Errorf("asked: %+v, %v, %d purchases", is, err, b.purchases())
	}
}

// A label that costs more than was accepted is not bought, and what a label needs is said before.
func TestRequest_Refused(t *testing.T) {
	t.Parallel()
	b := start(t, byPAC)
	price := patch.Of(money.MustParse("1.00"))
	parcel, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1, Price: price})
	if err != nil {
		t.Fatal(err)
	}
	_ = b.Advance(t.Context(), parcel.ID)
	if is := b.find(t); is.State != parcels.Refused || b.purchases() != 0 || b.me.Count("/cart") != 0 {
		t.Errorf("too dear: %+v", is)
	}
	for _, c := range []struct{ name, change, code string }{
		{"no option", "update orders set freight_option = null where id = 1", parcels.CodeNoOption},
		{"not paid", "update orders set status = 'Aguardando pagamento' where id = 1", orders.CodeInvalidTransition},
		{"no street", "update orders set address = '{\"cep\": \"01001000\", \"city\": \"São Paulo\", \"state\": \"SP\"}' where id = 1",
			parcels.CodeIncomplete},
		{"a recalled lot", `insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true');
			insert into lots (product_id, number, expires_on, blocked_at) values (1, 'LT-A', current_date + 90, now());
			insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) values (1, 'receipt', 1, 'Camila', now());
			insert into stock_movements (lot_id, order_id, kind, quantity, actor_name, date_created) values (1, 1, 'separation', -1, 'Camila', now())`, errs.CodeConflict},
		{"no declaration", "delete from system_configs where key = 'freight.content_declaration'", freight.CodeConfigIncomplete},
	} {
		b := start(t, byPAC)
		b.exec(t, c.change)
		if _, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1}); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	b.environment["CARRIER_B_USE_FOR_LABEL"] = "false"
	if _, err := b.Request(t.Context(), b.camila(), parcels.RequestInput{OrderID: 1}); !errs.HasCode(err, parcels.CodeNotAllowed) {
		t.Errorf("not for labels: %v", err)
	}
	if _, err := b.Request(t.Context(), dbtest.Renata.Caller(), parcels.RequestInput{OrderID: 1}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("another role: %v", err)
	}
}

// A cancelled label may be bought again; after a lost answer the carrier is asked.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, mode := range []control.Mode{"", control.Malformed} {
		b := start(t, byPAC)
		parcel := b.request(t)
		if err := b.Advance(t.Context(), parcel.ID); err != nil {
			t.Fatal(err)
		}
		if mode != "" {
			b.me.Fail("/shipment/cancel", mode, 1)
		}
		if is, err := b.Cancel(t.Context(), b.camila(), parcel.ID); err != nil || is.State != parcels.Cancelled {
			t.Errorf("%s: %+v, %v", mode, is, err)
		}
		if _, err := b.Cancel(t.Context(), b.camila(), parcel.ID); !errs.HasCode(err, errs.CodeConflict) {
			t.Errorf("again: %v", err)
		}
		b.request(t)
	}
	b := start(t, byLoggi)
	parcel := b.request(t)
	if is, err := b.Cancel(t.Context(), b.camila(), parcel.ID); err != nil || is.State != parcels.Cancelled {
		t.Errorf("in the queue: %+v, %v", is, err)
	}
	if err := b.Advance(t.Context(), parcel.ID); err != nil || b.purchases() != 0 {
		t.Errorf("a cancelled request buys: %v", err)
	}
	parcel = b.request(t)
	if err := b.Advance(t.Context(), parcel.ID); err != nil {
		t.Fatal(err)
	}
	b.loggi.Advance(25 * time.Hour)
	if is, err := b.Cancel(t.Context(), b.camila(), parcel.ID); err != nil || is.State != parcels.Ready || is.Failure == nil {
		t.Errorf("out for delivery: %+v, %v", is, err)
	}
}

// The order of a posted parcel is sent with its code; the associate gets one letter.
func TestTrack_SendsOrder(t *testing.T) {
	t.Parallel()
	b := start(t, byPAC)
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	b.Mail = mail.Outbox{Configured: true, Key: key}
	parcel := b.request(t)
	if err := b.Advance(t.Context(), parcel.ID); err != nil {
		t.Fatal(err)
	}
	track := func() {
		t.Helper()
		b.advance(61 * time.Minute)
		if err := b.Track(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	track()
	if order := b.order(t); order.Status != orders.Picking {
		t.Errorf("before it is posted the order is %s", order.Status)
	}
	b.me.Post()
	track()
	track()
	order, is := b.order(t), b.find(t)
	if order.Status != orders.Sent || order.TrackingCode == nil || *order.TrackingCode != *is.TrackingCode || is.Stage != freight.Posted ||
		is.CanCancel() {
		t.Errorf("%+v, %+v", order, is)
	}
	var letters int
	if err := b.conn.Pool.QueryRow(t.Context(), "select count(*) from mails where kind = 'order_sent'").Scan(&letters); err != nil ||
		letters != 1 {
		t.Errorf("%d letters, %v", letters, err)
	}
	calls := b.me.Count("/tracking")
	if err := b.Track(t.Context()); err != nil || b.me.Count("/tracking") != calls {
		t.Errorf("asked again within the hour: %v", err)
	}
}

func (b *bench) order(t *testing.T) orders.Order {
	t.Helper()
	order, err := orders.FindFor(context.WithoutCancel(t.Context()), b.conn.DB, b.camila(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return order
}
