package list

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/platform/savedviews"
	"acolhe/views/list"
	"acolhe/web"
)

// ViewsOf reads the saved views of a list that the caller may see, and the one in the address.
func ViewsOf(r *web.Request, tx *db.DB, about list.About) (list.Views, error) {
	var views list.Views
	saved, err := savedviews.ListFor(r.Context(), tx, r.By, about.Name)
	for _, view := range saved {
		shown := list.SavedView{View: view, CanChange: view.MayBeChangedBy(r.By)}
		views.Saved = append(views.Saved, shown)
		if strconv.FormatInt(view.ID, 10) == r.Query("visao") {
			views.Current = &shown
		}
	}
	return views, err
}

// IsViewAlone reports whether the address names a view and nothing else, so that the view's filters apply.
func IsViewAlone(r *web.Request, views list.Views) bool {
	address, err := url.Parse(r.Path())
	return err == nil && views.Current != nil && views.Current.Query != "" && len(address.Query()) == 1 && !r.IsFragment()
}

func viewInAddress(views list.Views) string {
	if views.Current == nil {
		return ""
	}
	return strconv.FormatInt(views.Current.ID, 10)
}
