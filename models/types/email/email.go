// Package email validates e-mail addresses and normalizes them to the form that is stored:
// trimmed and lower-case, so that addresses compare by equality (decisions.md, "Wire
// conventions"). It does not check that an address exists.
package email

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLength is the length of the longest address in SMTP.
const maxLength = 254

// pattern accepts no signs that separate or quote addresses where mails and pages write them.
var pattern = regexp.MustCompile("^[^@\\s\"'`<>;,=?]+@[^@\\s\"'`<>;,=?]+$")

// unsafe are the characters that are invisible or quote: controls, format characters, spaces and quotation marks.
var unsafe = []*unicode.RangeTable{unicode.C, unicode.Z, unicode.Pi, unicode.Pf}

// Normalize returns the address in the form that is stored, and whether it is valid.
func Normalize(text string) (address string, valid bool) {
	address = strings.ToLower(strings.TrimSpace(text))
	isUnsafe := func(r rune) bool { return r == utf8.RuneError || unicode.In(r, unsafe...) }
	return address, len(address) <= maxLength && pattern.MatchString(address) && !strings.ContainsFunc(address, isUnsafe)
}

// IsNilOrValid reports whether an optional address is absent or valid.
func IsNilOrValid(address *string) bool {
	if address == nil {
		return true
	}
	_, valid := Normalize(*address)
	return valid
}
