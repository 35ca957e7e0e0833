package register

import (
	"acolhe/models/platform/settings"
	"acolhe/models/reads"
	view "acolhe/views/register/reads"
	"acolhe/web"
)

// The number of reads that an associate sees at first, and at most.
const (
	firstReads = 30
	mostReads  = 500
)

// showReads shows to an associate who saw their data and those of their patients.
func (p Register) showReads(r *web.Request) (err error) {
	page := view.Log{Own: r.By.ID}
	shown := firstReads
	if r.Query("todas") == "1" {
		shown = mostReads
	}
	if page.Frame, err = p.frame(r, "Quem viu meus dados"); err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page.Now = r.Now.In(zone)
	if page.Reads, err = reads.OfPerson(r.Context(), p.DB, r.By, r.By.ID, shown+1); err != nil {
		return err
	}
	if len(page.Reads) > shown {
		page.Reads, page.HasMore = page.Reads[:shown], shown < mostReads
	}
	return r.Render(view.Page(page))
}
