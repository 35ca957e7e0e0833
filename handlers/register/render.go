package register

import (
	"github.com/a-h/templ"

	"acolhe/views/layouts"
	"acolhe/web"
)

// renderPage renders a page in its frame, with the reason of a refusal if any.
func (p Register) renderPage(r *web.Request, title string, refused error, page func(layouts.Frame) templ.Component) error {
	frame, err := p.frame(r, title)
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, page(frame))
}
