package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// On the narrowest phone a name without a space in a button, long rows of links and large amounts do not widen a page.
func TestNarrow_NothingWidensThePage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_name = repeat('Mariadasgracas', 6) where id = 1")
	app.Exec(t, "update orders set total = 12345678.90 where id = 1")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Size(320, 640)
	for _, path := range []string{"/painel/associados/1", "/painel/documentos", "/painel/recepcao", "/painel"} {
		page.Visit(path)
		page.WaitUntil(path+" is as wide as the phone", `() => document.documentElement.scrollWidth === 320`)
	}
}
