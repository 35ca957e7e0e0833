package browsertest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

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
func (p *Page) ExpectCut() { p.faults.ExpectCut() }

// Localhost makes the tab use the app by the name of this machine, which browsers keep passkeys for; the app must be configured so.
func (p *Page) Localhost() {
	p.t.Helper()
	p.MoveTo(strings.Replace(p.url, "127.0.0.1", "localhost", 1))
}

// Authenticator is a virtual device that keeps passkeys and confirms at once.
type Authenticator struct {
	page *Page
	id   webauthn.AuthenticatorID
}

// AddAuthenticator gives the tab a virtual device that keeps passkeys.
func (p *Page) AddAuthenticator() Authenticator {
	p.t.Helper()
	device := Authenticator{page: p}
	p.do("add a device for passkeys", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		if _, err := cdp.Call(ctx, tab, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return nothing, err
		}
		added, err := cdp.Call(ctx, tab, webauthn.AddVirtualAuthenticator,
			webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
				Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
				HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}})
		device.id = added.AuthenticatorID
		return nothing, err
	})
	return device
}

// Forget removes every passkey of the device, as when it is lost.
func (a Authenticator) Forget() {
	a.page.t.Helper()
	a.page.do("lose the passkeys", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, webauthn.ClearCredentials, webauthn.ClearCredentialsParams{AuthenticatorID: a.id})
		return nothing, err
	})
}
