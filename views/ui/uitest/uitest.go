// Package uitest renders a component for a test and looks for HTML in it. It knows no component.
package uitest

import (
	"context"
	"strings"
	"testing"

	"acolhe/views/ui"
)

// Draw returns the HTML of a part.
func Draw(t *testing.T, part ui.Content) string {
	t.Helper()
	var html strings.Builder
	if err := part.Render(context.Background(), &html); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

// Has fails the test for each wanted text that is not in the HTML.
func Has(t *testing.T, html string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(html, want) {
			t.Errorf("%s\n\tis not in %s", want, html)
		}
	}
}

// HasNot fails the test for each unwanted text that is in the HTML.
func HasNot(t *testing.T, html string, unwanted ...string) {
	t.Helper()
	for _, never := range unwanted {
		if strings.Contains(html, never) {
			t.Errorf("%s\n\tmust not be in %s", never, html)
		}
	}
}
