package web

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"acolhe/models/platform/shown"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/wellformed"
)

// A notice waits up to a minute for the page that shows it.
const (
	// NoticeCookie is the name of the cookie that holds it.
	NoticeCookie  = "aviso"
	noticeSeconds = 60
)

// Request is one request with its caller, time and input. Handlers answer only through it, so that statuses and headers
// are decided in one place.
type Request struct {
	// By is the caller, resolved from the token or the session; the zero Caller on public routes.
	By auth.Caller
	// Now is the arrival time of the request, in UTC.
	Now time.Time
	// ID is the request id, also in X-Request-Id and the log.
	ID string

	gin     *gin.Context
	server  *Server
	route   Route
	started time.Time
	// shown are the records in the answer of a list; nil if they are not collected.
	shown *shown.Records
	// unbounded is the context without the time limit of a request, for streams with one of their own.
	unbounded context.Context
	// body is the body without the size limit of a request, for uploads.
	body io.Reader
	// leaveLane lets the next request of the route run.
	leaveLane func()
	// failure is set for an answer of 5xx.
	failure *Failure
	// people is how many people the answer of a list shows.
	people int
	// reason is why the caller sees a record.
	reason string
}

// Context returns the request's context: it ends when the client disconnects or the time is up.
func (r *Request) Context() context.Context { return r.gin.Request.Context() }

// Param returns a path parameter. What cannot be stored of it, such as a NUL, is replaced: it is then the id of no row.
func (r *Request) Param(name string) string { return wellformed.Storable(r.gin.Param(name)) }

