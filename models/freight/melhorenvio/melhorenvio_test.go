package melhorenvio_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/simulators/control"
	sim "acolhe/simulators/melhorenvio"
)

const callback = "http://127.0.0.1/api/v1/modules/carrier_b/oauth/callback"

// bench is a simulator with a database and a key, on which several instances of the carrier can stand.
type bench struct {
	*sim.Simulator
	conn        *db.Connection
	key         encryption.Key
	environment map[string]string
	timeout     time.Duration
}

func start(t *testing.T, app sim.App, changes map[string]string) *bench {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Simulator: sim.New(app), conn: dbtest.New(t), key: key, timeout: 20 * time.Second}
	server := httptest.NewServer(b.Simulator)
	t.Cleanup(server.Close)
	b.environment = map[string]string{"CARRIER_B_BASE_URL": server.URL, "CARRIER_B_CLIENT_ID": app.ClientID,
		"CARRIER_B_CLIENT_SECRET": app.ClientSecret,
		"CARRIER_B_SUPPORT_EMAIL": "suporte@exemplo.org.br", "CARRIER_B_PERSONAL_TOKEN": app.PersonalToken}
	for name, value := range changes {
		b.environment[name] = value
	}
	return b
}

func (b *bench) store() externalservices.Store {
	store := externalservices.New(b.conn.DB, b.key, func(name string) string { return b.environment[name] })
	store.Outbound = outbound.Guard{AllowPrivate: true}
	return store
}

func (b *bench) carrier() *melhorenvio.Carrier {
	return melhorenvio.New(b.store(), b.Now, freight.Timeouts{Quote: b.timeout, Label: freight.DefaultTimeouts().Label})
}

func (b *bench) camila() auth.Caller { return dbtest.Camila.Caller().At(b.Now()) }

// connect stores tokens with these scopes.
func (b *bench) connect(t *testing.T, scopes ...string) {
	t.Helper()
	b.environment["CARRIER_B_PERSONAL_TOKEN"] = ""
	access, refresh := b.Grant(scopes...)
	tokens := externalservices.Tokens{Access: access, Refresh: refresh, ExpiresAt: b.Now().Add(30 * 24 * time.Hour)}
	if err := b.store().Connect(t.Context(), b.camila(), externalservices.CarrierB, tokens, "conta"); err != nil {
		t.Fatal(err)
	}
}

var to = freight.TestShipment("01001000")

func TestQuote_Options(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, nil)
	for cep, want := range map[string]string{
		"01001000": "carrier_b:1-1 20.95, carrier_b:1-2 36.85, carrier_b:2-3 23.15", sim.CEPAllErrors: "", sim.CEPEmpty: "",
	} {
		options, err := b.carrier().Quote(t.Context(), freight.TestShipment(cep))
		var found []string
		for _, o := range options {
			found = append(found, o.OptionKey+" "+o.Price.String())
		}
		if err != nil || strings.Join(found, ", ") != want {
			t.Errorf("%s: %v, %v; want %s", cep, found, err, want)
		}
	}
	// Grams sent as kilograms would be over the limit.
	heavy := to
	heavy.Package.WeightG = 29_000
	if options, err := b.carrier().Quote(t.Context(), heavy); err != nil || len(options) != 3 {
		t.Errorf("29 kg: %v, %v", options, err)
	}
	bad := freight.TestShipment("123")
	if _, err := b.carrier().Quote(t.Context(), bad); !errs.HasCode(err, freight.CodeProvider) ||
		!strings.Contains(errs.As(err).Message, "CEP de destino") {
		t.Errorf("a wrong CEP: %v", err)
	}
}

