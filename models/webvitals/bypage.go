package webvitals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Page sums up a metric on a page.
type Page struct {
	Path string `json:"path"`
	Values
	Rating Rating `json:"rating"`
}

const mostPages = 50

// ReadPages returns the slowest pages of a metric in a period, at most 50, with the errors of ReadSeries.
func ReadPages(ctx context.Context, tx *db.DB, by auth.Caller, input SeriesInput) ([]Page, error) {
	since, err := input.check(by)
	if err != nil {
		return nil, err
	}
	pages := []Page{}
	err = tx.WithContext(ctx).Raw(`select path, `+percentiles+` from web_vitals where name = ? and date_created >= ? and (? = '' or path = ?)
		group by path order by p75 desc, path limit ?`, input.Name, since, input.Path, input.Path, mostPages).Scan(&pages).Error
	for i := range pages {
		pages[i].Rating = input.Name.Rate(*pages[i].P75)
	}
	return pages, err
}
