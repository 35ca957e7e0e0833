// Package cepsim simulates ViaCEP in tests over real HTTP. It refuses requests as the real service
// does and can simulate its faults.
package cepsim

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Fault is a kind of fault.
type Fault string

// The faults; Healthy is none.
const (
	Healthy   Fault = ""
	Slow      Fault = "answers when the caller has gone"
	Blocked   Fault = "429 with a page"
	Broken    Fault = "500 with a page"
	Page      Fault = "200 with a page"
	Cut       Fault = "half an answer"
	List      Fault = "a list instead of an object"
	Elsewhere Fault = "a redirect"
	Huge      Fault = "an answer without end"
	Another   Fault = "the address of another code"
	Hollow    Fault = "an address without a city"
)

// Faults returns every fault.
func Faults() []Fault {
	return []Fault{Slow, Blocked, Broken, Page, Cut, List, Elsewhere, Huge, Another, Hollow}
}

// Codes that the simulator knows; Town is a town with a single code.
const (
	Felipe = "88010000"
	Se     = "01001000"
	Town   = "73770000"
	// Unknown and AlsoUnknown have the two different answers of the real service for unknown codes.
	Unknown     = "99999999"
	AlsoUnknown = "12345678"
)

var addresses = map[string][4]string{
	Felipe: {"Rua Felipe Schmidt", "Centro", "Florianópolis", "SC"},
	Se:     {"Praça da Sé", "Sé", "São Paulo", "SP"},
	Town:   {"", "", "Alto Paraíso de Goiás", "GO"},
}

// ViaCEP is a running simulator.
type ViaCEP struct {
	URL string

	mu       sync.Mutex
	fault    Fault
	requests []string
}

// New starts a simulator for one test; it stops when the test ends.
func New(t testing.TB) *ViaCEP {
	t.Helper()
	sim := &ViaCEP{}
	server := httptest.NewServer(sim)
	t.Cleanup(server.Close)
	sim.URL = server.URL
	return sim
}

// Fail sets the fault of later answers.
func (s *ViaCEP) Fail(fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

// Requests returns the requested codes, in order.
func (s *ViaCEP) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.requests...)
}

var route = regexp.MustCompile(`^/ws/([0-9]{8})/json/$`)

// ServeHTTP answers as ViaCEP does.
func (s *ViaCEP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	requested := route.FindStringSubmatch(r.URL.Path)
	if requested == nil || r.Method != http.MethodGet {
		page(w, http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, requested[1])
	fault := s.fault
	s.mu.Unlock()
	if fault == Healthy {
		answer(w, requested[1])
		return
	}
	fail(w, r, fault)
}

func answer(w http.ResponseWriter, code string) {
	address, known := addresses[code]
	switch {
	case known:
		write(w, fmt.Sprintf(`{"cep": "%s-%s", "logradouro": %q, "complemento": "", "unidade": "", "bairro": %q, "localidade": %q, "uf": %q,
			"estado": "", "regiao": "", "ibge": "0", "gia": "", "ddd": "48", "siafi": "0"}`, code[:5], code[5:], address[0], address[1], address[2],
			address[3]))
	case code == AlsoUnknown:
		write(w, `{"erro": true}`)
	default:
		write(w, `{"erro": "true"}`)
	}
}

func fail(w http.ResponseWriter, r *http.Request, fault Fault) {
	switch fault {
	case Slow:
		<-r.Context().Done()
	case Blocked:
		page(w, http.StatusTooManyRequests)
	case Broken:
		page(w, http.StatusInternalServerError)
	case Page:
		page(w, http.StatusOK)
	case Cut:
		write(w, `{"cep": "88010-000", "logra`)
	case List:
		write(w, `[]`)
	case Elsewhere:
		http.Redirect(w, r, "/ws/"+Se+"/json/", http.StatusFound)
	case Huge:
		write(w, `{"cep": "`+strings.Repeat("8", 1<<20)+`"}`)
	case Another:
		write(w, `{"cep": "20040-002", "logradouro": "Rua da Quitanda", "bairro": "Centro", "localidade": "Rio de Janeiro", "uf": "RJ"}`)
	case Hollow:
		write(w, `{}`)
	}
}

func write(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	fmt.Fprint(w, body)
}

func page(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprint(w, "<!DOCTYPE html><title>Erro</title><h1>Http "+fmt.Sprint(status)+"</h1>")
}
