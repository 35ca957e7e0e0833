package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"acolhe/handlers/browsertest/faults"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	// waitTimeout is the maximum time for a condition on a loaded machine.
	waitTimeout = 90 * time.Second
	// pollInterval is the interval of polling a condition.
	pollInterval = 20 * time.Millisecond
)

// Page is one tab. Its methods fail the test if they do not succeed in time. A Page belongs to the goroutine of its
// test.
type Page struct {
	t      testing.TB
	app    *handlertest.App
	url    string
	ctx    context.Context
	width  int64
	faults *faults.Faults
}

// Open opens an empty tab with the size of a desktop screen. The tab closes with the test, which fails for every
// unexpected fault of the pages.
func Open(t testing.TB, app *handlertest.App) *Page {
	t.Helper()
	page := open(t, app.URL)
	page.app = app
	return page
}

func open(t testing.TB, url string) *Page {
	t.Helper()
	parent, err := shared.running()
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	p := &Page{t: t, url: url, ctx: ctx, faults: faults.New()}
	t.Cleanup(func() {
		p.finish()
		closeTab()
	})
	// The first step creates the tab, which exists as long as the context of that step.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, p.handle); err != nil {
		t.Fatal(err)
	}
	p.do("set the tab up", p.emulateAssociation)
	p.Desktop()
	return p
}

// For returns the same tab for a subtest, which fails for the faults of its own pages. Reusing a tab for many pages is
// several times faster than opening new ones.
func (p *Page) For(t testing.TB) *Page {
	t.Helper()
	p.faults.Report(p.t)
	tab := *p
	tab.t = t
	t.Cleanup(tab.finish)
	return &tab
}

// finish ends a test's use of the tab.
func (p *Page) finish() {
	p.faults.Report(p.t)
	if p.t.Failed() {
		p.Screenshot("failed-" + p.t.Name())
	}
}