// Numbers may be strings; an option that cannot be read is left out, and an answer without a readable one is refused.
func TestQuote_Spellings(t *testing.T) {
	t.Parallel()
	option := func(id, price, days, company string) string {
		return `{"id":` + id + `,"name":"PAC","price":` + price + `,"delivery_time":` + days + `,"company":{"id":` + company + `,"name":"Correios"}}`
	}
	for answer, want := range map[string]string{
		`[` + option(`"1"`, `"23.999"`, `"7"`, `"1"`) + `]`: "carrier_b:1-1 24.00 7",
		`[` + option("1", "23.994", "7", "1") + `,` + option("2", `"23.9"`, "7", "1") + `,{"id":"x"},"x",{"id":3,"company":"x"}]`: "carrier_b:1-1 23.99 7, " +
			"carrier_b:1-2 23.90 7",
		`[` + option("1", "20", `"logo"`, "1") + `]`: "refused", `["x"]`: "refused", `{"id":1}`: "refused", `[]`: "",
		`[{"id":1,"error":"fora","company":{"id":1}}]`: "",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer)
		}))
		t.Cleanup(server.Close)
		b := start(t, sim.Default, map[string]string{"CARRIER_B_BASE_URL": server.URL, "CARRIER_B_PERSONAL_TOKEN": "x"})
		options, err := b.carrier().Quote(t.Context(), to)
		var found []string
		for _, o := range options {
			found = append(found, o.OptionKey+" "+o.Price.String()+" "+strconv.Itoa(o.ETADays))
		}
		got := strings.Join(found, ", ")
		if errs.HasCode(err, freight.CodeProvider) {
			got = "refused"
		}
		if got != want || err != nil && want != "refused" {
			t.Errorf("%s: %s, %v; want %s", answer, got, err, want)
		}
	}
}

// Every failure of integrations.md, section 9.
func TestQuote_Failures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode  control.Mode
		times int
		code  string
		calls int
	}{
		{control.Unauthorized, 1, "", 2}, {control.Forbidden, 9, externalservices.CodeInvalid, 1}, {control.TooMany, 1, "", 2},
		{control.TooManyRetry, 2, "", 3},
		{control.TooManyRetry, 9, freight.CodeProvider, 3}, {control.Internal, 9, freight.CodeProvider, 1}, {control.BadGateway, 1, "", 2},
		{control.BadGateway, 9, freight.CodeProvider, 3}, {control.Unavailable, 2, "", 3}, {control.Reset, 1, "", 2},
		{control.Malformed, 9, freight.CodeProvider, 1},
		{control.WrongType, 9, freight.CodeProvider, 1}, {control.Empty, 9, freight.CodeProvider, 1}, {control.HTML, 9, freight.CodeProvider, 1},
		{control.Huge, 9, freight.CodeProvider, 1}, {control.Redirect, 9, freight.CodeProvider, 1},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			b := start(t, sim.Default, nil)
			b.connect(t, "shipping-calculate")
			b.Fail("/calculate", c.mode, c.times)
			options, err := b.carrier().Quote(t.Context(), to)
			if c.code == "" && (err != nil || len(options) != 3) || c.code != "" && !errs.HasCode(err, c.code) {
				t.Errorf("%d times: %v, %v", c.times, options, err)
			}
			if calls := b.Count("/calculate"); calls != c.calls {
				t.Errorf("%d times: %d calls, want %d", c.times, calls, c.calls)
			}
		})
	}
}

