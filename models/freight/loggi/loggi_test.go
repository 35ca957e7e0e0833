package loggi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/freight/loggi"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/errs"
	"acolhe/simulators/control"
	sim "acolhe/simulators/loggi"
)

// shortTimeout is the time limit of quotes in tests of slow answers.
const shortTimeout = 400 * time.Millisecond

// start returns the carrier with the credentials of a simulator.
func start(t *testing.T, account sim.Account, timeout time.Duration, changes map[string]string) (*loggi.Carrier, *sim.Simulator) {
	t.Helper()
	simulator := sim.New(account)
	server := httptest.NewServer(simulator)
	t.Cleanup(server.Close)
	environment := map[string]string{"CARRIER_A_BASE_URL": server.URL, "CARRIER_A_CLIENT_ID": account.ClientID,
		"CARRIER_A_CLIENT_SECRET": account.ClientSecret,
		"CARRIER_A_COMPANY_ID":    account.CompanyID, "CARRIER_A_SERVICE_ID": account.ServiceID}
	for name, value := range changes {
		environment[name] = value
	}
	store := externalservices.New(dbtest.New(t).DB, encryption.Key{}, func(name string) string { return environment[name] })
	store.Outbound = outbound.Guard{AllowPrivate: true}
	return loggi.New(store, simulator.Now, freight.Timeouts{Quote: timeout, Label: freight.DefaultTimeouts().Label}), simulator
}

var to = freight.TestShipment("01001000")

func prices(options []freight.Option) string {
	var found []string
	for _, o := range options {
		found = append(found, o.OptionKey+" "+o.Price.String())
	}
	return strings.Join(found, ", ")
}

func TestQuote_Coverage(t *testing.T) {
	t.Parallel()
	numeric := sim.Default
	numeric.NumericUnits, numeric.ExpiresIn, numeric.EnvelopeErrors = true, "3600s", true
	for _, account := range []sim.Account{sim.Default, numeric} {
		carrier, _ := start(t, account, 10*time.Second, nil)
		for cep, want := range map[string]string{
			"01001000": "carrier_a:ECONOMIC 24.10, carrier_a:EXPRESS 38.56", sim.CEPOneOption: "carrier_a:ECONOMIC 16.90", sim.CEPEmpty: "",
			sim.CEPNotFound: "",
		} {
			options, err := carrier.Quote(t.Context(), freight.TestShipment(cep))
			if err != nil || prices(options) != want {
				t.Errorf("%s: %s, %v; want %s", cep, prices(options), err, want)
			}
		}
	}
	carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
	heavy := to
	heavy.Package.WeightG = 30_001
	if options, err := carrier.Quote(t.Context(), heavy); err != nil || len(options) != 0 || simulator.Count("quotations") != 0 {
		t.Errorf("too heavy: %v, %v", options, err)
	}
}

