package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/scrub"
)

const requestKey = "acolhe.request"

// requestIDPattern has the characters and the length of a request id.
var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// requestID returns the X-Request-Id that the caller sent, or a fresh one if that has other characters, is too long, or may
// hold personal data or a secret, because it is logged. UUIDs and 32 hexadecimal digits are always kept.
func requestID(sent string) string {
	if requestIDPattern.MatchString(sent) && (uuid.Validate(sent) == nil || scrub.Found{}.Text(sent) == sent) {
		return sent
	}
	return uuid.NewString()
}

func requestOf(c *gin.Context) *Request { return c.MustGet(requestKey).(*Request) }

// start creates the Request, sets the headers of every answer, and afterwards logs and counts it.
func (s *Server) start(c *gin.Context) {
	id := requestID(c.GetHeader("X-Request-Id"))
	// PostgreSQL keeps microseconds: what a write answers is what a read answers later.
	now := s.config.Now().UTC().Truncate(time.Microsecond)
	r := &Request{ID: id, Now: now, gin: c, server: s, started: time.Now()}
	r.By = auth.Caller{Origin: auth.Origin{IP: c.ClientIP(), UserAgent: c.Request.UserAgent()}, Now: r.Now}
	c.Set(requestKey, r)
	s.setHeaders(c.Writer.Header())
	c.Header("X-Request-Id", id)
	c.Next()
	s.metrics.observe(r)
	s.report(r)
	if isMonitoring(c.FullPath()) {
		return
	}
	s.log(r, slog.LevelInfo, "request", "status", c.Writer.Status(), "bytes", max(c.Writer.Size(), 0),
		"ms", float64(r.elapsed().Microseconds())/1000)
}

// isMonitoring reports whether a route is polled by monitors and not logged.
func isMonitoring(route string) bool {
	return route == "/healthz" || route == "/readyz" || route == "/metrics"
}

// recover turns a panic into a logged 500.
func (s *Server) recover(c *gin.Context) {
	defer func() {
		panicked := recover()
		if panicked == nil {
			return
		}
		// An aborted stream: net/http closes the connection, so that the client notices.
		if panicked == http.ErrAbortHandler {
			panic(panicked)
		}
		r := requestOf(c)
		stack := string(debug.Stack())
		s.log(r, slog.LevelError, "panic", "panic", fmt.Sprint(panicked), "stack", stack)
		if !c.Writer.Written() {
			s.fail(r, fmt.Errorf("panic: %v", panicked))
		}
		r.failure = r.failed(fmt.Sprintf("panic: %v", panicked))
		r.failure.Stack, r.failure.Handler = stack, ""
	}()
	c.Next()
}

// bound limits the body and the time of a request, and the time of its statements.
func (s *Server) bound(c *gin.Context) {
	work := db.Write
	if c.Request.Method == http.MethodGet {
		work = db.Read
	}
	r := requestOf(c)
	r.unbounded, r.body = db.WithWork(c.Request.Context(), work), c.Request.Body
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxJSONBytes)
	ctx, cancel := context.WithTimeout(settings.WithMemory(r.unbounded), requestTimeout)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}

// contentPolicy is the strict policy of ui.md: no inline script or style, nothing from elsewhere.
const contentPolicy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
	"connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"

// setHeaders sets the headers of every answer, static files too.
func (s *Server) setHeaders(header http.Header) {
	header.Set("Content-Security-Policy", contentPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(self), geolocation=(), microphone=()")
	if s.config.Production {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

func isStatic(path string) bool { return strings.HasPrefix(path, "/static/") || path == "/favicon.ico" }
