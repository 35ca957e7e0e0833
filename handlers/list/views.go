package list

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/savedviews"
	"acolhe/views/list/saved"
	"acolhe/web"
)

// ViewsOf returns the saved views of a list, and the one in the address.
func ViewsOf(r *web.Request, stored []savedviews.View) saved.Views {
	var views saved.Views
	for _, view := range stored {
		shown := saved.View{View: view, CanChange: view.MayBeChangedBy(r.By)}
		views.Saved = append(views.Saved, shown)
		if strconv.FormatInt(view.ID, 10) == r.Query("visao") {
			views.Current = &shown
		}
	}
	return views
}

// IsViewAlone reports whether the address names a view and nothing else, so that the view's filters apply.
func IsViewAlone(r *web.Request, views saved.Views) bool {
	address, err := url.Parse(r.Path())
	return err == nil && views.Current != nil && views.Current.Query != "" && len(address.Query()) == 1 && !r.IsFragment()
}

func viewInAddress(views saved.Views) string {
	if views.Current == nil {
		return ""
	}
	return strconv.FormatInt(views.Current.ID, 10)
}
