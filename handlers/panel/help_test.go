package panel_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The help lists only pages that the reader can open; a help page for another role is not found.
func TestHelp_ByRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for who, count := range map[dbtest.Operator]int{dbtest.Camila: 24, dbtest.Bruno: 13, dbtest.Priscila: 11} {
		client := app.As(t, who)
		entries := client.GET("/ajuda").Want(200).HTML().Find(".help-entry")
		if entries.Length() != count {
			t.Errorf("%s has %d help pages, want %d", who.Name, entries.Length(), count)
		}
		entries.Each(func(_ int, entry *goquery.Selection) {
			page := client.GET(entry.AttrOr("href", "")).Want(200).HTML()
			area := page.Find(".page-head .actions a").AttrOr("href", "")
			if status := client.GET(area).StatusCode; status >= 400 {
				t.Errorf("%s: %s leads to %s, which answers %d", who.Name, entry.AttrOr("href", ""), area, status)
			}
		})
	}
	app.As(t, dbtest.Bruno).GET("/ajuda/tokens").Want(404)
	app.As(t, dbtest.Camila).GET("/ajuda/nada").Want(404)
	app.As(t, dbtest.Renata).GET("/ajuda").Want(403)
}

// An administrator sees the first steps until they dismiss them.
func TestFirstSteps_Dismissed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	list := camila.GET("/painel").Want(200).HTML().Find(".first-steps")
	if list.Find("li").Length() != 7 || list.Find("li[data-done]").Length() == 0 || list.Find("li[data-done] a").Length() != 0 {
		t.Errorf("the first steps are %s", list.Text())
	}
	if bruno.GET("/painel").Want(200).HTML().Find(".first-steps").Length() != 0 {
		t.Error("Acolhimento sees the first steps")
	}
	bruno.Form("/painel/primeiros-passos", nil).Want(303)
	if camila.GET("/painel").Want(200).HTML().Find(".first-steps").Length() != 1 {
		t.Error("somebody else dismissed the first steps")
	}
	camila.Form("/painel/primeiros-passos", nil).Want(303)
	if camila.GET("/painel").Want(200).HTML().Find(".first-steps").Length() != 0 {
		t.Error("the first steps are still there")
	}
}
