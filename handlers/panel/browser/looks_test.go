package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
)

// screens are the screens of the staff and a phone, light and dark.
var screens = []struct {
	name          string
	width, height int64
	theme         string
}{{"1440", 1440, 900, "claro"}, {"1366-dark", 1366, 768, "escuro"}, {"390", 390, 844, "claro"}}

// look takes the pictures of a page in each look, after what reaches its state, and checks it there.
func look(t *testing.T, page *browsertest.Page, path, name string, reach func()) {
	t.Helper()
	for _, l := range screens {
		page.Theme(l.theme)
		page.Size(l.width, l.height)
		page.Visit(path)
		if reach != nil {
			reach()
		}
		page.CheckAccessibility()
		page.CheckLayout()
		page.Screenshot(name + "-" + l.name)
	}
}
