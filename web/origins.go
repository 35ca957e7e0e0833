package web

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"
	"github.com/rs/cors"

	"acolhe/models/types/errs"
)

// preflightSeconds is how long a browser may cache a preflight answer.
const preflightSeconds = 600

// origins are the other sites whose pages may use the JSON interface with the user's cookies. Pages of all other sites
// may write nothing, and pages of this site accept no form of another one.
type origins struct {
	// shared is nil when no other origin is configured.
	shared *cors.Cors
	pages  *http.CrossOriginProtection
	api    *http.CrossOriginProtection
}

func newOrigins(allowed []string) (*origins, error) {
	o := &origins{pages: http.NewCrossOriginProtection(), api: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		if err := o.api.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("CORS_ORIGINS: %w", err)
		}
	}
	if len(allowed) == 0 {
		return o, nil
	}
	o.shared = cors.New(cors.Options{
		// The library's own list ignores case and knows wildcards; here an origin must match exactly.
		AllowOriginFunc:  func(origin string) bool { return slices.Contains(allowed, origin) },
		AllowedMethods:   []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
		AllowedHeaders:   []string{"Accept", "Authorization", "Content-Type", idempotencyKey, "If-Match", "If-None-Match", "X-Request-Id"},
		ExposedHeaders:   []string{"ETag", "X-Request-Id", "Retry-After", idempotentReplayed},
		AllowCredentials: true,
		MaxAge:           preflightSeconds,
	})
	return o, nil
}

// share sets the CORS headers of the JSON interface and answers preflight requests.
func (s *Server) share(c *gin.Context) {
	if s.origins.shared == nil || !isAPI(c.Request.URL.Path) {
		c.Next()
		return
	}
	s.origins.shared.HandlerFunc(c.Writer, c.Request)
	if isPreflight(c.Request) {
		c.Abort()
		return
	}
	c.Next()
}

func isPreflight(request *http.Request) bool {
	return request.Method == http.MethodOptions && request.Header.Get("Access-Control-Request-Method") != ""
}

// protect refuses writes that a page of another site makes in a signed-in browser (Sec-Fetch-Site and Origin);
// besides, cookies are SameSite=Lax.
func (s *Server) protect(c *gin.Context) {
	protection := s.origins.pages
	if isAPI(c.Request.URL.Path) {
		protection = s.origins.api
	}
	if err := protection.Check(c.Request); err != nil {
		s.fail(requestOf(c), errs.Forbidden("Requisição recusada: veio de outro site.").WithCause(err))
		c.Abort()
		return
	}
	c.Next()
}
