package browsertest

import (
	"context"
	"os"
	"path/filepath"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Download clicks on a link to a file and returns the whole file, as the browser saved it.
func (p *Page) Download(target string) string { return p.Save(target, func() { p.Click(target) }) }

// Save returns the whole file that begins to load when a link is followed, as the browser saved it.
func (p *Page) Save(target string, follow func()) string {
	p.t.Helper()
	folder := p.t.TempDir()
	p.do("save downloads", func(ctx context.Context, _ *chromedp.Target) (nothing chromedp.Void, err error) {
		tab := chromedp.FromContext(ctx)
		_, err = cdp.Call(ctx, tab.Browser, downloads.SetDownloadBehavior, downloads.SetDownloadBehaviorParams{
			Behavior: downloads.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: tab.BrowserContextID})
		return nothing, err
	})
	follow()
	var content []byte
	p.until("download “"+target+"”", func() (string, error) {
		saved, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(saved) != 1 || filepath.Ext(saved[0]) == ".crdownload" {
			return "the download has not ended", err
		}
		content, err = os.ReadFile(saved[0])
		return "", err
	})
	return string(content)
}