// ParamID returns a path parameter that is a row id. A malformed one is 404, as for an unknown row, and so is another
// spelling of a number (+1, 01): a row has one address.
func (r *Request) ParamID(name string) (int64, error) {
	id, err := strconv.ParseInt(r.gin.Param(name), 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != r.gin.Param(name) {
		return 0, errs.NotFound("Registro não encontrado.")
	}
	return id, nil
}

// ParamUUID returns a path parameter that is a UUID with its hyphens; a malformed one is 404.
func (r *Request) ParamUUID(name string) (uuid.UUID, error) {
	const length = 36
	id, err := uuid.Parse(r.gin.Param(name))
	if err != nil || len(r.gin.Param(name)) != length {
		return uuid.Nil, errs.NotFound("Registro não encontrado.")
	}
	return id, nil
}

// Routes returns the whole route table, for the page that describes it.
func (r *Request) Routes() []Route { return r.server.routes }

// Query returns one query parameter of a page, empty when absent.
func (r *Request) Query(name string) string { return r.gin.Query(name) }

// Queries returns the query like a submitted form, for links that fill in a form.
func (r *Request) Queries() FormData { return FormData(r.gin.Request.URL.Query()) }

// QueryPage reads `pagina` and `por` of a list page; malformed values count as the default, a number that is too large as the largest.
func (r *Request) QueryPage() PageQuery {
	query := PageQuery{Number: 1, Size: page.DefaultPageSize}
	// Atoi returns the largest number for one out of its range.
	if number, _ := strconv.Atoi(r.Query("pagina")); number >= 1 {
		query.Number = min(number, maxPage)
	}
	if size, err := strconv.Atoi(r.Query("por")); err == nil && slices.Contains(page.PageSizes(), size) {
		query.Size = size
	}
	return query
}

// Path returns the requested path with its query.
func (r *Request) Path() string { return r.gin.Request.URL.RequestURI() }

// InDevelopment reports whether the server is not in production; pages then show a banner.
func (r *Request) InDevelopment() bool { return !r.server.config.Production }

// IsGet reports whether the method is GET: a page was requested.
func (r *Request) IsGet() bool { return r.gin.Request.Method == http.MethodGet }

// Header returns one request header.
func (r *Request) Header(name string) string { return r.gin.GetHeader(name) }

// isHistoryRestore reports whether htmx requests an earlier page of the history that it no longer has.
func (r *Request) isHistoryRestore() bool { return r.Header("HX-History-Restore-Request") == "true" }

// IsForm reports whether the method is POST: a form was sent.
func (r *Request) IsForm() bool { return r.gin.Request.Method == http.MethodPost }

// ClientIP returns the caller's address; X-Forwarded-For counts only from TRUSTED_PROXIES.
func (r *Request) ClientIP() string { return r.gin.ClientIP() }

// Cookie returns a cookie's value, empty when absent.
func (r *Request) Cookie(name string) string {
	cookie, err := r.gin.Request.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// Notice is a message that the next whole page shows once: "Pedido 12 salvo." Path is a related page with Way as the
// text of the link, and a POST to Undo undoes the action in Text; all may be empty.
type Notice struct{ Text, Path, Way, Undo string }

// Notify stores a message for the next page.
func (r *Request) Notify(text string) { r.NotifyWith(Notice{Text: text}) }

// NotifyOf is Notify with a link to another address of this site.
func (r *Request) NotifyOf(text, path string) { r.NotifyWith(Notice{Text: text, Path: path}) }

// NotifyUndo is Notify of an action that a POST to path undoes.
func (r *Request) NotifyUndo(text, path string) { r.NotifyWith(Notice{Text: text, Undo: path}) }

// NotifyWith stores a notice for the next page.
func (r *Request) NotifyWith(notice Notice) {
	values := url.Values{"text": {notice.Text}, "path": {notice.Path}, "undo": {notice.Undo}, "way": {notice.Way}}
	r.setCookie(NoticeCookie, values.Encode(), noticeSeconds)
}

// backgroundHeader marks a page that its own script reads again, while the person may be on the way to the next page.
const backgroundHeader = "X-Background"

// TakeNotice returns the notice of the previous page and clears it. A background reading leaves it to the next page.
func (r *Request) TakeNotice() Notice {
	if r.Header(backgroundHeader) != "" {
		return Notice{}
	}
	notice := ParseNotice(r.Cookie(NoticeCookie))
	if notice.Text != "" {
		r.setCookie(NoticeCookie, "", -1)
	}
	return notice
}

// ParseNotice decodes the value of the NoticeCookie; its addresses are of this site or empty.
func ParseNotice(cookie string) Notice {
	values, err := url.ParseQuery(cookie)
	if err != nil {
		return Notice{}
	}
	return Notice{Text: values.Get("text"), Path: LocalPath(values.Get("path"), ""), Way: values.Get("way"),
		Undo: LocalPath(values.Get("undo"), "")}
}

// CameFrom returns the page of this site that holds the submitted form, or fallback.
func (r *Request) CameFrom(fallback string) string {
	from, err := url.Parse(r.Header("Referer"))
	if err != nil || from.Host != r.gin.Request.Host {
		return fallback
	}
	return LocalPath(from.RequestURI(), fallback)
}

// Remember keeps a value in a cookie until the browser is closed; an empty value removes it.
func (r *Request) Remember(name, value string) {
	maxAge := 0
	if value == "" {
		maxAge = -1
	}
	r.setCookie(name, url.QueryEscape(value), maxAge)
}

// Keep keeps a choice of the browser's person in a cookie for a year; an empty value removes it.
func (r *Request) Keep(name, value string) {
	seconds := 365 * 24 * 60 * 60
	if value == "" {
		seconds = -1
	}
	r.setCookie(name, url.QueryEscape(value), seconds)
}

// Remembered returns a value that Remember keeps, empty without one.
func (r *Request) Remembered(name string) string {
	value, err := url.QueryUnescape(r.Cookie(name))
	if err != nil {
		return ""
	}
	return value
}

func (r *Request) setCookie(name, value string, seconds int) {
	http.SetCookie(r.gin.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: seconds,
		Secure: r.server.config.Production, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// PageQuery is the requested page of a list; the first one is 1.
type PageQuery struct{ Number, Size int }

// maxPage limits the offset of a list.
const maxPage = 10_000

// Offset returns the number of rows before the page.
func (q PageQuery) Offset() int { return (q.Number - 1) * q.Size }

// IsScripted reports whether htmx made the request instead of the browser itself: htmx needs redirects and errors as
// headers, because it would swap in any body.
func (r *Request) IsScripted() bool {
	return r.Header("HX-Request") == "true" || r.isHistoryRestore()
}

// IsFragment reports whether htmx requested a part of the page instead of the whole page.
func (r *Request) IsFragment() bool {
	return r.IsScripted() && r.Header("HX-Request-Type") != "full"
}

// LocalPath returns the first address if it is one of this site, else the second.
func LocalPath(asked, otherwise string) string {
	target, err := url.Parse(asked)
	if err != nil || target.IsAbs() || target.Host != "" || !strings.HasPrefix(asked, "/") {
		return otherwise
	}
	if strings.HasPrefix(asked, "//") || strings.ContainsAny(asked, "\\\r\n\t") {
		return otherwise
	}
	return asked
}
