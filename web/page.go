package web

import (
	"bytes"
	"net/http"

	"github.com/a-h/templ"

	"acolhe/models/types/errs"
)

// Render draws a page, or only the named templ fragments of it when htmx asked for a part.
func (r *Request) Render(component templ.Component, fragments ...any) error {
	return r.render(http.StatusOK, component, fragments...)
}

// RenderForm is Render or, where something was refused, Redraw: a form and its refusal are one page.
func (r *Request) RenderForm(refused error, component templ.Component, fragments ...any) error {
	if refused == nil {
		return r.Render(component, fragments...)
	}
	return r.RenderProblems(refused, component, fragments...)
}

// RenderProblems draws a form again with what was typed and what is wrong with it (422). Anything
// but a refusal of the input goes to the error writer.
func (r *Request) RenderProblems(err error, component templ.Component, fragments ...any) error {
	refusal := errs.As(err)
	if refusal == nil {
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

// ReplaceWhole has htmx put the answer in place of the target instead of morphing it: what
// was typed goes, and the focus moves to the field that asks for it.
func (r *Request) ReplaceWhole() { r.gin.Header("HX-Reswap", "outerHTML") }

// HideAddress is for a page whose address holds a token: no request that the page makes reveals
// more of the address than the site. "no-referrer" would tell no site either, and then a form of
// the page counts as one of another site where browsers send no Sec-Fetch-Site: without HTTPS.
func (r *Request) HideAddress() { r.gin.Header("Referrer-Policy", "strict-origin") }

// Redirect sends the browser on after a form was taken; htmx is told to load the page whole.
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

func (r *Request) render(status int, component templ.Component, fragments ...any) error {
	var drawn bytes.Buffer
	if err := r.draw(&drawn, component, fragments); err != nil {
		return err
	}
	header := r.gin.Writer.Header()
	header.Set("Cache-Control", "no-store")
	header.Add("Vary", "HX-Request, HX-Request-Type")
	r.write(status, "text/html; charset=utf-8", drawn.Bytes())
	return nil
}

func (r *Request) draw(into *bytes.Buffer, component templ.Component, fragments []any) error {
	if r.IsFragment() && len(fragments) > 0 {
		return templ.RenderFragments(r.Context(), into, component, fragments...)
	}
	return component.Render(r.Context(), into)
}

// writeErrorPage draws a refusal for people. In a swap of htmx it goes to the alerts region, never into the target.
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
