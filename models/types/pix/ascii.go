package pix

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ascii writes a text without what banks' apps refuse: accents go, other letters and signs of
// no ASCII form too. What is too long ends at its last whole character.
func ascii(text string, most int) string {
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
	if len(plain) > most {
		plain = plain[:most]
	}
	return strings.TrimSpace(plain)
}