// emulateAssociation sets Brazil's locale and time zone, turns animations off, and makes the tab act as
// focused, because several tabs work at once.
func (p *Page) emulateAssociation(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
	if _, err := cdp.Call(ctx, tab, emulation.SetLocaleOverride, emulation.SetLocaleOverrideParams{Locale: "pt_BR"}); err != nil {
		return nothing, err
	}
	if _, err := cdp.Call(ctx, tab, emulation.SetTimezoneOverride,
		emulation.SetTimezoneOverrideParams{TimezoneID: "America/Sao_Paulo"}); err != nil {
		return nothing, err
	}
	_, err = cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	if err != nil {
		return nothing, err
	}
	_, err = cdp.Call(ctx, tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return nothing, err
}

// Desktop sets a screen of 1440×900, as in an office.
func (p *Page) Desktop() {
	p.t.Helper()
	p.width = 1440
	p.do("take the size of a desk screen", chromedp.EmulateViewport(p.width, 900))
}

// Size sets a desk screen of this width and height.
func (p *Page) Size(width, height int64) {
	p.t.Helper()
	p.width = width
	p.do("take another size of a desk screen", chromedp.EmulateViewport(p.width, height))
}

// Phone sets a touch screen of 390×844.
func (p *Page) Phone() {
	p.t.Helper()
	p.width = 390
	p.do("take the size of a phone", chromedp.EmulateViewport(p.width, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// Paper shows the page as printed.
func (p *Page) Paper() {
	p.t.Helper()
	p.do("lay the page on paper", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return nothing, err
	})
	Read[any](p, `() => { dispatchEvent(new Event("beforeprint")) }`)
}

// Theme sets the theme of the next page: claro, escuro or auto.
func (p *Page) Theme(theme string) {
	p.t.Helper()
	p.setCookie("tema", theme)
}

// WithoutScripts turns scripts off for the following pages.
func (p *Page) WithoutScripts() {
	p.t.Helper()
	p.do("turn scripts off", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return nothing, err
	})
}

// SignIn sets a new session of an operator in the tab, without the login page.
func (p *Page) SignIn(operator dbtest.Operator) {
	p.t.Helper()
	p.Share(p.app.As(p.t, operator))
}

// Share sets the session of a client in the tab; several tabs may share one.
func (p *Page) Share(session *handlertest.Client) {
	p.t.Helper()
	p.setCookie(sessionCookie, session.Cookie(sessionCookie))
}

const (
	sessionCookie   = "service_oss_session"
	associateCookie = "associate_session"
)

// Become sets the session of a client in the tab, an operator's or an associate's, and ends any other.
func (p *Page) Become(session *handlertest.Client) {
	p.t.Helper()
	p.setCookie(sessionCookie, session.Cookie(sessionCookie))
	p.setCookie(associateCookie, session.Cookie(associateCookie))
}

// Script returns a client with the session of the tab, for requests to /api/v1 as the same person.
func (p *Page) Script() *handlertest.Client {
	p.t.Helper()
	return p.app.Nobody(p.t).With("Cookie", sessionCookie+"="+p.Cookie(sessionCookie))
}

// Cookie returns the value of a cookie, also of one hidden from scripts; empty if there is none.
func (p *Page) Cookie(name string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	held, err := chromedp.Call(ctx, network.GetCookies, network.GetCookiesParams{URLs: []string{p.url}})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, cookie := range held.Cookies {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

func (p *Page) setCookie(name, value string) {
	p.t.Helper()
	cookie := network.SetCookieParams{Name: name, Value: value, URL: p.url, SameSite: network.CookieSameSiteLax}
	p.do("keep the cookie "+name, func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, network.SetCookie, cookie)
		return nothing, err
	})
}

// Visit opens a path of the app, as typed into the address bar, and waits until it has loaded.
func (p *Page) Visit(path string) {
	p.t.Helper()
	p.do("visit "+path, p.navigate(p.url+path))
	p.until(path+" has loaded", p.loading)
}

// navigate opens an address until its page replaces the previous one. chromedp.Navigate misses events after "leave page?".
func (p *Page) navigate(address string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		for range 2 { // a way back in the history that has not ended breaks the first one off
			answer, failure := cdp.Call(ctx, tab, page.Navigate, page.NavigateParams{URL: address})
			if failure != nil || answer.ErrorText == "" {
				return nothing, failure
			}
			err = errors.New(answer.ErrorText)
		}
		return nothing, err
	}
}

// Leave opens a path from a page that asks about unsaved changes, and accepts.
func (p *Page) Leave(path string) {
	p.t.Helper()
	p.faults.ExpectDialog()
	p.Visit(path)
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.do("reload", chromedp.Reload())
}

// Back goes back in the history without waiting for the page.
func (p *Page) Back() {
	p.t.Helper()
	Read[any](p, `() => { history.back() }`)
}

// Forward goes forward in the history without waiting for the page.
func (p *Page) Forward() {
	p.t.Helper()
	Read[any](p, `() => { history.forward() }`)
}

// Read calls a JavaScript function in the page once and returns its result; the Wait methods wait for a condition.
func Read[T any](p *Page, function string, arguments ...any) T {
	p.t.Helper()
	answer, err := call[T](p, function, arguments...)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer
}

// call also accepts an async function, and waits for its result.
func call[T any](p *Page, function string, arguments ...any) (answer T, err error) {
	raw, err := json.Marshal(append([]any{}, arguments...))
	if err != nil {
		return answer, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf("(%s)(...%s)", function, raw), chromedp.EvalAwaitPromise))
}

// do performs one step, or fails the test with its name.
func (p *Page) do(what string, step chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	if err := chromedp.Do(ctx, step); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// Expect declares that a page answers with this status, such as 422 for a refused form. The test fails if none does.
func (p *Page) Expect(status int) {
	if http.StatusText(status) == "" {
		p.t.Fatalf("%d is no status", status)
	}
	p.faults.ExpectStatus(int64(status))
}
