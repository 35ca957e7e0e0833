package layouts

import (
	"net/url"
	"strings"
)

// The pages for the size of the letters and for phones that keep the pages as an app.
const (
	LetterPath   = "/letra"
	ManifestPath = "/manifesto.webmanifest"
)

// LetterCookie is the cookie with the size of the letters.
const LetterCookie = "letra"

// LetterSize is a size of the letters, with its name on pages.
type LetterSize struct{ Value, Label string }

// LetterSizes lists the sizes; the first one is that of the browser.
func LetterSizes() []LetterSize {
	return []LetterSize{{"", "Normal"}, {"maior", "Maior"}, {"bem-maior", "Bem maior"}}
}

// IsLetterSize reports whether a value is one of the sizes.
func IsLetterSize(value string) bool {
	for _, size := range LetterSizes() {
		if size.Value == value {
			return true
		}
	}
	return false
}

// letterHref leads to the page for the size of the letters, and from there back. The query of the page is left out, because it
// may hold a token.
func (f Frame) letterHref() string {
	path, _, _ := strings.Cut(f.Path, "?")
	if path == "" || path == LetterPath {
		return LetterPath
	}
	return LetterPath + "?volta=" + url.QueryEscape(path)
}
