package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A search of more than these says nothing more, and each of its words costs a look at every row.
const (
	maxTerms        = 10
	maxSearchLength = 200
)

// SearchTerms splits what somebody typed to search a list: the first ten words of the first two
// hundred characters.
func SearchTerms(typed string) []string {
	if characters := []rune(typed); len(characters) > maxSearchLength {
		typed = string(characters[:maxSearchLength])
	}
	words := Terms(typed)
	return words[:min(len(words), maxTerms)]
}

// Terms splits what somebody typed into words. What has neither a letter nor a digit is none, and
// characters that nobody sees, as come along with what is copied, are passed over.
func Terms(typed string) []string {
	words := []string{}
	// Map would mend what is no UTF-8, which is for the database to refuse.
	if utf8.ValidString(typed) {
		typed = strings.Map(visible, typed)
	}
	for word := range strings.FieldsSeq(typed) {
		if strings.ContainsFunc(word, isTermRune) {
			words = append(words, word)
		}
	}
	return words
}

// HasNoTerms tells signs without a word from nothing at all: a search for them finds nothing, on
// every list alike.
func HasNoTerms(typed string) bool { return strings.TrimSpace(typed) != "" && len(Terms(typed)) == 0 }

func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// isTermRune tells letters and digits; a modifier letter such as ʼ is a sign. What no text can hold is
// kept, for the database to refuse.
func isTermRune(r rune) bool {
	if r == 0 || r == utf8.RuneError {
		return true
	}
	return unicode.In(r, unicode.L, unicode.N) && !unicode.Is(unicode.Lm, r)
}
