package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"acolhe/models/errs"
	"acolhe/models/person"
)

// Sessions slide: 168 hours from the last use (specification, "Operator session").
// The expiry is moved once an hour at most, so that reading costs no write.
const (
	operatorCookie   = "service_oss_session"
	sessionLifetime  = 168 * time.Hour
	sessionSlideStep = time.Hour

	// personKey is the one value a session holds: the person.Person it belongs to.
	personKey = "person"
)

func newSessions(config Config) *scs.SessionManager {
	sessions := scs.New()
	sessions.Store = config.OperatorSessions
	sessions.Codec = config.SessionCodec
	sessions.Lifetime = sessionLifetime
	sessions.Cookie.Name = operatorCookie
	sessions.Cookie.Domain = config.CookieDomain
	sessions.Cookie.HttpOnly = true
	sessions.Cookie.Secure = config.Production
	sessions.Cookie.SameSite = http.SameSiteLaxMode
	sessions.Cookie.Path = "/"
	return sessions
}

// identify resolves who asks. A request with a Bearer token is judged by the token
// alone, even beside a cookie (decisions.md, "Authentication").
func (s *Server) identify(r *Request) error {
	if header := r.Header("Authorization"); header != "" {
		scheme, bearer, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return errs.Unauthenticated("Envie o token como Authorization: Bearer.")
		}
		by, err := s.config.FindToken(r.Context(), strings.TrimSpace(bearer), r.Now)
		r.recognise(by)
		return err
	}
	token := r.Cookie(operatorCookie)
	if token == "" {
		return nil
	}
	return s.resume(r, token)
}

// resume loads the session of the cookie; an unknown or expired one leaves the caller nobody.
func (s *Server) resume(r *Request, token string) error {
	ctx, err := s.sessions.Load(r.Context(), token)
	if err != nil {
		return err
	}
	r.gin.Request = r.gin.Request.WithContext(ctx)
	by, known := s.sessions.Get(ctx, personKey).(person.Person)
	if !known {
		return nil
	}
	r.recognise(by)
	if s.sessions.Deadline(ctx).Sub(r.Now) > sessionLifetime-sessionSlideStep {
		return nil
	}
	s.sessions.SetDeadline(ctx, r.Now.Add(sessionLifetime))
	return s.keepSession(r)
}

// recognise says who asks; where from was known before.
func (r *Request) recognise(by person.Person) {
	by.Origin = r.By.Origin
	r.By = by
}

// SignIn opens a session for an operator and sets the cookie; the one before it ends.
func (r *Request) SignIn(by person.Person) error {
	sessions := r.server.sessions
	ctx, err := sessions.Load(r.Context(), "")
	if err != nil {
		return err
	}
	r.gin.Request = r.gin.Request.WithContext(ctx)
	sessions.Put(ctx, personKey, by)
	sessions.SetDeadline(ctx, r.Now.Add(sessionLifetime))
	return r.server.keepSession(r)
}

// SignOut ends the session and removes the cookie.
func (r *Request) SignOut() error {
	sessions := r.server.sessions
	if err := sessions.Destroy(r.Context()); err != nil {
		return err
	}
	sessions.WriteSessionCookie(r.Context(), r.gin.Writer, "", time.Time{})
	return nil
}

func (s *Server) keepSession(r *Request) error {
	token, expires, err := s.sessions.Commit(r.Context())
	if err != nil {
		return err
	}
	s.sessions.WriteSessionCookie(r.Context(), r.gin.Writer, token, expires)
	return nil
}
