// Package notices serves the notices of the staff.
package notices

import (
	"slices"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/notices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/live"
	"acolhe/views/layouts"
	view "acolhe/views/panel/notices"
	"acolhe/web"
)

// Pages serves the notices.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Live  *live.Hub
}

var crumb = layouts.Crumb{Label: "Avisos", Href: view.Path}

// Routes returns the routes. What a person sees of them follows from their permissions.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.list),
		web.Page(view.CountPath, web.Staff(), p.count),
		web.Page(view.LivePath, web.Staff(), p.follow),
		web.Page(view.ChoosePath, web.Staff(), p.choices),
		web.Page(view.Path+"/:id", web.Staff(), p.open),
		web.Form(view.ReadPath, web.Staff(), p.readAll),
		web.Form(view.ChoosePath, web.Staff(), p.choose),
	}
}

func (p Pages) list(r *web.Request) error {
	around, err := p.Frame(r, "Avisos")
	if err != nil {
		return err
	}
	data := view.Data{Filter: notices.Filter(r.Query("quais")), Now: around.Now, Over: r.IsFragment()}
	if !slices.Contains(view.Filters(), data.Filter) {
		data.Filter = notices.Unread
	}
	if data.Lines, err = notices.List(r.Context(), p.DB, r.By, data.Filter); err != nil {
		return err
	}
	if data.Unread, err = notices.CountUnread(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	chosen, err := notices.Choices(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	for _, kind := range notices.KindsFor(r.By) {
		if chosen[kind] == notices.ByMail {
			data.ByMail = append(data.ByMail, kind)
		}
	}
	return r.Render(view.Page(around, data), view.Fragment)
}

// count answers with the number of unread notices.
func (p Pages) count(r *web.Request) error {
	unread, err := notices.CountUnread(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return r.Render(view.Count(strconv.Itoa(unread)))
}

func (p Pages) follow(r *web.Request) error { return serve.Follow(r, p.Live, "notices") }

// open reads a notice and leads to what it is about.
func (p Pages) open(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	line, err := notices.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	if err := notices.Read(r.Context(), p.DB, r.By, line); err != nil {
		return err
	}
	around, err := p.Frame(r, "Avisos")
	if err != nil {
		return err
	}
	return r.Redirect(view.Href(line, around.Now.Location()))
}

func (p Pages) readAll(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	upTo, _ := strconv.ParseInt(posted.Or("ate", ""), 10, 64) // any other value is before all notices
	if err := notices.ReadAll(r.Context(), p.DB, r.By, upTo); err != nil {
		return err
	}
	return r.Redirect(view.Path)
}

func (p Pages) choices(r *web.Request) error {
	around, err := p.Frame(r, "Escolher avisos", crumb)
	if err != nil {
		return err
	}
	chosen, err := notices.Choices(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return r.Render(view.ChoicePage(around, view.ChoiceData{Kinds: notices.KindsFor(r.By), Chosen: chosen}))
}

func (p Pages) choose(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	chosen := map[notices.Kind]notices.Delivery{}
	for _, kind := range notices.KindsFor(r.By) {
		if delivery := posted.Or(string(kind), ""); delivery != "" {
			chosen[kind] = notices.Delivery(delivery)
		}
	}
	if err := notices.Choose(r.Context(), p.DB, r.By, chosen); err != nil {
		return err
	}
	r.Notify("Avisos guardados.")
	return r.Redirect(view.Path)
}
