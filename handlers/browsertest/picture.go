package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Artifacts is the environment variable with the folder for screenshots; without it none are taken.
const Artifacts = "ACOLHE_ARTIFACTS"

// Screenshot saves a picture of the whole page in the folder of Artifacts.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	folder := os.Getenv(Artifacts)
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	const png = 100
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(png))
	if err != nil {
		p.t.Errorf("picture %s: %v", name, err)
		return
	}
	file := filepath.Join(folder, strings.Map(fileRune, name)+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		p.t.Error(err)
	}
}

// Picture saves the visible part of the page as a small picture.
func (p *Page) Picture(file string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	taken, err := chromedp.Run(ctx, func(ctx context.Context, tab *chromedp.Target) ([]byte, error) {
		answer, err := cdp.Call(ctx, tab, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: "webp", Quality: new(int64(60))})
		return answer.Data, err
	})
	if err == nil {
		err = os.WriteFile(file, taken, 0o644)
	}
	if err != nil {
		p.t.Error(err)
	}
}

// fileRune replaces characters that are not safe in file names.
func fileRune(r rune) rune {
	if strings.ContainsRune(`/\:?*"<>| `, r) {
		return '-'
	}
	return r
}
