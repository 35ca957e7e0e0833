package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/alexedwards/scs/v2"
	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/turns"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Limits of every request.
const (
	maxJSONBytes   = 1 << 20
	maxPublicBytes = 64 << 10 // without a session
	requestTimeout = 30 * time.Second
	stalledAfter   = 30 * time.Second
)

// Config holds the server's dependencies and settings. Fields are required unless they say otherwise.
type Config struct {
	// Production turns on Secure cookies and HSTS.
	Production bool
	// BaseURL is the public address, used in links and cookies.
	BaseURL *url.URL
	// CookieDomain is the association's root domain; empty binds cookies to the host.
	CookieDomain string
	// TrustedProxies are the CIDRs whose X-Forwarded-For is trusted.
	TrustedProxies []string
	// CORSOrigins are the other origins whose pages may use the JSON interface with cookies.
	CORSOrigins []string
	Log         *slog.Logger
	// Now is the clock for the times of requests.
	Now func() time.Time
	// OperatorSessions keeps the sessions of operators.
	OperatorSessions SessionStore
	// AssociateSessions keeps the sessions of associates.
	AssociateSessions SessionStore
	SessionCodec      scs.Codec
	// FindToken resolves a Bearer value; an unknown one is 401.
	FindToken func(ctx context.Context, bearer string, now time.Time) (auth.Caller, error)
	// AllowRate counts a request of a route that declares RateLimit; one too many is 429.
	AllowRate func(ctx context.Context, rule ratelimit.Rule, subject string, now time.Time) error
	// TakeQuota counts a request of a route that declares Quota, with the bytes of its body, and returns the requests that
	// are left. One too many is 429 or 413. Undo gives the request back, which stored nothing.
	TakeQuota func(ctx context.Context, quota ratelimit.Quota, subject string, bytes int64, now time.Time) (left int,
		undo func(context.Context) error, err error)
	// QuotaLeft reads what is left of a quota, for the pages that say it.
	QuotaLeft func(ctx context.Context, quota ratelimit.Quota, subject string, now time.Time) (ratelimit.Rest, error)
	// Report records an answer of 5xx after it was written; nil records none. It must return soon and cannot fail.
	Report func(ctx context.Context, failure Failure)
	// Moved returns the address to which that of a page without a record leads; empty if it leads nowhere. It may be nil.
	Moved func(*Request) (string, error)
	// Seen records an answered request that showed data of people; nil records none. It must return at once and cannot fail.
	Seen func(Read)
	// Reason returns why an operator needs the record of this kind with this id or code, for the log of reads; an error refuses one
	// who has to say it first. Nil asks nobody.
	Reason func(r *Request, of, key string) (string, error)
	// Replica answers the routes that declare FromReplica; nil without one.
	Replica *db.Replica
	// Serves returns an error while no request may be served but those of monitors; nil always serves.
	Serves func() error
	// Ready are the parts that must respond before requests are served.
	Ready []Part
	// Metrics are collected for /metrics beside those of requests.
	Metrics []prometheus.Collector
	// ErrorPage renders an error: a page, or an alert for htmx.
	ErrorPage func(r *Request, status int, refusal *errs.Error) templ.Component
	// SignInPage renders the answer to a form or htmx request of a person who is not signed in: a dialog over the page
	// for htmx, else the login page, which keeps the form. Nil redirects to the login page.
	SignInPage func(*Request) (templ.Component, error)
	// ConfirmPage renders the answer to an operator who must pass the second step again: a dialog over the page for htmx, else
	// a page that holds the form.
	ConfirmPage func(*Request) (templ.Component, error)
	// Confirm checks the code of a held form and restores its values, or asks for the code again.
	Confirm func(*Request) (isAnswered bool, err error)
	// StalledAfter is how long a client may take to read 64 KB of an answer before it is disconnected; 0 means 30 seconds.
	StalledAfter time.Duration
	// UploadPause is how long an upload may send nothing before it is refused; 0 means 30 seconds.
	UploadPause time.Duration
	// Concurrent is how many requests of one route run at the same time; others wait. 0 means any number.
	Concurrent int
	// ExpensiveWait is how long a request of an expensive route waits for its place; 0 means 15 seconds.
	ExpensiveWait time.Duration
	// Static serves /static/ and /favicon.ico.
	Static http.Handler
}

// Server serves a route table.
type Server struct {
	config   Config
	sessions map[auth.Kind]*scs.SessionManager
	metrics  *metrics
	origins  *origins
	routes   []Route
	// formPages is the result of formPages for the routes.
	formPages map[string]string
	// document returns the OpenAPI document of the routes as JSON, which is made once: that takes 50 ms.
	document  func() ([]byte, error)
	downloads turns.Turns
	lanes     *lanes
	expensive *lanes
	engine    *gin.Engine
}

