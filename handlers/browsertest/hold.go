package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// HoldAnswers keeps every answer from the pages of the tab until ReleaseAnswers: what a slow
// line looks like, without waiting for one. The server has done its work all the same.
func (p *Page) HoldAnswers() {
	p.t.Helper()
	p.hold(&fetch.RequestPattern{URLPattern: "*", RequestStage: fetch.RequestStageResponse})
}

// HoldScripts keeps the scripts of pages from them until ReleaseAnswers: what is seen meanwhile is
// the page before they begin. The browser has none left from before.
func (p *Page) HoldScripts() {
	p.t.Helper()
	p.do("forget the scripts", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
		return nothing, err
	})
	p.hold(&fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeScript, RequestStage: fetch.RequestStageResponse})
}

func (p *Page) hold(what *fetch.RequestPattern) {
	p.t.Helper()
	p.do("hold the answers", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{what}})
		return nothing, err
	})
}

// ReleaseAnswers gives the page what was held and what comes from now on.
func (p *Page) ReleaseAnswers() {
	p.t.Helper()
	p.do("release the answers", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, fetch.Disable, cdp.Empty{})
		return nothing, err
	})
}
