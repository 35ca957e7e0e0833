// Package melhorenvio simulates Melhor Envio's API v2 with its OAuth (integrations.md, 2 and 9.2) over HTTP, with its
// state in memory. It refuses what the real service refuses.
package melhorenvio

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"acolhe/simulators/control"
)

// App is the registered application and its account.
type App struct {
	ClientID     string
	ClientSecret string
	// RedirectURIs lists the registered addresses; empty accepts those of this machine.
	RedirectURIs []string
	// PersonalToken is valid without OAuth, with all scopes.
	PersonalToken string
	// DenyAccess answers authorizations as a user who refuses.
	DenyAccess bool
	// Balance is the money of the wallet in cents.
	Balance int
	// PerMinute is the maximum number of calls in a minute; 0 is 250.
	PerMinute int
}

// Default is the application of acolhe-sim.
var Default = App{ClientID: "18342", ClientSecret: "sim-melhor-envio-secret", PersonalToken: "sim-melhor-envio-token", Balance: 500_00}

const defaultPerMinute = 250

// Simulator is a Melhor Envio with one account.
type Simulator struct {
	*control.Plane
	app App

	mu        sync.Mutex
	codes     map[string]grant
	access    map[string]grant
	refresh   map[string]grant
	orders    map[string]*order
	balance   int
	purchases int
	rotations int
	calls     []time.Time
	next      int
}

// grant is the authorization behind a code or token.
type grant struct {
	scopes   []string
	redirect string
	expires  time.Time
}

// New returns a simulator of Melhor Envio.
func New(app App) *Simulator {
	if app.PerMinute == 0 {
		app.PerMinute = defaultPerMinute
	}
	s := &Simulator{app: app}
	s.forget()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /oauth/authorize", s.authorize)
	mux.HandleFunc("POST /oauth/token", s.issueToken)
	mux.HandleFunc("GET /imprimir/{id}", func(w http.ResponseWriter, _ *http.Request) { control.WriteLabel(w) })
	for pattern, route := range s.routes() {
		mux.Handle(pattern, s.guarded(route))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, "Not Found") })
	s.Plane = control.New(mux, writeStatus, s.forget)
	return s
}

// route is a handler with the scope that it needs.
type route struct {
	scope  string
	handle http.HandlerFunc
}

func (s *Simulator) routes() map[string]route {
	const me = " /api/v2/me"
	return map[string]route{
		"GET" + me:                            {"users-read", s.showUser},
		"GET" + me + "/balance":               {"users-read", s.showBalance},
		"POST" + me + "/shipment/calculate":   {"shipping-calculate", s.calculate},
		"GET" + me + "/shipment/companies":    {"shipping-companies", s.listCompanies},
		"GET" + me + "/shipment/services":     {"shipping-companies", s.listServices},
		"POST" + me + "/cart":                 {"cart-write", s.addToCart},
		"GET" + me + "/cart/{id}":             {"cart-read", s.showOrder},
		"DELETE" + me + "/cart/{id}":          {"cart-write", s.removeFromCart},
		"POST" + me + "/shipment/checkout":    {"shipping-checkout", s.checkout},
		"POST" + me + "/shipment/generate":    {"shipping-generate", s.generate},
		"POST" + me + "/shipment/print":       {"shipping-print", s.print},
		"POST" + me + "/shipment/tracking":    {"shipping-tracking", s.track},
		"POST" + me + "/shipment/cancellable": {"shipping-cancel", s.cancellable},
		"POST" + me + "/shipment/cancel":      {"shipping-cancel", s.cancel},
		"GET" + me + "/orders/{id}":           {"orders-read", s.showOrder},
		"GET" + me + "/imprimir/pdf/{id}":     {"shipping-print", s.printFile},
	}
}

// Purchases returns the number of labels that were paid for, cancelled ones included.
func (s *Simulator) Purchases() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.purchases
}

// Rotations returns the number of successful refreshes.
func (s *Simulator) Rotations() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rotations
}

// Revoke makes all tokens invalid, as a user who removes the application.
func (s *Simulator) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access, s.refresh = map[string]grant{}, map[string]grant{}
}

// Grant returns an access and a refresh token with these scopes, as if a user had authorized them.
func (s *Simulator) Grant(scopes ...string) (access, refresh string) {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(scopes, now)
}

func (s *Simulator) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes, s.access, s.refresh, s.orders = map[string]grant{}, map[string]grant{}, map[string]grant{}, map[string]*order{}
	s.balance, s.purchases, s.rotations, s.calls, s.next = s.app.Balance, 0, 0, nil, 0
}

// guarded requires the headers of every call, a valid token, its scope, and that the limit is kept.
func (s *Simulator) guarded(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		scopes, isValid := s.scopesOf(token)
		switch {
		case !strings.Contains(r.Header.Get("Accept"), "application/json"):
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<title>Entrar</title>"))
		case !strings.Contains(r.UserAgent(), "@"):
			refuse(w, http.StatusForbidden, "User-Agent must hold a support e-mail")
		case !isValid:
			refuse(w, http.StatusUnauthorized, "Unauthenticated.")
		case s.isOverLimit():
			w.Header().Set("Retry-After", "60")
			refuse(w, http.StatusTooManyRequests, "Too Many Attempts.")
		case !slices.Contains(scopes, to.scope):
			refuse(w, http.StatusForbidden, "This action is unauthorized.")
		case r.Method == http.MethodPost && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
			refuse(w, http.StatusUnsupportedMediaType, "Content-Type must be application/json")
		default:
			to.handle(w, r)
		}
	})
}

func (s *Simulator) scopesOf(token string) (scopes []string, isValid bool) {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if token != "" && token == s.app.PersonalToken {
		for _, route := range s.routes() {
			scopes = append(scopes, route.scope)
		}
		return scopes, true
	}
	granted, isKnown := s.access[token]
	return granted.scopes, isKnown && now.Before(granted.expires)
}

func (s *Simulator) isOverLimit() bool {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(slices.DeleteFunc(s.calls, func(at time.Time) bool { return now.Sub(at) > time.Minute }), now)
	return len(s.calls) > s.app.PerMinute
}

func writeStatus(w http.ResponseWriter, status int) { refuse(w, status, http.StatusText(status)) }

func refuse(w http.ResponseWriter, status int, message string) {
	control.WriteJSON(w, status, map[string]string{"message": message})
}

// invalid writes 422 with the fields.
func invalid(w http.ResponseWriter, fields map[string]string) {
	problems := map[string][]string{}
	for field, reason := range fields {
		problems[field] = []string{reason}
	}
	control.WriteJSON(w, http.StatusUnprocessableEntity, map[string]any{"message": "The given data was invalid.", "errors": problems})
}
