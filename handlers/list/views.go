package list

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/savedviews"
	"acolhe/views/list"
	"acolhe/web"
)

// ViewsOf returns the saved views of a list, and the one in the address.
func ViewsOf(r *web.Request, saved []savedviews.View) list.Views {
	var views list.Views
	for _, view := range saved {
		shown := list.SavedView{View: view, CanChange: view.MayBeChangedBy(r.By)}
		views.Saved = append(views.Saved, shown)
		if strconv.FormatInt(view.ID, 10) == r.Query("visao") {
			views.Current = &shown
		}
	}
	return views
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
