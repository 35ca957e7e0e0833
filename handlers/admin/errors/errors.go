// Package errors serves the pages of the errors of the system.
package errors

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/systemerrors"
	"acolhe/models/types/texts"
	"acolhe/models/types/version"
	view "acolhe/views/admin/errors"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the pages of errors.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:grupo"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(one, web.Administrator(), p.show),
		web.Form(one+"/situacao", web.Administrator(), p.resolve),
	}
}

func (p Pages) list(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	now := r.Now.In(zone)
	return list.Pages[view.Row, systemerrors.GroupsInput]{DB: p.DB, Frame: p.Frame, List: groups(now),
		Complete: func(r *web.Request, state *listview.State, _ []view.Row, _ listview.Query[systemerrors.GroupsInput]) error {
			summary, err := systemerrors.Summarize(r.Context(), p.DB, r.By)
			if err != nil {
				return err
			}
			days, err := systemerrors.ReadDays(r.Context(), p.DB, r.By, systemerrors.Span{Now: now, Days: view.Days})
			state.After = view.Overlays()
			state.Before = view.Head(view.Summary{Summary: summary, Release: version.Current(), Days: days})
			return err
		}}.Show(r)
}

func (p Pages) show(r *web.Request) error {
	group, err := systemerrors.Find(r.Context(), p.DB, r.By, r.Param("grupo"))
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	data := view.GroupData{Group: group, Now: r.Now.In(zone)}
	if data.Releases, err = systemerrors.ReadReleases(r.Context(), p.DB, r.By, group.ErrorHash); err != nil {
		return err
	}
	number, _ := strconv.Atoi(r.Query("amostra")) // a malformed number is the first sample
	found, err := systemerrors.FindSample(r.Context(), p.DB, r.By, group.ErrorHash, number-1)
	if err != nil {
		return err
	}
	data.Sample, data.Position, data.Kept, data.Who = found.Sample, found.Position, found.Kept, texts.Of(found.Who)
	if r.IsFragment() && r.Query("drawer") == "1" {
		return r.Render(view.Drawer(data))
	}
	around, err := p.Frame(r, view.Title(group), layouts.Crumb{Label: "Erros", Href: view.Path})
	if err != nil {
		return err
	}
	return r.Render(view.GroupPage(around, data))
}

// resolve sets the posted status and leads back to the list, whose notice undoes it.
func (p Pages) resolve(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	status := systemerrors.Status(posted.Or("status", ""))
	group, undone, err := systemerrors.Resolve(r.Context(), p.DB, r.By, systemerrors.ResolveInput{ErrorHash: r.Param("grupo"), Status: status})
	if err != nil {
		return err
	}
	r.NotifyUndo(view.Done(group), undo.Href(undone))
	return r.Redirect(view.Path)
}
