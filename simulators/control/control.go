// Package control gives the simulators of external services their control plane under /__sim/: faults for the next
// calls of a route, the requests so far, a clock, and a reset. A simulator mounts its routes behind a Plane.
package control

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Fault answers the next calls of a route wrongly.
type Fault struct {
	// Route is a part of "METHOD path", such as "POST /v2/oauth2/token" or "/quotations".
	Route string `json:"route"`
	// Times is the number of calls that fail; 0 is one.
	Times int  `json:"times"`
	Mode  Mode `json:"mode"`
}

// Request is a call that the simulator received. Header values with credentials are not kept.
type Request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query"`
	Body   string `json:"body"`
}

// Plane is the handler of a simulator with its control plane.
type Plane struct {
	routes http.Handler
	reset  func()
	// errors writes an error in the provider's own form.
	errors func(http.ResponseWriter, int)

	mu       sync.Mutex
	faults   []Fault
	requests []Request
	offset   time.Duration
}

const maxRequests = 2000

// New returns the plane of a simulator. writeError writes a status in the provider's form of errors, reset forgets the
// simulator's state.
func New(routes http.Handler, writeError func(http.ResponseWriter, int), reset func()) *Plane {
	return &Plane{routes: routes, errors: writeError, reset: reset}
}

// Fail makes the next calls of a route fail.
func (p *Plane) Fail(route string, mode Mode, times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, Fault{Route: route, Times: max(times, 1), Mode: mode})
}

// Count returns the number of calls so far whose "METHOD path" contains the route.
func (p *Plane) Count(route string) int {
	count := 0
	for _, request := range p.Requests() {
		if strings.Contains(request.Method+" "+request.Path, route) {
			count++
		}
	}
	return count
}

// Requests returns the calls so far.
func (p *Plane) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Request{}, p.requests...)
}

// Now returns the time of the simulator.
func (p *Plane) Now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().Add(p.offset)
}

// Advance puts the simulator's clock forward.
func (p *Plane) Advance(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offset += by
}

// Reset forgets the faults, the requests, the clock and the simulator's state.
func (p *Plane) Reset() {
	p.mu.Lock()
	p.faults, p.requests, p.offset = nil, nil, 0
	p.mu.Unlock()
	p.reset()
}

// ServeHTTP implements http.Handler.
func (p *Plane) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/__sim/") {
		p.serveControl(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, "unreadable body", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	mode, fails := p.take(r, string(body))
	if !fails {
		p.routes.ServeHTTP(w, r)
		return
	}
	p.fail(w, r, mode)
}

// take records a request and returns its fault.
func (p *Plane) take(r *http.Request, body string) (mode Mode, fails bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.requests) < maxRequests {
		p.requests = append(p.requests, Request{r.Method, r.URL.Path, r.URL.RawQuery, body})
	}
	for i := range p.faults {
		fault := &p.faults[i]
		if fault.Times > 0 && strings.Contains(r.Method+" "+r.URL.Path, fault.Route) {
			fault.Times--
			return fault.Mode, true
		}
	}
	return "", false
}

func (p *Plane) serveControl(w http.ResponseWriter, r *http.Request) {
	var input struct {
		Fault
		Seconds int `json:"seconds"`
	}
	if r.Method == http.MethodPost && r.ContentLength != 0 {
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<16)).Decode(&input); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	switch r.Method + " " + strings.TrimPrefix(r.URL.Path, "/__sim/") {
	case "POST faults":
		if !input.Mode.isKnown() {
			http.Error(w, "unknown mode", http.StatusBadRequest)
			return
		}
		p.Fail(input.Route, input.Mode, input.Times)
	case "POST clock":
		p.Advance(time.Duration(input.Seconds) * time.Second)
	case "POST reset":
		p.Reset()
	case "GET requests":
		WriteJSON(w, http.StatusOK, p.Requests())
		return
	default:
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// WriteJSON writes an answer in JSON.
func WriteJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
