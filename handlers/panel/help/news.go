package help

import (
	"github.com/a-h/templ"

	"acolhe/models/releases"
	view "acolhe/views/help"
	"acolhe/views/layouts"
	homeview "acolhe/views/panel/home"
	"acolhe/web"
)

// Card returns the news of the latest release for a person who has not read them, else nil.
func (p Pages) Card(r *web.Request) (templ.Component, error) {
	latest := view.Releases()[0]
	isUnread, err := releases.IsUnread(r.Context(), p.DB, r.By, latest.Day)
	if err != nil || !isUnread {
		return nil, err
	}
	return view.NewsCard(latest), nil
}

// news lists the changes of releases and marks them as read by the caller.
func (p Pages) news(r *web.Request) error {
	around, err := p.Frame(r, "Novidades", layouts.Crumb{Label: "Ajuda", Href: view.Path})
	if err != nil {
		return err
	}
	all := view.Releases()
	if err := releases.MarkRead(r.Context(), p.DB, r.By, all[0].Day); err != nil {
		return err
	}
	return r.Render(view.News(around, all))
}

// dismiss hides the card for the caller.
func (p Pages) dismiss(r *web.Request) error {
	if err := releases.MarkRead(r.Context(), p.DB, r.By, view.Releases()[0].Day); err != nil {
		return err
	}
	r.Notify("As novidades continuam em Ajuda.")
	return r.Redirect(homeview.Path)
}
