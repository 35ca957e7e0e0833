package web

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"acolhe/models/platform/media"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Quota limits what a person who is not staff, or an address without a session, stores by the routes of this quota in a
// day. Only requests that succeed count. One beyond it is 429 RATE_LIMITED or 413 PAYLOAD_TOO_LARGE.
func (route Route) Quota(quota ratelimit.Quota) Route {
	route.quota = &quota
	return route.Limited()
}

// ShowsQuota declares that the page says what is left of a quota once it is near: that of the route to which its form posts.
func (route Route) ShowsQuota(quota ratelimit.Quota) Route {
	route.shownQuota = &quota
	return route
}

// QuotaLeft returns what is left of the quota of the route, or of the one that it shows, in words; empty while it is far, and
// for staff.
func (r *Request) QuotaLeft() (string, error) {
	quota := cmp.Or(r.route.quota, r.route.shownQuota)
	if quota == nil || !r.hasQuota() {
		return "", nil
	}
	rest, err := r.server.config.QuotaLeft(r.Context(), *quota, r.person(), r.Now)
	return rest.Words(), err
}

// hasQuota reports whether the quotas count the caller, who is not staff.
func (r *Request) hasQuota() bool { return r.By.Kind == auth.Nobody || r.By.Kind == auth.Associate }

// StoresNothing declares that the route keeps nothing of the request, so that it needs no quota.
func (route Route) StoresNothing() Route {
	route.storesNothing = true
	return route
}

// describeQuota returns a sentence on the quota for the OpenAPI document.
func (route Route) describeQuota() string {
	if route.quota == nil {
		return ""
	}
	return " Callers who are not staff: at most " + route.quota.String() + "; the header RateLimit says what is left."
}

// lacksQuota reports whether callers who are not staff could store any amount by the route. Without a session, the limit
// of requests of an address and that of a public body bound what is stored.
func (route Route) lacksQuota() bool {
	isBounded := route.quota != nil || route.storesNothing || route.rateLimit != nil && !route.Guard.admitsAssociates()
	return route.Method != http.MethodGet && route.Guard.admitsStrangers() && !isBounded
}

// runWithinQuota runs the handler of a route. A request that was refused gives its part of the quota back.
func (s *Server) runWithinQuota(r *Request) error {
	undo, err := s.takeQuota(r)
	if err != nil {
		return err
	}
	err = s.run(r)
	if err == nil && r.gin.Writer.Status() < http.StatusBadRequest {
		return nil
	}
	if failed := undo(context.WithoutCancel(r.Context())); failed != nil {
		s.log(r, slog.LevelWarn, "quota not given back", "error", failed.Error())
	}
	return err
}

// takeQuota counts the request of a caller who is not staff to a route that declares Quota, and says what is left.
func (s *Server) takeQuota(r *Request) (undo func(context.Context) error, err error) {
	if r.route.quota == nil || !r.hasQuota() {
		return func(context.Context) error { return nil }, nil
	}
	bytes := r.gin.Request.ContentLength
	if bytes < 0 {
		bytes = media.MaxBytes // the length is known at the end only
	}
	left, undo, err := s.config.TakeQuota(r.Context(), *r.route.quota, r.person(), bytes, r.Now)
	if refusal := errs.As(err); err == nil || refusal != nil && refusal.Kind == errs.KindRateLimited {
		r.gin.Header("RateLimit", fmt.Sprintf("%q;r=%d", r.route.quota.Name, left))
	}
	return undo, err
}
