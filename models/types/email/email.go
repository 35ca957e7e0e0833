// Package email validates e-mail addresses and normalizes them to the form that is stored:
// trimmed and lower-case, so that addresses compare by equality (decisions.md, "Wire
// conventions"). It does not check that an address exists.
package email

import (
	"regexp"
	"strings"
)

// maxLength is the length of the longest address in SMTP.
const maxLength = 254

var pattern = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)

// Normalize returns the address in the form that is stored, and whether it is valid.
func Normalize(text string) (address string, valid bool) {
	address = strings.ToLower(strings.TrimSpace(text))
	return address, len(address) <= maxLength && pattern.MatchString(address)
}

// IsNilOrValid reports whether an optional address is absent or valid.
func IsNilOrValid(address *string) bool {
	if address == nil {
		return true
	}
	_, valid := Normalize(*address)
	return valid
}
