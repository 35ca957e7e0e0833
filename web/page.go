package web

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/a-h/templ"

	"acolhe/models/types/errs"
)

// Render renders a page, or only the named templ fragments of it if htmx requested a part.
func (r *Request) Render(component templ.Component, fragments ...any) error {
	return r.render(http.StatusOK, component, fragments...)
}

// RenderForm is Render or, after an error, RenderProblems: a form and its errors are one page.
func (r *Request) RenderForm(refused error, component templ.Component, fragments ...any) error {
	if refused == nil {
		return r.Render(component, fragments...)
	}
	return r.RenderProblems(refused, component, fragments...)
}

// RenderProblems renders a form again with the typed values and its errors (422). Any other error goes to the
// error writer.
func (r *Request) RenderProblems(err error, component templ.Component, fragments ...any) error {
	refusal := errs.As(err)
	if refusal == nil || refusal.Code == errs.CodeSecondFactorRequired {
		return err
	}
	switch refusal.Kind {
	case errs.KindInvalid, errs.KindConflict, errs.KindUnprocessable, errs.KindForbidden, errs.KindUnauthenticated:
		return r.render(http.StatusUnprocessableEntity, component, fragments...)
	case errs.KindRateLimited:
		r.setRetryAfter(refusal)
		return r.render(http.StatusTooManyRequests, component, fragments...)
	}
	return err
}

// RenderRefused renders a page of its own for an error, with the status of the error. Any other error goes to the error
// writer.
func (r *Request) RenderRefused(err error, component templ.Component) error {
	refusal := errs.As(err)
	if refusal == nil || refusal.Kind == errs.KindInternal || refusal.Code == errs.CodeSecondFactorRequired {
		return err
	}
	refusal = r.server.explain(r, err)
	r.setRetryAfter(refusal)
	return r.render(statuses[refusal.Kind], component)
}

// ReplaceWhole makes htmx replace the target with the answer instead of morphing it: typed text is discarded, and the
// focus moves to the field with autofocus.
func (r *Request) ReplaceWhole() { r.gin.Header("HX-Reswap", "outerHTML") }

// SignedInOver notifies the open page that its person is signed in again.
func (r *Request) SignedInOver() error {
	r.gin.Header("HX-Trigger", "sessao-aberta")
	return r.NoContent()
}

// Recompute answers 204 and makes the live form around the requesting part send itself again.
func (r *Request) Recompute() error {
	r.gin.Header("HX-Trigger", "refazer")
	return r.NoContent()
}

// NoContent answers 204.
func (r *Request) NoContent() error {
	r.write(http.StatusNoContent, "text/html; charset=utf-8", nil)
	return nil
}

// HideAddress is for a page whose address holds a token: requests from the page send only the site as referrer.
// "no-referrer" would hide the site too, so that without HTTPS, where browsers send no Sec-Fetch-Site, the page's own
// form would look like one of another site.
func (r *Request) HideAddress() { r.gin.Header("Referrer-Policy", "strict-origin") }

// KeepPrivate is for a page that search engines must not list, and whose address no other page may learn. A page with a
// form needs HideAddress too.
func (r *Request) KeepPrivate() {
	r.gin.Header("Referrer-Policy", "no-referrer")
	r.gin.Header("X-Robots-Tag", "noindex")
}

// Redirect redirects the browser after an accepted form; htmx loads the whole page.
func (r *Request) Redirect(to string) error {
	r.redirect(to)
	return nil
}

func (r *Request) redirect(to string) {
	if r.IsScripted() {
		r.gin.Header("HX-Redirect", to)
		r.write(http.StatusOK, "text/html; charset=utf-8", nil)
		return
	}
	r.gin.Header("Location", to)
	r.write(http.StatusSeeOther, "text/html; charset=utf-8", nil)
}

// pages holds buffers of rendered pages, which are often 100 KB.
var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (r *Request) render(status int, component templ.Component, fragments ...any) error {
	rendered := pages.Get().(*bytes.Buffer)
	defer pages.Put(rendered)
	rendered.Reset()
	if err := r.renderInto(rendered, component, fragments); err != nil {
		return err
	}
	r.writeHTML(status, rendered.Bytes())
	return nil
}

// RenderHTML answers with a rendered page.
func (r *Request) RenderHTML(page []byte) error {
	r.writeHTML(http.StatusOK, page)
	return nil
}

func (r *Request) writeHTML(status int, page []byte) {
	header := r.gin.Writer.Header()
	header.Set("Cache-Control", "no-store")
	header.Add("Vary", "HX-Request, HX-Request-Type")
	r.write(status, "text/html; charset=utf-8", page)
}

func (r *Request) renderInto(into *bytes.Buffer, component templ.Component, fragments []any) error {
	if r.IsFragment() && len(fragments) > 0 {
		return templ.RenderFragments(r.Context(), into, component, fragments...)
	}
	return component.Render(r.Context(), into)
}

// writeErrorPage renders an error for people. In a swap of htmx it goes to the alerts region, never into the
// target.
func (r *Request) writeErrorPage(status int, refusal *errs.Error) {
	if r.IsScripted() {
		r.gin.Header("HX-Retarget", "#avisos")
		r.gin.Header("HX-Reselect", ".toast")
		r.gin.Header("HX-Reswap", "innerHTML")
	}
	if err := r.render(status, r.server.config.ErrorPage(r, status, refusal)); err != nil {
		r.write(status, "text/plain; charset=utf-8", []byte(refusal.Message))
	}
}