func TestQuote_TimeLimit(t *testing.T) {
	t.Parallel()
	for _, mode := range []control.Mode{control.Slow, control.Hang, control.SlowThenDone} {
		b := start(t, sim.Default, nil)
		b.timeout = 400 * time.Millisecond
		b.Fail("/calculate", mode, 9)
		if _, err := b.carrier().Quote(t.Context(), to); !errs.HasCode(err, freight.CodeProvider) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

func TestQuote_Credentials(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		changes map[string]string
		code    string
	}{
		"no e-mail":      {map[string]string{"CARRIER_B_SUPPORT_EMAIL": ""}, externalservices.CodeMissing},
		"not connected":  {map[string]string{"CARRIER_B_PERSONAL_TOKEN": ""}, externalservices.CodeMissing},
		"a wrong token":  {map[string]string{"CARRIER_B_PERSONAL_TOKEN": "segredo-que-nao-pode-sair"}, externalservices.CodeInvalid},
		"no application": {map[string]string{"CARRIER_B_PERSONAL_TOKEN": "", "CARRIER_B_CLIENT_ID": ""}, externalservices.CodeMissing},
	} {
		b := start(t, sim.Default, c.changes)
		if _, err := b.carrier().Quote(t.Context(), to); !errs.HasCode(err, c.code) || strings.Contains(err.Error(), "segredo-que-nao") {
			t.Errorf("%s: %v", name, err)
		}
	}
	b := start(t, sim.Default, nil)
	b.connect(t, "users-read")
	if _, err := b.carrier().Quote(t.Context(), to); !errs.HasCode(err, externalservices.CodeInvalid) {
		t.Errorf("a missing scope: %v", err)
	}
}

// Twenty instances quote with an expired token: the rotating refresh token is used once.
func TestRenew_OnceByTwenty(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, nil)
	b.connect(t, "shipping-calculate")
	b.Advance(31 * 24 * time.Hour)
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			if options, err := b.carrier().Quote(t.Context(), to); err != nil || len(options) != 3 {
				t.Errorf("%v, %v", options, err)
			}
		})
	}
	callers.Wait()
	if b.Rotations() != 1 || b.Count("POST /oauth/token") != 1 {
		t.Errorf("%d rotations in %d calls", b.Rotations(), b.Count("POST /oauth/token"))
	}
}

// A token that is refused early is renewed once; after 45 days, or if the user removed the program, the account must be
// connected again.
func TestRenew_Expired(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*bench){"45 days": func(b *bench) { b.Advance(46 * 24 * time.Hour) },
		"revoked": func(b *bench) { b.Revoke() }} {
		b := start(t, sim.Default, nil)
		b.connect(t, "shipping-calculate")
		spoil(b)
		if _, err := b.carrier().Quote(t.Context(), to); !errs.HasCode(err, externalservices.CodeInvalid) ||
			!strings.Contains(errs.As(err).Message, "Conecte de novo") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.carrier().Quote(t.Context(), to); !errs.HasCode(err, externalservices.CodeMissing) {
			t.Errorf("%s, then: %v", name, err)
		}
	}
}

// A renewal that fails is tried again by the next call; one whose answer is lost has used up the refresh token, so that the
// account must be connected again. It is never repeated by itself.
func TestRenew_Failures(t *testing.T) {
	t.Parallel()
	lost := []control.Mode{control.Malformed, control.WrongType, control.SlowThenDone}
	for _, mode := range control.Modes() {
		if mode == control.Slow {
			continue // the same for the caller as SlowThenDone
		}
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			b := start(t, sim.Default, nil)
			b.timeout = 4 * time.Second
			b.connect(t, "shipping-calculate")
			b.Advance(31 * 24 * time.Hour)
			b.Fail("POST /oauth/token", mode, 1)
			if _, err := b.carrier().Quote(t.Context(), to); errs.As(err) == nil {
				t.Errorf("quoted: %v", err)
			}
			if calls := b.Count("POST /oauth/token"); calls != 1 {
				t.Errorf("%d calls", calls)
			}
			_, err := b.carrier().Quote(t.Context(), to)
			if slices.Contains(lost, mode) != errs.HasCode(err, externalservices.CodeInvalid) || !slices.Contains(lost, mode) && err != nil {
				t.Errorf("then: %v", err)
			}
		})
	}
}

// authorize follows the person's way through Melhor Envio and returns what it adds to the callback.
func (b *bench) authorize(t *testing.T) melhorenvio.Callback {
	t.Helper()
	address, err := b.carrier().Authorize(t.Context(), b.camila(), callback)
	if err != nil {
		t.Fatal(err)
	}
	recorder := httptest.NewRecorder()
	b.ServeHTTP(recorder, httptest.NewRequest("GET", address, nil))
	back, err := url.Parse(recorder.Header().Get("Location"))
	if err != nil || recorder.Code != 302 {
		t.Fatalf("%d %s %v", recorder.Code, recorder.Body, err)
	}
	query := back.Query()
	return melhorenvio.Callback{State: query.Get("state"), Code: query.Get("code"), Error: query.Get("error")}
}

