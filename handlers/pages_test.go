package handlers_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
)

// Unique titles distinguish pages in the tabs and the history of a browser.
func TestPages_Titles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.SeedSettings(t)
	app.SeedTasks(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	clients := map[dbtest.Operator]*handlertest.Client{{}: app.Nobody(t)}
	paths := map[string]string{}
	for _, page := range sitemap.Pages(t, app.Routes) {
		if clients[page.By] == nil {
			clients[page.By] = app.As(t, page.By)
		}
		title := clients[page.By].GET(page.Path).Want(200).HTML().Find("title").Text()
		if other, duplicate := paths[title]; duplicate || title == "" {
			t.Errorf("%s and %s are both called %q", page.Path, other, title)
		}
		paths[title] = page.Path
	}
}
