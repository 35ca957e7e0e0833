// Package loggi simulates Loggi's API (integrations.md, 1 and 9.1) over HTTP, with its state in memory. It refuses what
// the real service refuses.
package loggi

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"acolhe/simulators/control"
)

// Account is the account that the simulator knows, and the forms of its answers in which sources disagree.
type Account struct {
	ClientID     string
	ClientSecret string
	CompanyID    string
	// ServiceID is the externalServiceId of shipments.
	ServiceID string
	// ExpiresIn is the lifetime of tokens as answered: "300", or "3600s".
	ExpiresIn string
	// EnvelopeErrors answers errors of tokens in the gRPC envelope instead of problem+json.
	EnvelopeErrors bool
	// NumericUnits answers the units of money as numbers instead of strings.
	NumericUnits bool
	// ReadyAfter is the time until a shipment has its label.
	ReadyAfter time.Duration
	// EarlyIs500 answers labels that are not ready by 500 instead of in failure[]; LabelURL answers an address instead of
	// the content.
	EarlyIs500 bool
	LabelURL   string
}

// Default is the account of acolhe-sim.
var Default = Account{ClientID: "sim-loggi", ClientSecret: "sim-loggi-secret", CompanyID: "1001", ServiceID: "DLVR-DROF-DOOR-STAN-01",
	ExpiresIn: "300"}

// Simulator is a Loggi with one account.
type Simulator struct {
	*control.Plane
	account Account

	mu        sync.Mutex
	tokens    map[string]time.Time
	shipments map[string]*shipment
	next      int
}

// New returns a simulator of Loggi.
func New(account Account) *Simulator {
	s := &Simulator{account: account}
	s.forget()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/oauth2/token", s.issueToken)
	for pattern, handle := range map[string]http.HandlerFunc{
		"POST /v1/companies/{company}/quotations":              s.quote,
		"POST /v1/companies/{company}/async-shipments":         s.ship,
		"POST /v1/companies/{company}/labels":                  s.printLabels,
		"GET /v1/companies/{company}/packages/{code}":          s.showPackage,
		"GET /v1/companies/{company}/packages/{code}/tracking": s.showPackage,
		"POST /v1/companies/{company}/packages/cancel":         s.cancel,
	} {
		mux.Handle(pattern, s.authorized(handle))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, 5, "Not Found") })
	s.Plane = control.New(mux, writeStatus, s.forget)
	return s
}

// Purchases returns the number of shipments that were made, cancelled ones included.
func (s *Simulator) Purchases() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.shipments)
}

// RevokeTokens makes the tokens so far invalid.
func (s *Simulator) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens = map[string]time.Time{}
}

// ChangeSecret makes another secret the right one.
func (s *Simulator) ChangeSecret(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account.ClientSecret = secret
}

func (s *Simulator) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens, s.shipments, s.next = map[string]time.Time{}, map[string]*shipment{}, 0
}

// codes are the gRPC codes of statuses.
var codes = map[int]int{400: 3, 401: 16, 403: 7, 404: 5, 409: 9, 429: 8, 500: 13, 503: 14}

func writeStatus(w http.ResponseWriter, status int) {
	refuse(w, status, codes[status], http.StatusText(status))
}

// refuse writes the envelope of the v1 routes.
func refuse(w http.ResponseWriter, status, code int, message string) {
	control.WriteJSON(w, status, map[string]any{"code": code, "message": message, "details": []any{}})
}

func invalid(w http.ResponseWriter, message string) { refuse(w, http.StatusBadRequest, 3, message) }

func digits(text string) int {
	number := 0
	for _, r := range text {
		if r >= '0' && r <= '9' {
			number = number*10 + int(r-'0')
		}
	}
	return number
}

func (s *Simulator) number() string {
	s.next++
	return strconv.Itoa(s.next)
}
