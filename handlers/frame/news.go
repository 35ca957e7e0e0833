package frame

import (
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/tasks"
	"acolhe/views/layouts"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/web"
)

// newsPath is the address that pages poll for ended tasks; the query holds the tasks already reported.
const newsPath = tasksview.Path + "/novidades?contadas="

// News returns the results of the caller's tasks.
func News(r *web.Request, tx *db.DB) (layouts.News, error) {
	found, err := tasks.NewsFor(r.Context(), tx, r.By)
	if err != nil {
		return layouts.News{}, err
	}
	news := tasksview.NewsOf(found.Ended)
	if found.Running {
		news.Watch = newsPath + strconv.Itoa(news.Ended)
	}
	return news, nil
}
