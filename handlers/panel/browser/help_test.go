package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// helpPictures is the environment variable with the folder of the pictures of the help; `make pictures` sets it.
const helpPictures = "ACOLHE_HELP_PICTURES"

// Each help page links to the page that it describes. With a folder, the pictures of these pages are taken again.
func TestHelp_Pictures(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	app.PublishTerms(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	for _, signer := range []dbtest.Associate{dbtest.Carla, dbtest.Joao} {
		page.Script().JSON("POST", "/api/v1/doc-sign/contracts", map[string]any{"user_code": signer.UserCode}).Want(201)
	}
	page.Theme("claro")
	page.Visit("/ajuda")
	slugs := browsertest.Read[[]string](page, `() => [...document.querySelectorAll(".help-entry")].map((link) => link.pathname.split("/")[2])`)
	if len(slugs) < 8 {
		t.Fatalf("the help has %v", slugs)
	}
	for _, slug := range slugs {
		page.Visit("/ajuda/" + slug)
		title := strings.TrimPrefix(page.Text("h1"), "Ajuda: ")
		area := page.Attribute(".page-head .actions a", "href")
		if folder := os.Getenv(helpPictures); folder != "" {
			page.Visit(area)
			page.Picture(filepath.Join(folder, slug+".webp"))
			continue
		}
		if page.Attribute(".help-page img", "src") == "" {
			t.Errorf("%s has no picture: make pictures", title)
		}
	}
}

// The key ? leads to the help of the area, which lists the letters after G.
func TestHelp_FromKeys(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos")
	page.Press("?")
	page.WaitForText("#teclas", "Ir para Associados")
	page.CheckAccessibility()
	page.Click("Abrir a ajuda desta página")
	page.WaitForPath("/ajuda/pedidos")
	page.CheckAccessibility()
}
