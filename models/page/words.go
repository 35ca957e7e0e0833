package page

import (
	"strings"
	"unicode"
)

// A search of more than these says nothing more, and each of its words costs a look at every row.
const (
	mostWords      = 10
	mostCharacters = 200
)

// Words splits what somebody typed to search a list: the first ten words of the first two
// hundred characters.
func Words(typed string) []string {
	if characters := []rune(typed); len(characters) > mostCharacters {
		typed = string(characters[:mostCharacters])
	}
	words := Said(typed)
	return words[:min(len(words), mostWords)]
}

// Said splits what somebody typed into words. What has neither a letter nor a digit is none, and
// characters that nobody sees, as come along with what is copied, are passed over.
func Said(typed string) []string {
	words := []string{}
	for word := range strings.FieldsSeq(strings.Map(visible, typed)) {
		if strings.ContainsFunc(word, isSaid) {
			words = append(words, word)
		}
	}
	return words
}

// SaysNothing tells signs without a word from nothing at all: a search for them finds nothing, on
// every list alike.
func SaysNothing(typed string) bool { return strings.TrimSpace(typed) != "" && len(Said(typed)) == 0 }

func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// isSaid tells letters and digits; a modifier letter such as ʼ is a sign.
func isSaid(r rune) bool { return unicode.In(r, unicode.L, unicode.N) && !unicode.Is(unicode.Lm, r) }