func TestAuthorize(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, map[string]string{"CARRIER_B_PERSONAL_TOKEN": ""})
	answer := b.authorize(t)
	stranger := dbtest.Bruno.Caller().At(b.Now())
	if err := b.carrier().CompleteAuthorization(t.Context(), stranger, callback, answer); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("another operator: %v", err)
	}
	if err := b.carrier().CompleteAuthorization(t.Context(), b.camila(), callback, answer); err != nil {
		t.Fatal(err)
	}
	if options, err := b.carrier().Quote(t.Context(), to); err != nil || len(options) != 3 {
		t.Errorf("quoted %v, %v", options, err)
	}
	if err := b.carrier().CompleteAuthorization(t.Context(), b.camila(), callback, answer); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("the state again: %v", err)
	}
	late := b.authorize(t)
	b.Advance(16 * time.Minute)
	if err := b.carrier().CompleteAuthorization(t.Context(), b.camila(), callback, late); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("a late state: %v", err)
	}
	denying := sim.Default
	denying.DenyAccess = true
	b = start(t, denying, map[string]string{"CARRIER_B_PERSONAL_TOKEN": ""})
	if err := b.carrier().CompleteAuthorization(t.Context(), b.camila(), callback, b.authorize(t)); !errs.HasCode(err,
		externalservices.CodeInvalid) {
		t.Errorf("denied: %v", err)
	}
}

func input() freight.LabelInput {
	return freight.LabelInput{Shipment: freight.Shipment{
		From: freight.ShipFrom{Name: "Associação", Document: "52998224725", Street: "Rua A", Number: "10", City: "Florianópolis", State: "SC",
			CEP: "88010000"},
		To: freight.Address{Street: "Rua B", City: "São Paulo", State: "SP", CEP: "01001000"}, Package: to.Package, Value: to.Value,
	}, Recipient: freight.Recipient{Name: "Ana", Document: "52998224725", Phone: "11999990000"}, OptionKey: "carrier_b:1-1",
		Reference: "pedido-1", Content: "Produtos"}
}

// buy makes the calls of a purchase in their order.
func buy(t *testing.T, carrier *melhorenvio.Carrier) (label freight.Label, err error) {
	t.Helper()
	for _, step := range carrier.Steps() {
		if label, err = step.Do(t.Context(), input(), label); err != nil {
			return label, err
		}
	}
	return label, nil
}

// No call of a purchase is repeated by itself, whatever fails; a payment without an answer is unknown.
func TestSteps_Once(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		route     string
		mode      control.Mode
		code      string
		purchases int
	}{
		{"", "", "", 1}, {"POST /api/v2/me/cart", control.Unavailable, freight.CodeProvider, 0},
		{"POST /api/v2/me/cart", control.Reset, freight.CodeProvider, 0},
		{"/checkout", control.Unavailable, freight.CodeLabelUnknown, 0}, {"/checkout", control.Reset, freight.CodeLabelUnknown, 0},
		{"/checkout", control.Malformed, freight.CodeLabelUnknown, 1}, {"/checkout", control.Empty, freight.CodeLabelUnknown, 0},
		{"/checkout", control.TooManyRetry, freight.CodeProvider, 0}, {"/checkout", control.Forbidden, externalservices.CodeInvalid, 0},
		{"/generate", control.Unavailable, freight.CodeProvider, 1}, {"/print", control.Internal, freight.CodeProvider, 1},
	} {
		b := start(t, sim.Default, nil)
		if c.mode != "" {
			b.Fail(c.route, c.mode, 9)
		}
		bought, err := buy(t, b.carrier())
		if c.code == "" && err != nil || c.code != "" && !errs.HasCode(err, c.code) {
			t.Errorf("%s %s: %+v, %v", c.route, c.mode, bought, err)
		}
		if b.Purchases() != c.purchases || b.Count("POST /api/v2/me/cart") != 1 || b.Count("/checkout") > 1 {
			t.Errorf("%s %s: %d purchases, %d carts, %d checkouts", c.route, c.mode, b.Purchases(), b.Count("POST /api/v2/me/cart"),
				b.Count("/checkout"))
		}
	}
	poor := sim.Default
	poor.Balance = 1
	if _, err := buy(t, start(t, poor, nil).carrier()); err == nil ||
		errs.As(err).Message != "Saldo insuficiente no Melhor Envio. Coloque crédito na carteira e compre de novo." {
		t.Errorf("no money: %v", err)
	}
}