// New mounts the routes. It returns an error for a route without a guard, a route mounted twice, proxies that are not
// CIDRs and malformed origins.
func New(config Config, routes []Route) (*Server, error) {
	gin.SetMode(gin.ReleaseMode)
	if config.StalledAfter == 0 {
		config.StalledAfter = stalledAfter
	}
	if config.UploadPause == 0 {
		config.UploadPause = uploadPause
	}
	if config.ExpensiveWait == 0 {
		config.ExpensiveWait = expensiveWait
	}
	s := &Server{config: config, lanes: newLanes(config.Concurrent), expensive: newLanes(expensivePlaces),
		engine: gin.New()}
	s.routes = append(s.toolRoutes(), routes...)
	s.formPages = formPages(s.routes)
	s.document = sync.OnceValues(func() ([]byte, error) { return json.Marshal(Document(s.routes)) })
	s.sessions = newSessions(config)
	s.metrics = newMetrics(prometheus.NewRegistry(), config.Metrics)
	if err := s.engine.SetTrustedProxies(config.TrustedProxies); err != nil {
		return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
	}
	// A proxy may pass other address headers of a client unchanged.
	s.engine.RemoteIPHeaders = []string{"X-Forwarded-For"}
	var err error
	if s.origins, err = newOrigins(config.CORSOrigins); err != nil {
		return nil, err
	}
	s.engine.HandleMethodNotAllowed = true
	s.engine.RedirectTrailingSlash = false
	s.engine.Use(s.start, s.recover, s.share, s.protect, s.bound)
	s.engine.NoRoute(s.handle(Route{Guard: Public(), handle: s.noRoute}))
	s.engine.NoMethod(s.handle(Route{Guard: Public(), handle: s.noMethod}))
	return s, s.mount()
}

// Routes returns the whole table, the toolkit's own routes included.
func (s *Server) Routes() []Route { return s.routes }

// ServeHTTP serves static files without any of the middleware, and the rest through the table.
func (s *Server) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if isStatic(request.URL.Path) {
		s.setHeaders(w.Header())
		s.config.Static.ServeHTTP(w, request)
		return
	}
	s.engine.ServeHTTP(w, asGet(request))
}

// toolRoutes are the toolkit's own routes.
func (s *Server) toolRoutes() []Route {
	return []Route{
		Page("/healthz", Public(), s.healthy),
		Page("/readyz", Public(), s.ready),
		Page("/metrics", Administrator(), s.showMetrics),
		Page(apiPrefix+"/openapi.json", Public(), s.showDocument),
	}
}

func (s *Server) mount() error {
	mounted := map[string]bool{}
	for _, route := range s.routes {
		line := route.Method + " " + route.Path
		if route.Guard.check == nil {
			return fmt.Errorf("route %s declares no caller", line)
		}
		if route.lacksQuota() {
			return fmt.Errorf("route %s stores what strangers send and declares no quota", line)
		}
		if mounted[line] {
			return fmt.Errorf("route %s is mounted twice", line)
		}
		mounted[line] = true
		s.engine.Handle(route.Method, route.Path, s.handle(route))
	}
	s.mountFormPages()
	return nil
}

// handle runs one route: identify the caller, check the guard, call the handler.
func (s *Server) handle(route Route) gin.HandlerFunc {
	return func(c *gin.Context) {
		r := requestOf(c)
		r.route = route
		isDone := false
		// A download that breaks off panics; what it sent was seen.
		defer func() {
			if isDone || r.gin.Writer.Written() {
				s.recordRead(r)
			}
		}()
		if err := s.serveByReplica(r); err != nil {
			s.fail(r, err)
		}
		isDone = true
	}
}

func (s *Server) serve(r *Request) error {
	if err := s.requireServing(r); err != nil {
		return err
	}
	if err := s.limit(r); err != nil {
		return err
	}
	if r.route.Guard.ignoresCredentials {
		r.gin.Request.Body = http.MaxBytesReader(r.gin.Writer, r.gin.Request.Body, maxPublicBytes)
	} else if err := s.identify(r); err != nil {
		return err
	}
	if r.route.maxBody > 0 {
		r.gin.Request.Body = http.MaxBytesReader(r.gin.Writer, io.NopCloser(r.body), r.route.maxBody)
	}
	if err := cmp.Or(r.route.Guard.admit(r), r.checkColumns()); err != nil {
		return err
	}
	if isAnswered, err := s.checkSecondStep(r); err != nil || isAnswered {
		return err
	}
	if err := s.checkReason(r); err != nil {
		return err
	}
	r.collectShown()
	if r.route.requires != nil {
		if err := r.route.requires(r); err != nil {
			return err
		}
	}
	leave, err := s.enterLane(r)
	if err != nil {
		return err
	}
	r.leaveLane = sync.OnceFunc(leave)
	defer r.leaveLane()
	return s.runWithinQuota(r)
}

// limit counts the request of a route that declares RateLimit: routes with the same rule, such as those of a page and of
// the JSON interface, share the limit.
func (s *Server) limit(r *Request) error {
	if r.route.rateLimit == nil {
		return nil
	}
	return s.config.AllowRate(r.Context(), *r.route.rateLimit, ratelimit.Network(r.ClientIP()), r.Now)
}

// asGet turns a HEAD into a GET; net/http drops the body by itself.
func asGet(request *http.Request) *http.Request {
	if request.Method != http.MethodHead {
		return request
	}
	copied := request.WithContext(context.WithValue(request.Context(), headKey{}, true))
	copied.Method = http.MethodGet
	return copied
}

// headKey marks the context of a HEAD.
type headKey struct{}