// Numbers may be strings and the packages an object; an option that cannot be read is left out, and an answer without a
// readable one is refused.
func TestQuote_Spellings(t *testing.T) {
	t.Parallel()
	option := func(kind, units, nanos, days string) string {
		return `{"freightType":"FREIGHT_TYPE_` + kind + `","price":{"totalAmount":{"units":` + units + `,"nanos":` + nanos + `}},"sloInDays":` + days + `}`
	}
	economic, express := option("ECONOMIC", `"87"`, `"350000000"`, `"5"`), option("EXPRESS", "90", "999999999", "2")
	for quotes, want := range map[string]string{
		`[{"quotations":[` + economic + `,` + express + `]}]`:              "carrier_a:ECONOMIC 87.35, carrier_a:EXPRESS 91.00",
		`{"quotations":[` + economic + `]}`:                                "carrier_a:ECONOMIC 87.35",
		`[{"quotations":[` + express + `,{"freightType":1},[]]}]`:          "carrier_a:EXPRESS 91.00",
		`[{"quotations":[` + option("ECONOMIC", "1", "0", `"x"`) + `]}]`:   "refused",
		`[{"quotations":[` + option("ECONOMIC", `"x"`, "0", `"5"`) + `]}]`: "refused",
		`[{"quotations":"x"}]`:                                             "refused", `"x"`: "refused", `[]`: "", `{}`: "", `null`: "", `[{"quotations":[]}]`: "",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			answer := `{"packagesQuotations":` + quotes + `}`
			if strings.HasSuffix(r.URL.Path, "/token") {
				answer = `{"idToken":"x","expiresIn":"300"}`
			}
			_, _ = io.WriteString(w, answer)
		}))
		t.Cleanup(server.Close)
		carrier, _ := start(t, sim.Default, 10*time.Second, map[string]string{"CARRIER_A_BASE_URL": server.URL})
		options, err := carrier.Quote(t.Context(), to)
		got := prices(options)
		if errs.HasCode(err, freight.CodeProvider) {
			got = "refused"
		}
		if got != want || err != nil && want != "refused" || got == "carrier_a:ECONOMIC 87.35" && options[0].ETADays != 5 {
			t.Errorf("%s: %v, %v; want %s", quotes, options, err, want)
		}
	}
}

// Every failure of integrations.md, section 9: a quote is repeated at most twice if that may help, and else refused.
func TestQuote_Failures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode  control.Mode
		times int
		code  string
		calls int
	}{
		{control.Unauthorized, 1, "", 2}, {control.Unauthorized, 9, externalservices.CodeInvalid, 2},
		{control.Forbidden, 9, externalservices.CodeInvalid, 1},
		{control.TooMany, 1, "", 2}, {control.TooManyRetry, 2, "", 3}, {control.TooManyRetry, 9, freight.CodeProvider, 3},
		{control.Internal, 9, freight.CodeProvider, 1}, {control.BadGateway, 1, "", 2}, {control.BadGateway, 9, freight.CodeProvider, 3},
		{control.Unavailable, 2, "", 3}, {control.Reset, 1, "", 2}, {control.Malformed, 9, freight.CodeProvider, 1},
		{control.WrongType, 9, freight.CodeProvider, 1},
		{control.Empty, 9, freight.CodeProvider, 1}, {control.HTML, 9, freight.CodeProvider, 1}, {control.Huge, 9, freight.CodeProvider, 1},
		{control.Redirect, 9, freight.CodeProvider, 1},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			carrier, simulator := start(t, sim.Default, 20*time.Second, nil)
			simulator.Fail("/quotations", c.mode, c.times)
			options, err := carrier.Quote(t.Context(), to)
			if c.code == "" && (err != nil || len(options) != 2) || c.code != "" && !errs.HasCode(err, c.code) {
				t.Errorf("%d times: %v, %v", c.times, options, err)
			}
			if calls := simulator.Count("/quotations"); calls != c.calls {
				t.Errorf("%d times: %d calls, want %d", c.times, calls, c.calls)
			}
		})
	}
}

