package browser_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
)

// Every page outside the panel keeps the budgets of static/lighthouse.mjs, but the list of the JSON interface, which nobody opens on a
// phone. Run by `make lighthouse` on a quiet machine.
func TestScale_Lighthouse(t *testing.T) {
	app := handlertest.New(t)
	pages := append(seedOutside(t, app), sitemap.Outside(t, app.Routes)...)
	pages = slices.DeleteFunc(pages, func(page sitemap.Page) bool { return page.Path == "/api/v1/docs" })
	eachVisitor(t, app, pages, func(session *handlertest.Client, paths []string) {
		var list strings.Builder
		for _, path := range paths {
			list.WriteString(app.URL + path + "\t" + session.CookieHeader() + "\n")
		}
		command := exec.CommandContext(t.Context(), "node", "../../../static/lighthouse.mjs", "-")
		command.Stdin, command.Stdout, command.Stderr = strings.NewReader(list.String()), os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			t.Error(err)
		}
	})
}
