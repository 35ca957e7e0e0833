package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// A notice waits a minute for the page that shows it.
const (
	// NoticeCookie is the name of the cookie that holds it.
	NoticeCookie  = "aviso"
	noticeSeconds = 60
)

// Request is one request as handlers see it: who asks, when, and what was sent. It is
// the only door to the answer, so that statuses and headers are decided in one place.
type Request struct {
	// By is who asks, resolved from the token or the session; nobody on public routes.
	By auth.Caller
	// Now is when the request arrived, in UTC.
	Now time.Time
	// ID is the request id, also in X-Request-Id and the log.
	ID string

	gin     *gin.Context
	server  *Server
	route   Route
	started time.Time
	// unbounded is the context without the limit of a request, for streams with one of their own.
	unbounded context.Context
}

// Context is the request's context: it ends when the client goes away or the time is up.
func (r *Request) Context() context.Context { return r.gin.Request.Context() }

// Param returns a path parameter as it was sent.
func (r *Request) Param(name string) string { return r.gin.Param(name) }

// ParamID returns a path parameter that is a row id; a malformed one is 404, like a row that does not
// exist, and so is one that is spelled in another way (+1, 01): a row has one address.
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

// Routes is the whole table of the server, for the page that describes it.
func (r *Request) Routes() []Route { return r.server.routes }

// Query returns one query parameter of a page, empty when absent.
func (r *Request) Query(name string) string { return r.gin.Query(name) }

// QueryPage reads `pagina` and `por` of a list page; what is malformed counts as the default.
func (r *Request) QueryPage() PageQuery {
	query := PageQuery{Number: 1, Size: page.DefaultPageSize}
	if number, err := strconv.Atoi(r.Query("pagina")); err == nil && number >= 1 && number <= maxPage {
		query.Number = number
	}
	if size, err := strconv.Atoi(r.Query("por")); err == nil && slices.Contains(page.PageSizes(), size) {
		query.Size = size
	}
	return query
}

// Path is the path and the query that were asked for.
func (r *Request) Path() string { return r.gin.Request.URL.RequestURI() }

// InDevelopment reports whether nobody works with this server yet: pages say so.
func (r *Request) InDevelopment() bool { return !r.server.config.Production }

// Header returns one request header.
func (r *Request) Header(name string) string { return r.gin.GetHeader(name) }

// ClientIP is the caller's address; X-Forwarded-For counts only from TRUSTED_PROXIES.
func (r *Request) ClientIP() string { return r.gin.ClientIP() }

// Cookie returns a cookie's value, empty when absent.
func (r *Request) Cookie(name string) string {
	cookie, err := r.gin.Request.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// Notice is what the next whole page says once: "Pedido 12 salvo." Path leads to what goes on elsewhere, and a POST
// to Undo undoes what Text says; both may be empty.
type Notice struct{ Text, Path, Undo string }

// Notify keeps a sentence for the next page.
func (r *Request) Notify(text string) { r.keepNotice(Notice{Text: text}) }

// NotifyOf is Notify of something that goes on at another address of this site.
func (r *Request) NotifyOf(text, path string) { r.keepNotice(Notice{Text: text, Path: path}) }

// NotifyUndo is Notify of something that a POST to path undoes.
func (r *Request) NotifyUndo(text, path string) { r.keepNotice(Notice{Text: text, Undo: path}) }

func (r *Request) keepNotice(notice Notice) {
	values := url.Values{"text": {notice.Text}, "path": {notice.Path}, "undo": {notice.Undo}}
	r.setCookie(NoticeCookie, values.Encode(), noticeSeconds)
}

// TakeNotice returns what the page before left, once.
func (r *Request) TakeNotice() Notice {
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
	return Notice{Text: values.Get("text"), Path: LocalPath(values.Get("path"), ""), Undo: LocalPath(values.Get("undo"), "")}
}

// CameFrom returns the page of this site that a form was sent from, or fallback.
func (r *Request) CameFrom(fallback string) string {
	from, err := url.Parse(r.Header("Referer"))
	if err != nil || from.Host != r.gin.Request.Host {
		return fallback
	}
	return LocalPath(from.RequestURI(), fallback)
}

func (r *Request) setCookie(name, value string, seconds int) {
	http.SetCookie(r.gin.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: seconds,
		Secure: r.server.config.Production, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// PageQuery is the page of a list that a person looks at; the first one is 1.
type PageQuery struct{ Number, Size int }

// maxPage keeps the offset of a list within reason.
const maxPage = 10_000

// Offset is how many rows come before the page.
func (q PageQuery) Offset() int { return (q.Number - 1) * q.Size }

// IsScripted reports whether htmx made the request, and not the browser itself: redirects and
// refusals must be said to htmx, which would swap in whatever it gets.
func (r *Request) IsScripted() bool {
	return r.Header("HX-Request") == "true" || r.Header("HX-History-Restore-Request") == "true"
}

// IsFragment reports whether htmx requests a part of the page, and not one that picks the part
// out of the whole page by itself.
func (r *Request) IsFragment() bool {
	return r.IsScripted() && r.Header("HX-Request-Type") != "full"
}

// LocalPath returns an address of this site that a person asked to go back to, else the
// other one; an address of another site is never followed.
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
