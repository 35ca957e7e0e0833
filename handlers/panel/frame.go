package panel

import (
	"acolhe/handlers/frame"
	"acolhe/views/layouts"
	"acolhe/web"
)

// frame returns the frame of a page of the panel.
func (p Panel) frame(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	return frame.Panel(r, p.DB, title, trail...)
}
