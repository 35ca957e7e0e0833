package googlecalendar

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/simulators/control"
)

// Lifetimes of codes and tokens.
const (
	codeLife    = 10 * time.Minute
	accessLife  = time.Hour
	refreshLife = 180 * 24 * time.Hour
	testingLife = 7 * 24 * time.Hour
)

func (s *Simulator) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	redirect, err := url.Parse(query.Get("redirect_uri"))
	if err != nil || query.Get("client_id") != s.app.ClientID || !s.isRegistered(query.Get("redirect_uri"), redirect) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte("<title>Error 400: redirect_uri_mismatch</title><h1>Access blocked</h1>"))
		return
	}
	answer := url.Values{"state": {query.Get("state")}}
	if s.app.DenyAccess || query.Get("response_type") != "code" {
		answer.Set("error", "access_denied")
	} else {
		answer.Set("code", s.newCode(query))
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

// newCode returns a code. Its refresh token is granted the first time, and again only with prompt=consent.
func (s *Simulator) newCode(query url.Values) string {
	scopes := slices.DeleteFunc(strings.Fields(query.Get("scope")), func(scope string) bool { return slices.Contains(s.app.Unticked, scope) })
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	offline := query.Get("access_type") == "offline" && (!s.hasGrant || query.Get("prompt") == "consent")
	s.hasGrant = true
	code := "4/code-" + s.number()
	s.codes[code] = grant{scopes: scopes, redirect: query.Get("redirect_uri"), challenge: query.Get("code_challenge"), offline: offline,
		expires: now.Add(codeLife)}
	return code
}

func (s *Simulator) issueToken(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		refuseGrant(w, http.StatusBadRequest, "invalid_request", "unreadable body")
		return
	}
	form, now := r.PostForm, s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if form.Get("client_id") != s.app.ClientID || form.Get("client_secret") != s.app.ClientSecret {
		refuseGrant(w, http.StatusUnauthorized, "invalid_client", "The OAuth client was not found.")
		return
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		s.exchangeCode(w, form, now)
	case "refresh_token":
		s.refreshAccess(w, form, now)
	default:
		refuseGrant(w, http.StatusBadRequest, "unsupported_grant_type", "Invalid grant_type")
	}
}

// exchangeCode uses a code up. The lock must be held.
func (s *Simulator) exchangeCode(w http.ResponseWriter, form url.Values, now time.Time) {
	granted, isKnown := s.codes[form.Get("code")]
	delete(s.codes, form.Get("code"))
	verifier := sha256.Sum256([]byte(form.Get("code_verifier")))
	switch {
	case !isKnown || !now.Before(granted.expires):
		refuseGrant(w, http.StatusBadRequest, "invalid_grant", "Malformed auth code.")
		return
	case granted.redirect != form.Get("redirect_uri"):
		refuseGrant(w, http.StatusBadRequest, "redirect_uri_mismatch", "Bad Request")
		return
	case granted.challenge != "" && granted.challenge != base64.RawURLEncoding.EncodeToString(verifier[:]):
		refuseGrant(w, http.StatusBadRequest, "invalid_grant", "Invalid code verifier.")
		return
	}
	answer := s.tokenAnswer(granted, now)
	if granted.offline {
		answer["refresh_token"] = s.newRefresh(granted, now)
	}
	control.WriteJSON(w, http.StatusOK, answer)
}

// refreshAccess answers without a refresh token, because it does not rotate. The lock must be held.
func (s *Simulator) refreshAccess(w http.ResponseWriter, form url.Values, now time.Time) {
	granted, isKnown := s.refresh[form.Get("refresh_token")]
	if !isKnown || !now.Before(granted.expires) {
		refuseGrant(w, http.StatusBadRequest, "invalid_grant", "Token has been expired or revoked.")
		return
	}
	s.refreshes++
	control.WriteJSON(w, http.StatusOK, s.tokenAnswer(granted, now))
}

func (s *Simulator) tokenAnswer(granted grant, now time.Time) map[string]any {
	return map[string]any{"access_token": s.newAccess(granted, now), "expires_in": int(accessLife.Seconds()) - 1,
		"scope": strings.Join(granted.scopes, " "), "token_type": "Bearer"}
}

func (s *Simulator) newAccess(granted grant, now time.Time) string {
	token := "ya29." + strings.Repeat("a", 200) + s.number()
	granted.expires = now.Add(accessLife)
	s.access[token] = granted
	return token
}

func (s *Simulator) newRefresh(granted grant, now time.Time) string {
	token := "1//" + strings.Repeat("r", 90) + s.number()
	if granted.expires = now.Add(refreshLife); s.app.IsTesting {
		granted.expires = now.Add(testingLife)
	}
	s.refresh[token] = granted
	return token
}

func (s *Simulator) revoke(w http.ResponseWriter, r *http.Request) {
	token := r.FormValue("token")
	s.mu.Lock()
	_, isAccess := s.access[token]
	_, isRefresh := s.refresh[token]
	s.mu.Unlock()
	if !isAccess && !isRefresh {
		refuseGrant(w, http.StatusBadRequest, "invalid_token", "Token expired or revoked")
		return
	}
	s.Revoke()
	control.WriteJSON(w, http.StatusOK, map[string]any{})
}

func refuseGrant(w http.ResponseWriter, status int, code, description string) {
	control.WriteJSON(w, status, map[string]string{"error": code, "error_description": description})
}
