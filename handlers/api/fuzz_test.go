package api_test

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// FuzzAuthentication sends any request to the routes for signing in and for tokens: each is answered with an
// envelope that keeps the contract, and never with 5xx.
func FuzzAuthentication(f *testing.F) {
	app := handlertest.New(f, func(config *handlers.Config) { config.TrustedProxies = []string{"127.0.0.1/32"} })
	fuzzer := newAuthFuzzer(f, app)
	for i := range fuzzer.routes {
		for _, body := range authSeeds {
			f.Add(uint8(i), "", uint8(i), "application/json", "token=convite", body)
		}
	}
	f.Add(uint8(0), "PUT", uint8(0), "text/plain", "token=a&token=b&x=%zz", "{}")
	f.Fuzz(func(t *testing.T, route uint8, method string, credential uint8, contentType, query, body string) {
		fuzzer.send(t, request{int(route) % len(fuzzer.routes), method, credential, contentType, query, body})
	})
}

var authSeeds = []string{
	``, `{}`, `[]`, `null`, `{"email":`, `{"email":"bruno@acolhe.test","password":"Girassol!2026"}`, `{"email":"x@y","password":" "}`,
	`{"email":"ana@exemplo.org.br","password":"errada"}`, `{"email":"bruno@acolhe.test","app":"panel"}`, `{"email":"ana@exemplo.org.br"}`,
	`{"email":"a\u0000@b","app":"intranet"}`, `{"token":"convite","password":"Recomeço!7"}`, `{"token":null,"password":["x"]}`,
	`{"token":"x","password":"x","status":"active"}`, `{"name":"script","scopes":["*"]}`,
	`{"name":"","scopes":["items:nada:read"],"expires_at":"ontem"}`,
}

// authFuzzer sends requests to the routes for signing in and for tokens, with several credentials.
type authFuzzer struct {
	url         string
	routes      []web.Route
	credentials []func(http.Header)
	contract    routers.Router
	sent        atomic.Uint32
}

// request is one input of the fuzzer; an empty method means the route's own.
type request struct {
	route       int
	method      string
	credential  uint8
	contentType string
	query       string
	body        string
}

func newAuthFuzzer(f *testing.F, app *handlertest.App) *authFuzzer {
	isDoor := func(route web.Route) bool { return strings.HasPrefix(route.Path, "/api/v1/auth/") }
	document := web.Document(app.Routes)
	document.Servers[0].URL = app.URL
	contract, err := gorillamux.NewRouter(document)
	if err != nil {
		f.Fatal(err)
	}
	operator, associate := app.As(f, dbtest.Camila).Cookie("service_oss_session"), app.AsAssociate(f, dbtest.Ana).Cookie("associate_session")
	with := func(name, value string) func(http.Header) { return func(h http.Header) { h.Set(name, value) } }
	return &authFuzzer{url: app.URL, contract: contract,
		routes: slices.DeleteFunc(slices.Clone(app.Routes), func(route web.Route) bool { return !isDoor(route) }),
		credentials: []func(http.Header){
			func(http.Header) {}, with("Authorization", "Bearer ac_000000000000_x"), with("Authorization", "Basic x"),
			with("Cookie", "service_oss_session=x"),
			with("Cookie", "service_oss_session="+operator), with("Cookie", "associate_session="+associate),
			with("Cookie", "service_oss_session="+associate+"; associate_session="+operator),
		}}
}

func (d *authFuzzer) send(t *testing.T, r request) {
	route := d.routes[r.route]
	method := r.method
	if method == "" {
		method = route.Method
	}
	if strings.ContainsFunc(r.query, func(c rune) bool { return c <= ' ' || c == 0x7f }) {
		return // no address: net/http refuses it before the server sees it
	}
	path := strings.ReplaceAll(route.Path, ":id", "1")
	sent, err := http.NewRequestWithContext(t.Context(), method, d.url+path+"?"+r.query, strings.NewReader(r.body))
	if err != nil {
		return // no request
	}
	d.credentials[int(r.credential)%len(d.credentials)](sent.Header)
	sent.Header.Set("Content-Type", r.contentType)
	sent.Header.Set("X-Forwarded-For", d.address())
	answer, err := http.DefaultTransport.RoundTrip(sent)
	if err != nil {
		return // the client refuses to send it
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	d.check(t, sent, answer, raw)
}

// address returns another address for each request, so that the rate limits do not refuse most of them.
func (d *authFuzzer) address() string {
	var ip [4]byte
	binary.BigEndian.PutUint32(ip[:], 10<<24|d.sent.Add(1))
	return net.IP(ip[:]).String()
}

func (d *authFuzzer) check(t *testing.T, sent *http.Request, answer *http.Response, raw []byte) {
	exchange := strings.Join([]string{sent.Method, sent.URL.String(), answer.Status, string(raw)}, " ")
	if answer.StatusCode >= http.StatusInternalServerError {
		t.Fatal(exchange)
	}
	if sent.Method == http.MethodHead {
		return
	}
	var envelope struct {
		Data, Meta json.RawMessage
		Errors     []struct{ Code, Message string }
	}
	if err := json.Unmarshal(raw, &envelope); err != nil || (answer.StatusCode >= http.StatusBadRequest) != (len(envelope.Errors) > 0) {
		t.Fatalf("no envelope (%v): %s", err, exchange)
	}
	route, parameters, err := d.contract.FindRoute(sent)
	if err != nil {
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: sent, PathParams: parameters, Route: route},
		Status:                 answer.StatusCode, Header: answer.Header, Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	input.SetBodyBytes(raw)
	if err := openapi3filter.ValidateResponse(t.Context(), input); err != nil {
		t.Fatalf("against the contract: %v\n%s", err, exchange)
	}
}