// Reading the order shows whether a payment was made.
func TestSteps_Ask(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, nil)
	steps := b.carrier().Steps()
	cart, err := steps[0].Do(t.Context(), input(), freight.Label{})
	if err != nil {
		t.Fatal(err)
	}
	if _, isDone, err := steps[1].Ask(t.Context(), "", cart); isDone || err != nil {
		t.Errorf("before: %v, %v", isDone, err)
	}
	if _, err := steps[2].Do(t.Context(), input(), cart); !errs.HasCode(err, freight.CodeProvider) ||
		!strings.Contains(errs.As(err).Message, "ainda não foi processado") {
		t.Errorf("generated before the payment: %v", err)
	}
	b.Fail("/checkout", control.Malformed, 1)
	if _, err := steps[1].Do(t.Context(), input(), cart); !errs.HasCode(err, freight.CodeLabelUnknown) {
		t.Errorf("without an answer: %v", err)
	}
	if _, isDone, err := steps[1].Ask(t.Context(), "", cart); !isDone || err != nil {
		t.Errorf("after: %v, %v", isDone, err)
	}
	b.Fail("/orders/", control.Internal, 1)
	if _, isDone, err := steps[1].Ask(t.Context(), "", cart); isDone || !errs.HasCode(err, freight.CodeProvider) {
		t.Errorf("no answer: %v, %v", isDone, err)
	}
	if _, err := b.carrier().PDF(t.Context(), cart.ID); !errs.HasCode(err, freight.CodeNotReady) {
		t.Errorf("the label before it is generated: %v", err)
	}
}

func TestTrackAndCancel(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, nil)
	bought, err := buy(t, b.carrier())
	if err != nil || bought.TrackingCode == "" {
		t.Fatalf("%+v, %v", bought, err)
	}
	if file, err := b.carrier().PDF(t.Context(), bought.ID); err != nil || !strings.HasPrefix(string(file), "%PDF-") {
		t.Errorf("%d bytes, %v", len(file), err)
	}
	if answer, err := b.carrier().Cancel(t.Context(), bought.ID); err != nil || !answer.Cancelled {
		t.Errorf("%+v, %v", answer, err)
	}
	if _, err := b.carrier().Cancel(t.Context(), bought.ID); !errs.HasCode(err, freight.CodeProvider) {
		t.Errorf("again: %v", err)
	}
	if found, err := b.carrier().Track(t.Context(), []string{bought.ID}); err != nil || len(found) != 1 || found[0].Status != "canceled" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestTest(t *testing.T) {
	t.Parallel()
	b := start(t, sim.Default, nil)
	for name, c := range map[string]struct {
		changes externalservices.Values
		passes  bool
	}{
		"a personal token":       {nil, true},
		"a wrong personal token": {externalservices.Values{"personal_token": "x"}, false},
		"before the connection":  {externalservices.Values{"personal_token": ""}, true},
		"a wrong pair":           {externalservices.Values{"personal_token": "", "client_secret": "x"}, false},
	} {
		values, err := b.store().Values(t.Context(), externalservices.CarrierB)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range c.changes {
			values[key] = value
		}
		if checks := b.carrier().Test(t.Context(), values); externalservices.HasPassed(checks) != c.passes {
			t.Errorf("%s: %+v", name, checks)
		}
	}
}
