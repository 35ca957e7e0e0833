package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Sessions slide: 168 hours from the last use (specification, "Operator session"; decisions.md for associates). The
// expiry is moved at most once an hour, so that reading causes no write.
const (
	operatorCookie   = "service_oss_session"
	associateCookie  = "associate_session"
	sessionLifetime  = 168 * time.Hour
	sessionSlideStep = time.Hour
	// sessionUseStep is the minimum time between two stored uses, for the same reason.
	sessionUseStep = time.Minute

	// personKey is the key of the session's auth.Caller.
	personKey = "person"
	// openedKey marks a new session.
	openedKey = "opened"
	// usedKey is the key of the stored time of the last use.
	usedKey = "used"
)

// newSessions returns the session managers by kind of person.
func newSessions(config Config) map[auth.Kind]*scs.SessionManager {
	return map[auth.Kind]*scs.SessionManager{
		auth.Operator:  newSessionManager(config, operatorCookie, config.OperatorSessions),
		auth.Associate: newSessionManager(config, associateCookie, config.AssociateSessions),
	}
}

func newSessionManager(config Config, cookie string, store scs.Store) *scs.SessionManager {
	sessions := scs.New()
	sessions.Store = store
	sessions.Codec = config.SessionCodec
	sessions.Lifetime = sessionLifetime
	sessions.Cookie.Name = cookie
	sessions.Cookie.Domain = config.CookieDomain
	sessions.Cookie.HttpOnly = true
	sessions.Cookie.Secure = config.Production
	sessions.Cookie.SameSite = http.SameSiteLaxMode
	sessions.Cookie.Path = "/"
	return sessions
}

// identify resolves the caller. With a Bearer token the cookie is ignored (decisions.md, "Authentication").
func (s *Server) identify(r *Request) error {
	if header := r.Header("Authorization"); header != "" {
		scheme, bearer, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return errs.Unauthenticated("Envie o token como Authorization: Bearer.")
		}
		by, err := s.config.FindToken(r.Context(), strings.TrimSpace(bearer), r.Now)
		r.setCaller(by)
		return err
	}
	if err := s.identifyBySession(r, r.route.Guard.sessionKind()); err != nil || r.By.IsKnown() || !r.route.Guard.orAssociate {
		return err
	}
	return s.identifyBySession(r, auth.Associate)
}

func (s *Server) identifyBySession(r *Request, kind auth.Kind) error {
	sessions := s.sessions[kind]
	token := r.Cookie(sessions.Cookie.Name)
	if token == "" {
		return nil
	}
	return r.resume(sessions, token)
}

// resume loads the session of the cookie; an unknown or expired one leaves the zero Caller.
func (r *Request) resume(sessions *scs.SessionManager, token string) error {
	ctx, err := sessions.Load(r.Context(), token)
	if err != nil {
		return err
	}
	r.gin.Request = r.gin.Request.WithContext(ctx)
	by, known := sessions.Get(ctx, personKey).(auth.Caller)
	if !known {
		return nil
	}
	r.setCaller(by)
	if sessions.Deadline(ctx).Sub(r.Now) <= sessionLifetime-sessionSlideStep {
		return r.keepSession(sessions)
	}
	if used, _ := sessions.Get(ctx, usedKey).(time.Time); r.Now.Sub(used) < sessionUseStep {
		return nil
	}
	sessions.Put(ctx, personKey, r.By)
	_, _, err = sessions.Commit(ctx)
	return err
}

// setCaller sets the caller, and keeps the origin and the time of the request.
func (r *Request) setCaller(by auth.Caller) {
	by.Origin, by.Now = r.By.Origin, r.By.Now
	r.By = by
}

// SessionToken returns the token of the operator's cookie, live or not; empty without one.
func (r *Request) SessionToken() string { return r.Cookie(operatorCookie) }

// SignIn opens a session for an operator or an associate and sets the cookie. An earlier session of the browser ends;
// those of other devices continue.
func (r *Request) SignIn(by auth.Caller) error {
	sessions := r.server.sessions[by.Kind]
	ctx, err := sessions.Load(r.Context(), r.Cookie(sessions.Cookie.Name))
	if err != nil {
		return err
	}
	r.gin.Request = r.gin.Request.WithContext(ctx)
	if sessions.Token(ctx) != "" {
		if err := sessions.RenewToken(ctx); err != nil {
			return err
		}
	}
	r.setCaller(by)
	sessions.Put(ctx, openedKey, true)
	return r.keepSession(sessions)
}

// SignOut ends the session of the request and removes its cookie.
func (r *Request) SignOut() error {
	sessions := r.server.sessions[r.By.Kind]
	if err := sessions.Destroy(r.Context()); err != nil {
		return err
	}
	sessions.WriteSessionCookie(r.Context(), r.gin.Writer, "", time.Time{})
	return nil
}

// keepSession extends the caller's session to a whole lifetime from now.
func (r *Request) keepSession(sessions *scs.SessionManager) error {
	sessions.Put(r.Context(), personKey, r.By)
	sessions.SetDeadline(r.Context(), r.Now.Add(sessionLifetime))
	token, expires, err := sessions.Commit(r.Context())
	if err != nil {
		return err
	}
	sessions.WriteSessionCookie(r.Context(), r.gin.Writer, token, expires)
	return nil
}
