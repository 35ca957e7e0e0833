// Package texts is what holds of texts in every area: how long one may be, and that one with
// nothing in it is stored as none. What a text means is its area's.
package texts

import (
	"strings"
	"unicode/utf8"
)

// Fits tells whether a text has at most so many characters, as a person counts them.
func Fits(text string, most int) bool { return utf8.RuneCountInString(text) <= most }

// Of gives a text that may be absent; an absent one is empty.
func Of(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Optional gives a text as a nullable column keeps it: an empty one is none.
func Optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// DropBlank makes none of the texts that hold nothing but spaces.
func DropBlank(texts ...**string) {
	for _, text := range texts {
		if strings.TrimSpace(Of(*text)) == "" {
			*text = nil
		}
	}
}
