// Package email knows what an e-mail address looks like and how it is stored: trimmed
// and lower-cased, so that comparing is equality (decisions.md, "Wire conventions").
package email

import (
	"regexp"
	"strings"
)

// maxLength is the longest address SMTP carries.
const maxLength = 254

var shape = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)

// Normal returns the address as it is stored, and whether it can be one.
func Normal(text string) (address string, valid bool) {
	address = strings.ToLower(strings.TrimSpace(text))
	return address, len(address) <= maxLength && shape.MatchString(address)
}

// IsNoneOrValid reports whether an address that may be absent can be one.
func IsNoneOrValid(address *string) bool {
	if address == nil {
		return true
	}
	_, valid := Normal(*address)
	return valid
}
