package browser_test

import (
	"fmt"
	"testing"

	"acolhe/handlers/browsertest"
)

// visitInLooks opens a page on the screens of the staff, light and dark, checks layout and accessibility, and takes pictures.
func visitInLooks(t *testing.T, page *browsertest.Page, name, path string) {
	t.Helper()
	for _, look := range []struct {
		theme         string
		width, height int64
	}{{"claro", 1440, 900}, {"claro", 390, 844}, {"escuro", 1366, 768}} {
		page.Theme(look.theme)
		page.Size(look.width, look.height)
		page.Visit(path)
		page.CheckLayout()
		page.CheckAccessibility()
		page.Screenshot(fmt.Sprintf("%s-%s-%s-%d", t.Name(), name, look.theme, look.width))
	}
}
