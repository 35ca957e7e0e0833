package api_test

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/web"
)

var (
	walkRequests = flag.Int("walk", 5000, "number of requests of TestWalk_Hostile")
	walkSeconds  = flag.Int("walk-seconds", 25, "time limit of TestWalk_Hostile")
	walkSeed     = flag.Uint64("walk-seed", 1, "seed of TestWalk_Hostile")
)

// walkStep is the number of requests to one server. Requests remove rows and end sessions, so that a walk needs fresh
// ones.
const walkStep = 1000

// TestWalk_Hostile sends every route requests with wrong types, sizes, characters, keys and content types, as each role,
// with tokens and without a session: none is answered with 5xx. The memory of the
// server and of PostgreSQL stays within the bounds of a small machine.
func TestWalk_Hostile(t *testing.T) { walkHostile(t, *walkRequests, *walkSeconds) }

// TestTool_WalkHostile is TestWalk_Hostile with 30,000 requests, or as many as its time allows on a busy machine; `make slow`
// sends 200,000 besides. The log says how many were sent.
func TestTool_WalkHostile(t *testing.T) { walkHostile(t, 30_000, 240) }

func walkHostile(t *testing.T, requests, seconds int) {
	deadline := time.Now().Add(time.Duration(seconds) * time.Second)
	total := walkTotals{statuses: map[int]int{}}
	for sent := 0; sent < requests && time.Now().Before(deadline); sent += walkStep {
		seed := *walkSeed + uint64(sent)
		t.Run("", func(t *testing.T) {
			walk := newWalk(t, min(walkStep, requests-sent), deadline)
			walk.run(t, seed)
			total.add(walk)
		})
		if t.Failed() {
			break
		}
	}
	t.Logf("%d requests, statuses %v; at most %d MB in this process and %d MB in PostgreSQL", total.requests, total.statuses, total.server>>20,
		total.postgres>>20)
	if total.server > 250<<20 || total.postgres > 500<<20 {
		t.Error("that is more than 250 and 500 MB")
	}
}

// walkTotals are the results of a walk.
type walkTotals struct {
	requests         int
	statuses         map[int]int
	server, postgres int
}

func (total *walkTotals) add(w *walk) {
	total.server, total.postgres = max(total.server, w.server), max(total.postgres, w.postgres)
	for status, n := range w.statuses {
		total.statuses[status] += n
		total.requests += n
	}
}

// walk is a server with everything that requests to it are made of.
type walk struct {
	authFuzzer
	app        *handlertest.App
	operations []operation
	left       int
	deadline   time.Time

	mu               sync.Mutex
	statuses         map[int]int
	server, postgres int
}

func newWalk(t *testing.T, requests int, deadline time.Time) *walk {
	app := handlertest.New(t, func(config *handlers.Config) {
		config.TrustedProxies, config.Log = []string{"127.0.0.1/32"}, slog.New(slog.DiscardHandler)
	})
	w := &walk{app: app, operations: operationsOf(app.Routes), left: requests, deadline: deadline, statuses: map[int]int{}}
	w.authFuzzer = authFuzzer{url: app.URL, credentials: walkCredentials(t, app)}
	return w
}

// administrators is the number of the first credentials, which may do everything: half of the requests have them, so that
// many reach the verbs.
const administrators = 2

// walkCredentials returns those of each role, an associate and some tokens, broken ones, and none.
func walkCredentials(t *testing.T, app *handlertest.App) []func(http.Header) {
	with := func(name, value string) func(http.Header) { return func(h http.Header) { h.Set(name, value) } }
	session := func(operator dbtest.Operator) func(http.Header) {
		return with("Cookie", "service_oss_session="+app.As(t, operator).Cookie("service_oss_session"))
	}
	token := func(scopes ...string) func(http.Header) {
		issued, err := tokens.Issue(t.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
			tokens.IssueInput{Name: "walk", Scopes: scopes})
		if err != nil {
			t.Fatal(err)
		}
		return with("Authorization", "Bearer "+issued.Token)
	}
	found := []func(http.Header){
		session(dbtest.Camila), token("*"), token("items:users:*", "items:orders:*", "items:services:*"),
		token("items:orders:read", "reports:read"),
		with("Cookie", "associate_session="+app.AsAssociate(t, dbtest.Ana).Cookie("associate_session")), with("Authorization", "Bearer x"),
		func(http.Header) {},
	}
	for _, operator := range dbtest.Staff()[1:] {
		found = append(found, session(operator))
	}
	return found
}

