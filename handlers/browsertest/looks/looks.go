// Package looks checks pages in each look: every theme on every screen.
package looks

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
)

// View is a page for one operator.
type View struct {
	Name string
	Path string
	By   dbtest.Operator
	// Reach acts on the page after the path has loaded, for a state without an address.
	Reach func(*browsertest.Page)
	// Unsaved reports whether the page asks before it is left.
	Unsaved bool
	// Refusal is the status of the page, if not 200.
	Refusal int
	// IsWide marks a state that phones do not have.
	IsWide bool
}

// Opened returns a Reach that presses a button and waits for the layer that it opens.
func Opened(button, layer string) func(*browsertest.Page) {
	return func(page *browsertest.Page) {
		page.Click(button)
		page.WaitFor(layer)
	}
}

// Views returns the pages of a surface in the route table.
func Views(t testing.TB, app *handlertest.App, surface string) []View {
	t.Helper()
	var views []View
	for _, page := range sitemap.Pages(t, app.Routes) {
		if page.Surface() == surface {
			views = append(views, View{Name: page.Route, Path: page.Path, By: page.By})
		}
	}
	return views
}

// look is a theme on a screen, with its checks.
type look struct {
	name, theme   string
	screen, check func(*browsertest.Page)
	isPhone       bool
}

// looks returns every theme on every screen, or with -short only the first.
func looks() []look {
	all := []look{
		{"light desktop", "claro", (*browsertest.Page).Desktop, (*browsertest.Page).CheckAccessibility, false},
		{"dark desktop", "escuro", (*browsertest.Page).Desktop, (*browsertest.Page).CheckContrast, false},
		{"light phone", "claro", (*browsertest.Page).Phone, (*browsertest.Page).CheckAccessibility, true},
		{"dark phone", "escuro", (*browsertest.Page).Phone, (*browsertest.Page).CheckContrast, true},
	}
	if testing.Short() {
		return all[:1]
	}
	return all
}

// Check checks each view in each look, in a tab per look: CheckLayout, and no axe violation.
func Check(t *testing.T, app *handlertest.App, views []View) {
	sessions := sessionsOf(t, app, views)
	for _, look := range looks() {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			tab := browsertest.Open(t, app)
			look.screen(tab)
			tab.Theme(look.theme)
			for _, view := range views {
				if view.IsWide && look.isPhone {
					continue
				}
				t.Run(view.Name, func(t *testing.T) {
					page := tab.For(t)
					page.Share(sessions[view.By])
					see(page, view)
					page.CheckLayout()
					look.check(page)
					page.Screenshot(t.Name())
					if view.Unsaved {
						// A page without a stream, which would begin with the session of the next view.
						page.Leave("/conta")
					}
				})
			}
		})
	}
}

func see(page *browsertest.Page, view View) {
	if view.Refusal != 0 {
		page.Expect(view.Refusal)
	}
	page.Visit(view.Path)
	if view.Reach != nil {
		view.Reach(page)
	}
}

// sessionsOf signs in every operator once, to reuse the sessions. Views without an operator get a client without a
// session.
func sessionsOf(t testing.TB, app *handlertest.App, views []View) map[dbtest.Operator]*handlertest.Client {
	t.Helper()
	sessions := map[dbtest.Operator]*handlertest.Client{{}: app.Nobody(t)}
	for _, view := range views {
		if sessions[view.By] == nil {
			sessions[view.By] = app.As(t, view.By)
		}
	}
	return sessions
}
