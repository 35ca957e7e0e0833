package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// SmallPhone sets a touch screen of 360×740, the smallest that the pages are made for.
func (p *Page) SmallPhone() {
	p.t.Helper()
	p.width = 360
	p.do("take the size of a small phone", chromedp.EmulateViewport(p.width, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// LargeText sets the text of the browser to 200 % for the following pages, as a person does in its settings.
func (p *Page) LargeText() {
	p.t.Helper()
	p.do("enlarge the text", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: 32}})
		return nothing, err
	})
}

// CheckLargeText fails the test if the page is wider than the screen with text at 200 % (WCAG 1.4.4, 1.4.10), and names what is
// too wide. It keeps a picture, and gives the page its own size back.
func (p *Page) CheckLargeText() {
	p.t.Helper()
	large := Read[struct {
		Width int64
		Wide  []string
	}](p, `(width) => {
		const root = document.documentElement;
		root.style.fontSize = "200%";
		const scrolls = (element) => element !== document.body && element !== root &&
			(getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
		const wide = [...document.querySelectorAll("body *")].filter((element) =>
			element.getBoundingClientRect().right > width && !scrolls(element.parentElement));
		return { width: root.scrollWidth, wide: wide.slice(0, 6).map((element) =>
			element.localName + "." + element.className + " " + Math.round(element.getBoundingClientRect().right)) };
	}`, p.width)
	p.Screenshot("large-" + p.Path())
	Read[any](p, `() => { document.documentElement.style.fontSize = "" }`)
	if large.Width > p.width {
		p.t.Errorf("%s is %d wide on a screen of %d with text at 200 %%: %q", p.Path(), large.Width, p.width, large.Wide)
	}
}
