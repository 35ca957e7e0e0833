package web

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db/dial"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// statusAborted is in the log and the metrics for a request whose caller disconnected before the answer; nobody receives it.
const statusAborted = 499

// apiPrefix is the path prefix whose answers are all JSON in the envelope.
const apiPrefix = "/api/v1"

// statuses is the only map from the kinds of errors to HTTP statuses.
var statuses = map[errs.Kind]int{
	errs.KindInternal:             http.StatusInternalServerError,
	errs.KindInvalid:              http.StatusBadRequest,
	errs.KindUnauthenticated:      http.StatusUnauthorized,
	errs.KindForbidden:            http.StatusForbidden,
	errs.KindNotFound:             http.StatusNotFound,
	errs.KindMethodNotAllowed:     http.StatusMethodNotAllowed,
	errs.KindConflict:             http.StatusConflict,
	errs.KindPreconditionFailed:   http.StatusPreconditionFailed,
	errs.KindTooLarge:             http.StatusRequestEntityTooLarge,
	errs.KindUnsupportedMediaType: http.StatusUnsupportedMediaType,
	errs.KindUnprocessable:        http.StatusUnprocessableEntity,
	errs.KindRateLimited:          http.StatusTooManyRequests,
	errs.KindProviderFailed:       http.StatusBadGateway,
	errs.KindUnavailable:          http.StatusServiceUnavailable,
}

// fail is the only error writer: envelope under /api/v1, fragment for htmx, page for the rest.
func (s *Server) fail(r *Request, err error) {
	if r.isAborted() {
		s.log(r, slog.LevelDebug, "caller went away", "error", err.Error())
		r.gin.AbortWithStatus(statusAborted)
		return
	}
	refusal := s.explain(r, err)
	status := statuses[refusal.Kind]
	if status >= http.StatusInternalServerError && !isSwitchedOff(refusal) && !dial.IsGone(err) {
		r.failure = r.failed(strconv.Itoa(status) + " " + err.Error())
	}
	r.setRetryAfter(refusal)
	switch {
	case refusal.Kind == errs.KindNotFound && s.hasMoved(r):
	case isAPI(r.gin.Request.URL.Path):
		_ = r.writeJSON(status, envelope{Errors: entries(refusal)}) // texts always encode
	case refusal.Kind == errs.KindUnauthenticated && r.wantsEvents():
		r.gin.AbortWithStatus(http.StatusNoContent) // ends the stream of a page for good: any other answer is an error in its console
	case refusal.Code == errs.CodeSecondFactorRequired && r.By.IsKnown():
		s.askSecondStep(r)
	case refusal.Code == errs.CodeReadReasonRequired:
		s.askForReason(r, status, refusal)
	case refusal.Kind == errs.KindUnauthenticated:
		s.askToSignIn(r)
	default:
		r.writeErrorPage(status, refusal)
	}
}

// hasMoved answers with 301 if the address of a page leads to another one.
func (s *Server) hasMoved(r *Request) bool {
	if s.config.Moved == nil || !r.IsGet() || isAPI(r.gin.Request.URL.Path) {
		return false
	}
	to, err := s.config.Moved(r)
	if err != nil {
		s.log(r, slog.LevelError, "look for a moved page", "error", err.Error())
	}
	if to == "" {
		return false
	}
	r.gin.Header("Location", to)
	r.write(http.StatusMovedPermanently, "text/html; charset=utf-8", nil)
	return true
}

// isSwitchedOff reports whether an answer of 503 says what an administrator has switched off or not set up yet, which is
// no failure.
func isSwitchedOff(refusal *errs.Error) bool {
	return refusal.Kind == errs.KindUnavailable && refusal.Code != errs.CodeUnavailable
}

// Failure is an answer of 5xx, to record.
type Failure struct {
	// Message is the error with its hidden details, Stack that of a panic.
	Message, Stack string
	// Route is the method and the path of the route, such as "GET /painel/pedidos/:id"; Handler is the name of its handler,
	// empty for a panic.
	Route, Handler string
	RequestID      string
	By             auth.Caller
}

func (r *Request) failed(message string) *Failure {
	return &Failure{Message: message, Route: r.gin.Request.Method + " " + r.gin.FullPath(), Handler: r.route.Name, RequestID: r.ID, By: r.By}
}

