package melhorenvio

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/simulators/control"
)

// Lifetimes of codes and tokens.
const (
	codeLife    = 10 * time.Minute
	accessLife  = 30 * 24 * time.Hour
	refreshLife = 45 * 24 * time.Hour
)

func (s *Simulator) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	redirect, err := url.Parse(query.Get("redirect_uri"))
	if err != nil || query.Get("client_id") != s.app.ClientID || !s.isRegistered(query.Get("redirect_uri"), redirect) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte("<title>Client invalid</title><h1>Client invalid</h1>"))
		return
	}
	answer := url.Values{"state": {query.Get("state")}}
	if s.app.DenyAccess {
		answer.Set("error", "access_denied")
	} else {
		answer.Set("code", s.newCode(strings.Fields(query.Get("scope")), query.Get("redirect_uri")))
	}
	redirect.RawQuery = answer.Encode()
	http.Redirect(w, r, redirect.String(), http.StatusFound)
}

func (s *Simulator) isRegistered(text string, address *url.URL) bool {
	if len(s.app.RedirectURIs) == 0 {
		return address.Hostname() == "127.0.0.1" || address.Hostname() == "localhost"
	}
	return slices.Contains(s.app.RedirectURIs, text)
}

func (s *Simulator) newCode(scopes []string, redirect string) string {
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	code := "code-" + s.number()
	s.codes[code] = grant{scopes, redirect, now.Add(codeLife)}
	return code
}

func (s *Simulator) issueToken(w http.ResponseWriter, r *http.Request) {
	input, err := fields(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, "unreadable body")
		return
	}
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if input["client_id"] != s.app.ClientID || input["client_secret"] != s.app.ClientSecret {
		control.WriteJSON(w, http.StatusUnauthorized,
			map[string]string{"error": "invalid_client", "error_description": "Client authentication failed",
				"message": "Client authentication failed"})
		return
	}
	var granted grant
	var isKnown bool
	switch input["grant_type"] {
	case "authorization_code":
		granted, isKnown = s.codes[input["code"]]
		delete(s.codes, input["code"])
		isKnown = isKnown && granted.redirect == input["redirect_uri"]
	case "refresh_token":
		granted, isKnown = s.refresh[input["refresh_token"]]
		delete(s.refresh, input["refresh_token"])
		if isKnown && now.Before(granted.expires) {
			s.rotations++
		}
	default:
		control.WriteJSON(w, http.StatusBadRequest,
			map[string]string{"error": "unsupported_grant_type", "hint": "Check that all required parameters have been provided"})
		return
	}
	if !isKnown || !now.Before(granted.expires) {
		control.WriteJSON(w, http.StatusUnauthorized,
			map[string]string{"error": "invalid_grant", "error_description": "The refresh token is invalid.",
				"hint": "Token has been revoked", "message": "The refresh token is invalid."})
		return
	}
	access, refresh := s.issue(granted.scopes, now)
	control.WriteJSON(w, http.StatusOK, map[string]any{"token_type": "Bearer", "expires_in": int(accessLife.Seconds()),
		"access_token": access, "refresh_token": refresh})
}

// issue makes a pair of tokens, as long as the real ones. The lock must be held.
func (s *Simulator) issue(scopes []string, now time.Time) (access, refresh string) {
	number := s.number()
	access = "eyJ0eXAiOiJKV1Qi." + strings.Repeat("a", 1100) + "." + number
	refresh = "def502" + strings.Repeat("f", 600) + number
	s.access[access] = grant{scopes: scopes, expires: now.Add(accessLife)}
	s.refresh[refresh] = grant{scopes: scopes, expires: now.Add(refreshLife)}
	return access, refresh
}

// fields reads a body in form encoding or JSON, whose client_id may be a number.
func fields(r *http.Request) (map[string]string, error) {
	found := map[string]string{}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return nil, err
		}
		for name, value := range body {
			found[name] = fmt.Sprint(value)
		}
		return found, nil
	}
	err := r.ParseForm()
	for name := range r.PostForm {
		found[name] = r.PostForm.Get(name)
	}
	return found, err
}

func (s *Simulator) number() string {
	s.next++
	return strconv.Itoa(s.next)
}
