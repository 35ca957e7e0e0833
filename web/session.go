package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"acolhe/models/platform/db"
	"acolhe/models/sessions"
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
	// sharedSlideStep is the same for a shared computer, on which a session ends after SharedIdle.
	sharedSlideStep = 15 * time.Second
	// sessionUseStep is the minimum time between two stored uses, for the same reason.
	sessionUseStep = time.Minute

	// SharedIdle is the time without use after which a session on a shared computer ends.
	SharedIdle = 15 * time.Minute

	// personKey is the key of the session's auth.Caller.
	personKey = "person"
	// openedKey marks a new session.
	openedKey = "opened"
)

// SessionStore stores sessions for scs, and finds one without scs: encoding and decoding a session would cost every
// request as much as its query.
type SessionStore interface {
	scs.Store
	// FindLive returns the live session of the token; the zero value without one.
	FindLive(ctx context.Context, token string) (sessions.Live, error)
}

// newSessions returns the session managers by kind of person.
func newSessions(config Config) map[auth.Kind]*scs.SessionManager {
	return map[auth.Kind]*scs.SessionManager{
		auth.Operator:  newSessionManager(config, operatorCookie, config.OperatorSessions),
		auth.Associate: newSessionManager(config, associateCookie, config.AssociateSessions),
	}
}

func newSessionManager(config Config, cookie string, store SessionStore) *scs.SessionManager {
	manager := scs.New()
	manager.Store = store
	manager.Codec = config.SessionCodec
	manager.Lifetime = sessionLifetime
	manager.Cookie.Name = cookie
	manager.Cookie.Domain = config.CookieDomain
	manager.Cookie.HttpOnly = true
	manager.Cookie.Secure = config.Production
	manager.Cookie.SameSite = http.SameSiteLaxMode
	manager.Cookie.Path = "/"
	return manager
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

// identifyBySession reads the session of the cookie; an unknown or expired one leaves the zero Caller.
func (s *Server) identifyBySession(r *Request, kind auth.Kind) error {
	live, err := s.findSession(r.Context(), r, kind)
	if err != nil || !live.By.IsKnown() {
		return err
	}
	r.setCaller(live.By)
	return r.extendSession(s.sessions[kind], live)
}

// findSession returns the live session of the request's cookie; the zero value without one.
func (s *Server) findSession(ctx context.Context, r *Request, kind auth.Kind) (sessions.Live, error) {
	store := s.config.OperatorSessions
	if kind == auth.Associate {
		store = s.config.AssociateSessions
	}
	token := r.Cookie(s.sessions[kind].Cookie.Name)
	if token == "" {
		return sessions.Live{}, nil
	}
	return store.FindLive(ctx, token)
}

// extendSession stores the use of a live session at most once a minute, and its new expiry at most once an hour.
func (r *Request) extendSession(manager *scs.SessionManager, live sessions.Live) error {
	lifetime, step := lifetimeOf(live.By)
	slides := live.Expires.Sub(r.Now) <= lifetime-step
	if !slides && r.Now.Sub(live.Used) < sessionUseStep || db.IsFromReplica(r.Context()) {
		return nil
	}
	if err := r.load(manager); err != nil {
		return err
	}
	if slides {
		return r.keepSession(manager)
	}
	manager.Put(r.Context(), personKey, r.By)
	_, _, err := manager.Commit(r.Context())
	return err
}

// lifetimeOf returns the time without use after which the session of a person ends, and the step in which its expiry moves.
func lifetimeOf(by auth.Caller) (lifetime, step time.Duration) {
	if by.IsShared {
		return SharedIdle, sharedSlideStep
	}
	return sessionLifetime, sessionSlideStep
}

// load makes the session of the cookie the current one of scs, which writes need.
func (r *Request) load(manager *scs.SessionManager) error {
	ctx, err := manager.Load(r.Context(), r.Cookie(manager.Cookie.Name))
	if err == nil {
		r.gin.Request = r.gin.Request.WithContext(ctx)
	}
	return err
}

// setCaller sets the caller, and keeps the origin and the time of the request. What the request then changes, the caller
// changes; one that only reads sets nothing on a connection.
func (r *Request) setCaller(by auth.Caller) {
	by.Origin, by.Now = r.By.Origin, r.By.Now
	r.By = by
	if r.gin.Request.Method != http.MethodGet {
		r.gin.Request = r.gin.Request.WithContext(db.WithActor(r.Context(), by))
		r.unbounded = db.WithActor(r.unbounded, by)
	}
}

// SessionToken returns the token of the operator's cookie, live or not; empty without one.
func (r *Request) SessionToken() string { return r.Cookie(operatorCookie) }

// SignIn opens a session for an operator or an associate and sets the cookie. An earlier session of the browser ends;
// those of other devices continue.
func (r *Request) SignIn(by auth.Caller) error {
	manager := r.server.sessions[by.Kind]
	if err := r.load(manager); err != nil {
		return err
	}
	if manager.Token(r.Context()) != "" {
		if err := manager.RenewToken(r.Context()); err != nil {
			return err
		}
	}
	r.setCaller(by)
	manager.Put(r.Context(), openedKey, true)
	return r.keepSession(manager)
}

// SignOut ends the session of the request and removes its cookie.
func (r *Request) SignOut() error {
	manager := r.server.sessions[r.By.Kind]
	if err := r.load(manager); err != nil {
		return err
	}
	if err := manager.Destroy(r.Context()); err != nil {
		return err
	}
	manager.WriteSessionCookie(r.Context(), r.gin.Writer, "", time.Time{})
	return nil
}

// keepSession extends the caller's session to a whole lifetime from now. The cookie of a shared computer lasts longer than its
// session, so that the next sign-in can say why it ended.
func (r *Request) keepSession(manager *scs.SessionManager) error {
	lifetime, _ := lifetimeOf(r.By)
	manager.Put(r.Context(), personKey, r.By)
	manager.SetDeadline(r.Context(), r.Now.Add(lifetime))
	token, _, err := manager.Commit(r.Context())
	if err != nil {
		return err
	}
	// The library takes the time until then from the clock, and checking a password may have taken seconds since r.Now.
	manager.WriteSessionCookie(r.Context(), r.gin.Writer, token, time.Now().Add(sessionLifetime))
	return nil
}