// report passes the failure of a request on.
func (s *Server) report(r *Request) {
	if r.failure == nil || s.config.Report == nil {
		return
	}
	s.config.Report(context.WithoutCancel(r.Context()), *r.failure)
}

// setRetryAfter sets Retry-After, in whole seconds.
func (r *Request) setRetryAfter(refusal *errs.Error) {
	if refusal.RetryAfter > 0 {
		r.gin.Header("Retry-After", strconv.Itoa(int(math.Ceil(refusal.RetryAfter.Seconds()))))
	}
}

// explain returns the error for the caller and logs its hidden details.
func (s *Server) explain(r *Request, err error) *errs.Error {
	if refusal := errs.As(err); refusal != nil {
		if refusal.Code == errs.CodeUnavailable {
			s.log(r, slog.LevelError, "dependency unavailable", "error", err.Error())
		}
		return refusal
	}
	if errors.Is(err, context.DeadlineExceeded) {
		s.log(r, slog.LevelError, "request took too long", "error", err.Error())
		return errs.Unavailable(err)
	}
	s.log(r, slog.LevelError, "unexpected failure", "error", err.Error())
	return errs.New(errs.KindInternal, errs.CodeInternal,
		"Algo deu errado do nosso lado. Tente de novo; se continuar, informe o código "+r.ID+".")
}

// isAborted reports whether the caller disconnected or was disconnected. A server that stops cancels its requests with
// another cause.
func (r *Request) isAborted() bool {
	return r.unbounded != nil && errors.Is(context.Cause(r.unbounded), context.Canceled)
}

// entries lists the errors of the envelope: one per wrong field, else the error itself with its parts.
func entries(refusal *errs.Error) []errorEntry {
	if len(refusal.Fields) == 0 {
		list := []errorEntry{{Code: refusal.Code, Message: refusal.Message}}
		if refusal.Denied != "" {
			list[0].Message += " (" + refusal.Denied + ")"
		}
		for _, part := range refusal.Parts {
			list = append(list, errorEntry(part))
		}
		return list
	}
	list := make([]errorEntry, len(refusal.Fields))
	for i, field := range refusal.Fields {
		list[i] = errorEntry{Code: refusal.Code, Message: field.Path + ": " + field.Message}
	}
	return list
}

func isAPI(path string) bool {
	return path == apiPrefix || strings.HasPrefix(path, apiPrefix+"/")
}

// askToSignIn answers a person who is not signed in: a form or htmx request with a rendered login, any other with a
// redirect to the login page, which leads back.
func (s *Server) askToSignIn(r *Request) {
	if r.route.Guard.sessionKind() == auth.Associate {
		if r.IsForm() || r.IsScripted() || r.Path() == associateHome {
			r.redirect(associateLogin)
			return
		}
		r.redirect(associateLogin + "?volta=" + url.QueryEscape(r.Path()))
		return
	}
	if !r.IsForm() && !r.IsScripted() || r.isHistoryRestore() {
		r.redirect(loginPath(r.Path()))
		return
	}
	page, err := s.config.SignInPage(r)
	if err == nil && page == nil {
		r.redirect(loginPath(r.CameFrom("/")))
		return
	}
	if err == nil {
		err = r.render(http.StatusUnauthorized, page)
	}
	if err != nil {
		s.fail(r, err)
	}
}

// The login page of associates, which leads back to the page that was asked for, and their own page, which it leads to
// without one.
const (
	associateLogin = "/cadastro/entrar"
	associateHome  = "/cadastro"
)

// loginPath returns the address of the login page that leads back to a path; the start page needs no path.
func loginPath(back string) string {
	if back == "/" {
		return "/entrar"
	}
	return "/entrar?volta=" + url.QueryEscape(back)
}

// log writes a line with the request id, the route and the caller; never a body, a query or a header.
func (s *Server) log(r *Request, level slog.Level, message string, attributes ...any) {
	attributes = append(attributes, "request_id", r.ID, "method", r.gin.Request.Method, "route", r.gin.FullPath(),
		"caller", string(r.By.Kind), "caller_id", r.By.ID)
	s.config.Log.Log(r.Context(), level, message, attributes...)
}

// elapsed returns the time since the request arrived.
func (r *Request) elapsed() time.Duration { return time.Since(r.started) }

// LogError logs the failure of an optional part of the answer.
func (r *Request) LogError(message string, err error) {
	r.server.log(r, slog.LevelError, message, "error", err.Error())
}
