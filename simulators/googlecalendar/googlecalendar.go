// Package googlecalendar simulates Google's OAuth and the Calendar API v3 (integrations.md, 3 and 9.3) over HTTP, with
// its state in memory. It refuses what the real service refuses.
package googlecalendar

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"acolhe/simulators/control"
)

// App is the registered application with its account.
type App struct {
	ClientID     string
	ClientSecret string
	// RedirectURIs lists the registered addresses; empty accepts those of this machine.
	RedirectURIs []string
	// DenyAccess answers authorizations as a user who refuses.
	DenyAccess bool
	// Unticked lists the scopes that the user does not grant.
	Unticked []string
	// IsTesting makes refresh tokens expire after 7 days, as those of an application that is not published.
	IsTesting bool
	// PageSize is the maximum number of calendars of a page; 0 is 250.
	PageSize int
	// Calendars are those of the account; the first is the primary one.
	Calendars []Calendar
}

// Calendar is a calendar of the account.
type Calendar struct {
	ID, Summary string
	// AccessRole is owner, writer or reader.
	AccessRole string
}

// Default is the application of acolhe-sim.
var Default = App{ClientID: "sim-google.apps.googleusercontent.com", ClientSecret: "sim-google-secret", Calendars: []Calendar{
	{"agenda@exemplo.org.br", "Agenda da associação", "owner"},
	{"renata@group.calendar.google.com", "Renata Ribeiro", "writer"},
	{"paulo@group.calendar.google.com", "Paulo Prado", "writer"},
	{"feriados@group.v.calendar.google.com", "Feriados no Brasil", "reader"},
}}

// The scopes of the interface.
const (
	scopeEvents    = "https://www.googleapis.com/auth/calendar.events"
	scopeCalendars = "https://www.googleapis.com/auth/calendar.calendarlist.readonly"
)

// Simulator is a Google with one account.
type Simulator struct {
	*control.Plane
	app App

	mu        sync.Mutex
	codes     map[string]grant
	access    map[string]grant
	refresh   map[string]grant
	hasGrant  bool
	events    map[string]map[string]*event
	refreshes int
	limited   int
	next      int
}

// grant is the authorization behind a code or token.
type grant struct {
	scopes              []string
	redirect, challenge string
	offline             bool
	expires             time.Time
}

// New returns a simulator of Google.
func New(app App) *Simulator {
	s := &Simulator{app: app}
	s.forget()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /o/oauth2/v2/auth", s.authorize)
	mux.HandleFunc("POST /token", s.issueToken)
	mux.HandleFunc("POST /revoke", s.revoke)
	const events = "/calendar/v3/calendars/{calendar}/events"
	mux.Handle("GET /calendar/v3/users/me/calendarList", s.guarded(scopeCalendars, s.listCalendars))
	mux.Handle("POST "+events, s.guarded(scopeEvents, s.insert))
	mux.Handle("GET "+events+"/{event}", s.guarded(scopeEvents, s.show))
	mux.Handle("PATCH "+events+"/{event}", s.guarded(scopeEvents, s.patch))
	mux.Handle("DELETE "+events+"/{event}", s.guarded(scopeEvents, s.remove))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, "notFound") })
	s.Plane = control.New(mux, writeStatus, s.forget)
	return s
}

// LimitRate makes the next calls of the API fail with 403 rateLimitExceeded.
func (s *Simulator) LimitRate(times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limited = times
}

// Refreshes returns the number of successful refreshes.
func (s *Simulator) Refreshes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refreshes
}

// Revoke makes all tokens invalid, as a user who removes the application.
func (s *Simulator) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access, s.refresh, s.hasGrant = map[string]grant{}, map[string]grant{}, false
}

// Grant returns an access and a refresh token with all scopes, as if a user had authorized them.
func (s *Simulator) Grant() (access, refresh string) {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	granted := grant{scopes: []string{scopeEvents, scopeCalendars}, offline: true}
	return s.newAccess(granted, now), s.newRefresh(granted, now)
}

func (s *Simulator) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes, s.access, s.refresh, s.hasGrant = map[string]grant{}, map[string]grant{}, map[string]grant{}, false
	s.events, s.refreshes, s.limited, s.next = map[string]map[string]*event{}, 0, 0, 0
}

// guarded requires a valid token with the scope, and that the rate is not limited.
func (s *Simulator) guarded(scope string, handle http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := s.Now()
		s.mu.Lock()
		granted, isKnown := s.access[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
		isLimited := s.limited > 0
		s.limited = max(0, s.limited-1)
		s.mu.Unlock()
		switch {
		case !isKnown || !now.Before(granted.expires):
			refuse(w, http.StatusUnauthorized, "authError")
		case isLimited:
			refuse(w, http.StatusForbidden, "rateLimitExceeded")
		case !slices.Contains(granted.scopes, scope):
			refuse(w, http.StatusForbidden, "insufficientPermissions")
		default:
			handle(w, r)
		}
	})
}

// listCalendars answers a page of the calendars that the account may at least write if asked so.
func (s *Simulator) listCalendars(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	items := []map[string]any{}
	for i, calendar := range s.app.Calendars {
		if query.Get("minAccessRole") == "writer" && calendar.AccessRole == "reader" {
			continue
		}
		item := map[string]any{"kind": "calendar#calendarListEntry", "id": calendar.ID, "summary": calendar.Summary,
			"accessRole": calendar.AccessRole,
			"timeZone":   "America/Sao_Paulo"}
		if i == 0 {
			item["primary"] = true
		}
		items = append(items, item)
	}
	size := 250
	if asked, err := strconv.Atoi(query.Get("maxResults")); err == nil {
		size = min(size, asked)
	}
	if s.app.PageSize > 0 {
		size = min(size, s.app.PageSize)
	}
	from, _ := strconv.Atoi(query.Get("pageToken")) // none is the first page
	answer := map[string]any{"kind": "calendar#calendarList", "etag": `"1"`}
	from = min(max(from, 0), len(items))
	to := min(from+size, len(items))
	if answer["items"] = items[from:to]; to < len(items) {
		answer["nextPageToken"] = strconv.Itoa(to)
	}
	control.WriteJSON(w, http.StatusOK, answer)
}

// calendarOf returns the calendar of the address if the account may write it; primary is the first.
func (s *Simulator) calendarOf(r *http.Request) (id string, isShared bool) {
	id = r.PathValue("calendar")
	if id == "primary" && len(s.app.Calendars) > 0 {
		id = s.app.Calendars[0].ID
	}
	return id, slices.ContainsFunc(s.app.Calendars, func(c Calendar) bool { return c.ID == id && c.AccessRole != "reader" })
}

var statusReasons = map[int]string{http.StatusUnauthorized: "authError", http.StatusForbidden: "forbidden",
	http.StatusTooManyRequests:     "rateLimitExceeded",
	http.StatusInternalServerError: "backendError", http.StatusServiceUnavailable: "backendError"}

func writeStatus(w http.ResponseWriter, status int) { refuse(w, status, statusReasons[status]) }

// refuse writes an error in Google's form.
func refuse(w http.ResponseWriter, status int, reason string) {
	message := http.StatusText(status) + " (" + reason + ")"
	control.WriteJSON(w, status, map[string]any{"error": map[string]any{"code": status, "message": message,
		"errors": []map[string]string{{"domain": "global", "reason": reason, "message": message}}}})
}

func (s *Simulator) number() string {
	s.next++
	return strconv.Itoa(s.next)
}
