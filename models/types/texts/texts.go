// Package texts holds the rules for texts that all areas share: how length is counted, where a
// text is cut, and that an empty one is stored as null. What a text means is up to its area.
package texts

import (
	"strings"
	"unicode/utf8"
)

// Fits reports whether a text has at most so many characters, as a person counts them.
func Fits(text string, most int) bool { return utf8.RuneCountInString(text) <= most }

// Start returns the beginning of a text, at most so many characters of it.
func Start(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// Shorten is Start with an ellipsis where something was left out.
func Shorten(text string, most int) string {
	if Fits(text, most) {
		return text
	}
	return Start(text, most) + "…"
}

// Of returns a text that may be absent; an absent one is empty.
func Of(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Optional returns a text as a nullable column keeps it: an empty one is none.
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