// A carrier that does not answer is given up at the time limit, at the token too.
func TestQuote_TimeLimit(t *testing.T) {
	t.Parallel()
	for _, mode := range []control.Mode{control.Slow, control.Hang, control.SlowThenDone} {
		for _, route := range []string{"/quotations", "/oauth2/token"} {
			carrier, simulator := start(t, sim.Default, shortTimeout, nil)
			simulator.Fail(route, mode, 9)
			if _, err := carrier.Quote(t.Context(), to); !errs.HasCode(err, freight.CodeProvider) {
				t.Errorf("%s at %s: %v", mode, route, err)
			}
		}
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
	quote := func(tokens int) {
		t.Helper()
		if _, err := carrier.Quote(t.Context(), to); err != nil || simulator.Count("/oauth2/token") != tokens {
			t.Errorf("%d tokens, %v; want %d", simulator.Count("/oauth2/token"), err, tokens)
		}
	}
	quote(1)
	quote(1)
	simulator.Advance(256 * time.Second)
	quote(2)
	simulator.RevokeTokens()
	quote(3)
	for name, changes := range map[string]map[string]string{
		externalservices.CodeMissing: {"CARRIER_A_CLIENT_SECRET": ""},
		externalservices.CodeInvalid: {"CARRIER_A_CLIENT_SECRET": "wrong-secret-value"},
	} {
		carrier, _ := start(t, sim.Default, 10*time.Second, changes)
		_, err := carrier.Quote(t.Context(), to)
		if !errs.HasCode(err, name) || strings.Contains(err.Error(), "wrong-secret-value") {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger, _ := start(t, sim.Default, 10*time.Second, map[string]string{"CARRIER_A_COMPANY_ID": "9"})
	if _, err := stranger.Quote(t.Context(), to); !errs.HasCode(err, externalservices.CodeInvalid) {
		t.Errorf("another company: %v", err)
	}
}

func label() freight.LabelInput {
	return freight.LabelInput{Shipment: freight.Shipment{
		From: freight.ShipFrom{Name: "Associação", Document: "52998224725", Street: "Rua A", Number: "10", Neighborhood: "Centro",
			City: "Florianópolis", State: "SC", CEP: "88010000"},
		To: freight.Address{Street: "Rua B", Neighborhood: "Sé", City: "São Paulo", State: "SP", CEP: "01001000"}, Package: to.Package,
		Value: to.Value,
	}, Recipient: freight.Recipient{Name: "Ana", Document: "52998224725"}, OptionKey: "carrier_a:ECONOMIC", Reference: "pedido-1",
		Content: "Produtos"}
}

// buy makes the calls of a purchase in their order.
func buy(t *testing.T, carrier *loggi.Carrier, input freight.LabelInput) (label freight.Label, err error) {
	t.Helper()
	for _, step := range carrier.Steps() {
		if label, err = step.Do(t.Context(), input, label); err != nil {
			return label, err
		}
	}
	return label, nil
}

// A purchase is called once, whatever happens; without an answer its outcome is unknown.
// An option key may have the name of the type on the wire.
func TestBuy_Spellings(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"carrier_a:ECONOMIC", "carrier_a:FREIGHT_TYPE_ECONOMIC"} {
		carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
		input := label()
		input.OptionKey = key
		_, err := buy(t, carrier, input)
		sent := simulator.Requests()
		at := slices.IndexFunc(sent, func(r control.Request) bool { return strings.HasSuffix(r.Path, "/async-shipments") })
		if err != nil || at < 0 || !strings.Contains(sent[at].Body, `"freightType":"FREIGHT_TYPE_ECONOMIC"`) {
			t.Errorf("%s: %v, %+v", key, err, sent)
		}
	}
}

func TestBuy_Once(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode      control.Mode
		code      string
		purchases int
	}{
		{"", "", 1}, {control.TooManyRetry, freight.CodeProvider, 0}, {control.Forbidden, externalservices.CodeInvalid, 0},
		{control.Internal, freight.CodeLabelUnknown, 0},
		{control.BadGateway, freight.CodeLabelUnknown, 0}, {control.Unavailable, freight.CodeLabelUnknown, 0},
		{control.Reset, freight.CodeLabelUnknown, 0},
		{control.Malformed, freight.CodeLabelUnknown, 1}, {control.HTML, freight.CodeLabelUnknown, 0},
		{control.Empty, freight.CodeLabelUnknown, 0},
	} {
		carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
		if c.mode != "" {
			simulator.Fail("/async-shipments", c.mode, 9)
		}
		bought, err := buy(t, carrier, label())
		if c.code == "" && (err != nil || bought.TrackingCode != "pedido-1") || c.code != "" && !errs.HasCode(err, c.code) {
			t.Errorf("%s: %+v, %v", c.mode, bought, err)
		}
		if calls := simulator.Count("/async-shipments"); calls != 1 || simulator.Purchases() != c.purchases {
			t.Errorf("%s: %d calls, %d purchases", c.mode, calls, simulator.Purchases())
		}
	}
}

func TestTrackAndCancel(t *testing.T) {
	t.Parallel()
	carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
	bought, err := buy(t, carrier, label())
	if err != nil {
		t.Fatal(err)
	}
	found, err := carrier.Track(t.Context(), []string{"pedido-1", "outro"})
	if err != nil || len(found) != 1 || found[0].ID != bought.ID || found[0].Description != "Em processamento" {
		t.Errorf("tracked %+v, %v", found, err)
	}
	simulator.Advance(25 * time.Hour)
	if answer, err := carrier.Cancel(t.Context(), bought.ID); err != nil || answer.Cancelled || answer.Warning == "" {
		t.Errorf("out for delivery: %+v, %v", answer, err)
	}
	simulator.Advance(25 * time.Hour)
	if _, err := carrier.Cancel(t.Context(), bought.ID); !errs.HasCode(err, freight.CodeProvider) {
		t.Errorf("delivered: %v", err)
	}
	second := label()
	second.Reference = "pedido-2"
	bought, err = buy(t, carrier, second)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := carrier.Cancel(t.Context(), bought.ID); err != nil || !answer.Cancelled {
		t.Errorf("cancelled: %+v, %v", answer, err)
	}
}

// An accepted shipment is found by its reference, with and without an answer; the label is ready some time later.
func TestSteps_AskAndPrint(t *testing.T) {
	t.Parallel()
	for _, isError := range []bool{true, false} {
		account := sim.Default
		account.ReadyAfter, account.EarlyIs500 = time.Minute, isError
		carrier, simulator := start(t, account, 10*time.Second, nil)
		step := carrier.Steps()[0]
		if _, isDone, err := step.Ask(t.Context(), "pedido-1", freight.Label{}); isDone || err != nil {
			t.Errorf("before: %v, %v", isDone, err)
		}
		simulator.Fail("/async-shipments", control.Malformed, 1)
		if _, err := step.Do(t.Context(), label(), freight.Label{}); !errs.HasCode(err, freight.CodeLabelUnknown) {
			t.Errorf("without an answer: %v", err)
		}
		found, isDone, err := step.Ask(t.Context(), "pedido-1", freight.Label{})
		if !isDone || err != nil || found.ID == "" {
			t.Fatalf("after: %+v, %v, %v", found, isDone, err)
		}
		if _, err := carrier.PDF(t.Context(), found.ID); !errs.HasCode(err, freight.CodeNotReady) {
			t.Errorf("early: %v", err)
		}
		simulator.Advance(2 * time.Minute)
		if file, err := carrier.PDF(t.Context(), found.ID); err != nil || !strings.HasPrefix(string(file), "%PDF-") {
			t.Errorf("later: %d bytes, %v", len(file), err)
		}
	}
}

func TestTest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		secret string
		passes bool
		failed string
	}{"right": {sim.Default.ClientSecret, true, ""}, "wrong": {"errado", false, "Credenciais aceitas"},
		"empty": {"", false, "Campos preenchidos"}} {
		carrier, simulator := start(t, sim.Default, 10*time.Second, nil)
		server := httptest.NewServer(simulator)
		t.Cleanup(server.Close)
		checks := carrier.Test(t.Context(), externalservices.Values{"base_url": server.URL, "client_id": sim.Default.ClientID,
			"client_secret": c.secret, "company_id": "1001"})
		if externalservices.HasPassed(checks) != c.passes {
			t.Errorf("%s: %+v", name, checks)
		}
		for _, check := range checks {
			if !check.OK && !check.Skipped && check.Name != c.failed {
				t.Errorf("%s: failed is %+v", name, check)
			}
		}
	}
}
