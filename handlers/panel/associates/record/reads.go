package record

import (
	"acolhe/models/platform/settings"
	"acolhe/models/reads"
	associatesview "acolhe/views/panel/associates"
	readsview "acolhe/views/panel/associates/reads"
	view "acolhe/views/panel/associates/record"
	"acolhe/web"
)

// fillSeen reads who saw the data of the person, for the part that shows it. Who may not see it sees the summary.
func (p Pages) fillSeen(r *web.Request, data *view.Data) (err error) {
	data.May.SeeReads, err = settings.MaySeeReads(r.Context(), p.DB, r.By)
	if !data.May.SeeReads && data.Part == view.Seen {
		data.Part = view.Summary
	}
	if err != nil || data.Part != view.Seen {
		return err
	}
	if data.Reads, err = reads.OfPerson(r.Context(), p.DB, r.By, data.Associate.ID, readsview.Shown); err == nil {
		data.IsProtected, err = reads.IsProtected(r.Context(), p.DB, data.Associate.ID)
	}
	return err
}

// protect marks the name of the person as widely known, or removes the mark.
func (p Pages) protect(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	isProtected, notice := posted.Or("protected", "") == "true", "Nome sem proteção."
	if err := reads.Protect(r.Context(), p.DB, r.By, id, isProtected); err != nil {
		return err
	}
	if isProtected {
		notice = "Nome protegido."
	}
	r.Notify(notice)
	return r.Redirect(associatesview.Href(id) + "?parte=" + string(view.Seen))
}
