package associates

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// minNamed and maxNamed limit the length of a searched text that may be a name.
const minNamed, maxNamed = 2, 80

// NewHref returns the form of a new associate with a searched text as its name, or empty for a text that cannot be a
// name: a number, an e-mail, a single letter, a very long one.
func NewHref(searched string) string {
	isName := strings.ContainsFunc(searched, unicode.IsLetter) && !strings.ContainsAny(searched, "0123456789@#")
	if length := utf8.RuneCountInString(searched); !isName || length < minNamed || length > maxNamed {
		return ""
	}
	return Path + "/novo?" + url.Values{"nome": {searched}}.Encode()
}
