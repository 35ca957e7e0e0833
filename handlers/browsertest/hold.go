package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
)

// HoldAnswers keeps every answer from the pages of the tab until ReleaseAnswers: what a slow
// line looks like, without waiting for one. The server has done its work all the same.
func (p *Page) HoldAnswers() {
	p.t.Helper()
	everything := fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*", RequestStage: fetch.RequestStageResponse}}}
	p.do("hold the answers", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, fetch.Enable, everything)
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
