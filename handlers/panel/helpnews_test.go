package panel_test

import (
	"os"
	"regexp"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	view "acolhe/views/help"
)

const newsCard = `form[action="/ajuda/novidades/lidas"]`

// Each person sees the news of a release until they dismiss or read them.
func TestNews_OncePerPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	shows := func(client *handlertest.Client) bool {
		return client.GET("/painel").Want(200).HTML().Find(newsCard).Length() == 1
	}
	if !shows(camila) || !shows(bruno) {
		t.Error("the news are not on the first page")
	}
	camila.Form("/ajuda/novidades/lidas", nil).Want(303)
	if shows(camila) || !shows(bruno) {
		t.Error("dismissed by one person, the news are there, or gone for somebody else")
	}
	if list := bruno.GET("/ajuda/novidades").Want(200).HTML().Find(".help-text section"); list.Length() != len(view.Releases()) {
		t.Errorf("the page has %d releases", list.Length())
	}
	if shows(bruno) {
		t.Error("the news are still there after they were read")
	}
	app.As(t, dbtest.Renata).GET("/ajuda/novidades").Want(403)
	app.Nobody(t).GET("/ajuda/novidades").Want(303)
}

// An account younger than the release has no news, and neither has a person who has read a newer release.
func TestNews_NewerAccount(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	day := view.Releases()[0].Day
	if _, err := app.Pool.Exec(t.Context(), "update system_users set date_created = $1 where id = $2", day, dbtest.Camila.ID); err != nil {
		t.Fatal(err)
	}
	if app.As(t, dbtest.Camila).GET("/painel").Want(200).HTML().Find(newsCard).Length() != 0 {
		t.Error("a new account has old news")
	}
	later := `insert into operator_preferences (operator_id, key, value, date_updated) values ($1, 'novidades.lidas', '"2999-01-01"', now())`
	if _, err := app.Pool.Exec(t.Context(), later, dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	if app.As(t, dbtest.Bruno).GET("/painel").Want(200).HTML().Find(newsCard).Length() != 0 {
		t.Error("an older release is news")
	}
}

// Every release has its text for the staff, the latest first.
func TestReleases_AsInChangelog(t *testing.T) {
	t.Parallel()
	changelog, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"Unreleased": true}
	for i, release := range view.Releases() {
		known[release.Version] = true
		if i > 0 && !release.Day.Before(view.Releases()[i-1].Day) {
			t.Errorf("%s is not in its place", release.Version)
		}
	}
	for _, heading := range regexp.MustCompile(`(?m)^## (\S+)`).FindAllSubmatch(changelog, -1) {
		if !known[string(heading[1])] {
			t.Errorf("views/help/releases.go does not have %s", heading[1])
		}
	}
}
