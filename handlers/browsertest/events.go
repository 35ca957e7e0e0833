package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// handle handles the events of the tab.
func (p *Page) handle(event any) {
	if p.faults.Handle(event) {
		go p.acceptDialog()
	}
}

// acceptDialog accepts the dialog that asks whether to leave; until then the tab is blocked.
func (p *Page) acceptDialog() {
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	_, err := chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	if err != nil && p.ctx.Err() == nil {
		p.faults.Add("question", err.Error())
	}
}
