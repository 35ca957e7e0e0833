package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a search: each term is compared with every row.
const (
	maxTerms        = 10
	maxSearchLength = 200
)

// SearchTerms returns the terms of a list's search: the first ten of the first 200 characters.
func SearchTerms(typed string) []string {
	if characters := []rune(typed); len(characters) > maxSearchLength {
		typed = string(characters[:maxSearchLength])
	}
	words := Terms(typed)
	return words[:min(len(words), maxTerms)]
}

// Terms splits a text into words. Words without a letter or digit are dropped, and invisible
// characters, as copied text often has, are removed.
func Terms(typed string) []string {
	words := []string{}
	// strings.Map would repair invalid UTF-8, which the database has to refuse.
	if utf8.ValidString(typed) {
		typed = strings.Map(dropInvisible, typed)
	}
	for word := range strings.FieldsSeq(typed) {
		if strings.ContainsFunc(word, isTermRune) {
			words = append(words, word)
		}
	}
	return words
}

// HasNoTerms reports whether a text is not blank and has no terms. A search for it matches nothing in any list, while a
// blank search matches everything.
func HasNoTerms(typed string) bool { return strings.TrimSpace(typed) != "" && len(Terms(typed)) == 0 }

func dropInvisible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// isTermRune reports whether r is a letter or digit; modifier letters such as ʼ are not. It accepts
// characters that no text column can store, so that the database refuses them.
func isTermRune(r rune) bool {
	if r == 0 || r == utf8.RuneError {
		return true
	}
	return unicode.In(r, unicode.L, unicode.N) && !unicode.Is(unicode.Lm, r)
}
