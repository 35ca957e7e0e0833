package pix

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ascii returns the text in the characters that banks accept: without accents, and without
// characters that have no ASCII form, at most so many bytes.
func ascii(text string, maxLength int) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r < ' ' || r > '~':
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	plain = strings.Join(strings.Fields(plain), " ")
	if len(plain) > maxLength {
		plain = plain[:maxLength]
	}
	return strings.TrimSpace(plain)
}
