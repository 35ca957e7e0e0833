// Package texts holds the rules for texts that all areas share: length is counted in characters, texts are cut between
// characters, and an empty optional text is stored as null.
package texts

import (
	"strings"
	"unicode/utf8"
)

// Fits reports whether a text has at most maxLength characters.
func Fits(text string, maxLength int) bool { return utf8.RuneCountInString(text) <= maxLength }

// Truncate returns the first maxLength characters of a text.
func Truncate(text string, maxLength int) string {
	if runes := []rune(text); len(runes) > maxLength {
		return string(runes[:maxLength])
	}
	return text
}

// Shorten is Truncate with an ellipsis if the text is cut.
func Shorten(text string, maxLength int) string {
	if Fits(text, maxLength) {
		return text
	}
	return Truncate(text, maxLength) + "…"
}

// Of returns the text, or "" for nil.
func Of[Text ~string](text *Text) string {
	if text == nil {
		return ""
	}
	return string(*text)
}

// Optional returns the value for a nullable column: nil for "".
func Optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// NilIfBlank sets the texts that are empty or only spaces to nil.
func NilIfBlank(texts ...**string) {
	for _, text := range texts {
		if strings.TrimSpace(Of(*text)) == "" {
			*text = nil
		}
	}
}

// Lines returns the lines of a text without blank ones, each without white space around it.
func Lines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
