package frame

import (
	"strconv"
	"strings"

	"acolhe/models/notices"
	"acolhe/models/platform/db"
	"acolhe/views/layouts"
	noticesview "acolhe/views/panel/notices"
	"acolhe/web"
)

// bell returns the bell of a page. The page of what a notice is about reads it.
func bell(r *web.Request, tx *db.DB, unread int) (layouts.Bell, error) {
	shown := layouts.Bell{Href: noticesview.Path, Unread: unread, Count: noticesview.CountPath,
		Live: noticesview.LivePath + "?desde=" + strconv.FormatInt(r.Now.UnixMilli(), 10)}
	path, _, _ := strings.Cut(r.Path(), "?")
	if unread == 0 || !noticesview.IsTarget(path) {
		return shown, nil
	}
	lines, err := notices.List(r.Context(), tx, r.By, notices.Unread)
	if err != nil {
		return shown, err
	}
	for _, line := range lines {
		if noticesview.Target(line) != path || line.Count > 1 && !noticesview.IsOfOne(line) {
			continue
		}
		if err := notices.Read(r.Context(), tx, r.By, line); err != nil {
			return shown, err
		}
		shown.Unread--
	}
	return shown, nil
}
