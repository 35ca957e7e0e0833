package pix

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ascii returns the text in the characters that banks accept, at most maxLength bytes: accents and
// characters without an ASCII form are removed.
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