// run sends the requests from four clients.
func (w *walk) run(t *testing.T, seed uint64) {
	const clients = 4
	var sending sync.WaitGroup
	for client := range clients {
		random := hostile{rand.New(rand.NewPCG(seed, uint64(client)))}
		sending.Go(func() {
			for i := 0; i < w.left/clients && time.Now().Before(w.deadline) && !t.Failed(); i++ {
				w.sendOne(t, random)
				if client == 0 && i%50 == 0 {
					w.measure(t)
				}
			}
		})
	}
	sending.Wait()
}

func (w *walk) sendOne(t *testing.T, random hostile) {
	op := w.operations[random.IntN(len(w.operations))]
	request, err := http.NewRequestWithContext(t.Context(), random.method(op), w.url+random.path(op)+random.query(op), strings.NewReader(""))
	if err != nil {
		return
	}
	body, contentType := random.body(op)
	if op.Method != http.MethodGet {
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		request.Header.Set("Content-Type", contentType)
	}
	credential := random.IntN(len(w.credentials))
	if random.IntN(2) == 0 {
		credential = random.IntN(administrators)
	}
	w.credentials[credential](request.Header)
	request.Header.Set("X-Forwarded-For", w.address())
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return // the client refuses to send it
	}
	defer answer.Body.Close()
	var raw []byte
	if answer.Header.Get("Content-Type") != "text/event-stream" { // which does not end
		raw, err = io.ReadAll(answer.Body)
	}
	// A request that is refused before its body was read may lose its connection, and with it the rest of the answer.
	if err != nil && answer.StatusCode < http.StatusBadRequest {
		t.Errorf("%s %s: %v", request.Method, request.URL, err)
	}
	w.mu.Lock()
	w.statuses[answer.StatusCode]++
	w.mu.Unlock()
	// Carriers and calendar are off, which the specification answers with 503; the answer to HEAD has no body.
	isOff := answer.StatusCode == http.StatusServiceUnavailable &&
		(bytes.Contains(raw, []byte(`"MODULE_DISABLED"`)) || request.Method == http.MethodHead)
	if answer.StatusCode >= http.StatusInternalServerError && !isOff {
		t.Errorf("%s %s %s\n%.2000s\n%.2000s", request.Method, request.URL, answer.Status, body, raw)
	}
}

// measure samples the memory of this process and of PostgreSQL.
func (w *walk) measure(t *testing.T) {
	server, postgres := ownMemory(t), postgresMemory(t, w.app.Connection)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.server, w.postgres = max(w.server, server), max(w.postgres, postgres)
}

// operation is a route with the names of the members and parameters that it documents.
type operation struct {
	web.Route
	isAPI  bool
	body   []string
	params []string
}

// operationsOf returns the routes. A page's form has the names of all bodies, because its fields are paths of a body.
func operationsOf(routes []web.Route) []operation {
	document := web.Document(routes)
	all := map[string]bool{}
	var found []operation
	for _, route := range routes {
		op := operation{Route: route, isAPI: strings.HasPrefix(route.Path, "/api/")}
		if item := document.Paths.Value(documentPath(route.Path)); item != nil && item.GetOperation(route.Method) != nil {
			documented := item.GetOperation(route.Method)
			for _, parameter := range documented.Parameters {
				if parameter.Value.In == "query" {
					op.params = append(op.params, parameter.Value.Name)
				}
			}
			if documented.RequestBody != nil {
				for _, media := range documented.RequestBody.Value.Content {
					op.body = append(op.body, membersOf(media.Schema, 3)...)
				}
			}
		}
		for _, name := range op.body {
			all[name] = true
		}
		found = append(found, op)
	}
	names := slices.Sorted(maps.Keys(all))
	for i := range found {
		if !found[i].isAPI {
			found[i].body = names
		}
	}
	return found
}

// documentPath writes `:id` as `{id}`.
func documentPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, isParameter := strings.CutPrefix(part, ":"); isParameter {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}
