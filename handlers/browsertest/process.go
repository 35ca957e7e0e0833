package browsertest

import "testing"

// OpenAt opens an empty tab for the app at an address, such as a process of its own. The session is that of a cookie.
func OpenAt(t testing.TB, url, session string) *Page {
	t.Helper()
	page := open(t, url)
	page.setCookie(sessionCookie, session)
	return page
}

// MoveTo makes another address the app of the tab.
func (p *Page) MoveTo(url string) {
	p.t.Helper()
	p.url = url
}

// ExpectCut declares that the connection to the server may break.
func (p *Page) ExpectCut() { p.faults.expectCut() }
