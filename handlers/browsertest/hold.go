package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// HoldAnswers delays every answer to the tab until ReleaseAnswers, like a slow connection. The server still handles the
// requests.
func (p *Page) HoldAnswers() {
	p.t.Helper()
	p.hold(&fetch.RequestPattern{URLPattern: "*", RequestStage: fetch.RequestStageResponse})
}

// HoldScripts delays the scripts of pages until ReleaseAnswers, to test the page before they run. The browser's
// cache is disabled.
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

// ReleaseAnswers delivers the delayed answers and ends the delay.
func (p *Page) ReleaseAnswers() {
	p.t.Helper()
	p.do("release the answers", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, fetch.Disable, cdp.Empty{})
		return nothing, err
	})
}

// GoOffline fails every request of the tab until GoOnline, as without internet. The failures are expected.
func (p *Page) GoOffline() {
	p.t.Helper()
	p.emulateNetwork("go offline", &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
	p.sayOnline(false)
}

// CutConnection cuts the connections of the tab to the server until a request has failed: the browser itself repeats a
// request once.
func (p *Page) CutConnection() {
	p.t.Helper()
	p.faults.ExpectCut()
	p.until("a request fails", func() (string, error) {
		p.app.CutConnections()
		if !p.faults.WasCut() {
			return "none has failed", nil
		}
		return "", nil
	})
}

// SlowDown limits uploads to some bytes a second until GoOnline, as on a weak mobile connection.
func (p *Page) SlowDown(bytesPerSecond float64) {
	p.t.Helper()
	p.emulateNetwork("slow uploads down", &network.Conditions{DownloadThroughput: -1, UploadThroughput: bytesPerSecond})
}

// GoOnline ends GoOffline and SlowDown.
func (p *Page) GoOnline() {
	p.t.Helper()
	p.emulateNetwork("go online")
	p.sayOnline(true)
}

// sayOnline sets what the page knows of the connection.
func (p *Page) sayOnline(isOnline bool) {
	p.t.Helper()
	p.do("set the state of the connection", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, network.OverrideNetworkState,
			network.OverrideNetworkStateParams{Offline: !isOnline, DownloadThroughput: -1, UploadThroughput: -1})
		return nothing, err
	})
}

func (p *Page) emulateNetwork(what string, conditions ...*network.Conditions) {
	p.t.Helper()
	p.do(what, func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, network.EmulateNetworkConditionsByRule,
			network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: append([]*network.Conditions{}, conditions...)})
		return nothing, err
	})
}
