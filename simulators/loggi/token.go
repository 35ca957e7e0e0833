package loggi

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"time"

	"acolhe/simulators/control"
)

func (s *Simulator) issueToken(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		s.refuseToken(w, http.StatusBadRequest, "Content-Type must be application/json")
		return
	}
	var input struct {
		ClientID     string `json:"client_id"`
		ClientSecret string `json:"client_secret"`
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil || input.ClientID == "" || input.ClientSecret == "" {
		s.refuseToken(w, http.StatusBadRequest, "client_id and client_secret are required")
		return
	}
	now := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if input.ClientID != s.account.ClientID || input.ClientSecret != s.account.ClientSecret {
		s.refuseToken(w, http.StatusUnauthorized, "invalid credentials")
		return
	}
	token := "sim.jwt." + s.number()
	s.tokens[token] = now.Add(time.Duration(digits(s.account.ExpiresIn)) * time.Second)
	control.WriteJSON(w, http.StatusOK, map[string]string{"idToken": token, "expiresIn": s.account.ExpiresIn})
}

func (s *Simulator) refuseToken(w http.ResponseWriter, status int, detail string) {
	if s.account.EnvelopeErrors {
		refuse(w, status, codes[status], detail)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"type": "about:blank", "title": http.StatusText(status), "status": status, "detail": detail,
		"instance": "/v2/oauth2/token"})
}

// authorized requires a valid token and the account's company.
func (s *Simulator) authorized(handle http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		now := s.Now()
		s.mu.Lock()
		expires, isKnown := s.tokens[token]
		company := s.account.CompanyID
		s.mu.Unlock()
		switch {
		case !isBearer || !isKnown || !now.Before(expires):
			refuse(w, http.StatusUnauthorized, 16, "Jwt is missing or expired")
		case r.PathValue("company") != company:
			refuse(w, http.StatusForbidden, 7, "company not allowed")
		default:
			handle(w, r)
		}
	})
}
