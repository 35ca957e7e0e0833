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

// Limits of the parts of an address (RFC 5321, RFC 1035).
const (
	maxName  = 64
	maxLabel = 63
)

// hasShape reports whether a mailbox can have the name and the host: no name with a dot at an end or two in a row, and a
// host of labels that neither are empty nor begin or end with a hyphen, the last of which is no number.
func hasShape(name, host string) bool {
	if len(name) > maxName || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.Contains(name, "..") {
		return false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' || strings.ContainsFunc(label, isNotOfLabel) {
			return false
		}
	}
	return strings.Trim(labels[len(labels)-1], "0123456789") != ""
}

// isNotOfLabel reports whether a label of a host cannot have a character. Those of other scripts are allowed.
func isNotOfLabel(r rune) bool {
	return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// Normalize returns the address in the form that is stored, and whether it is valid.
func Normalize(text string) (address string, valid bool) {
	address = strings.ToLower(strings.TrimSpace(text))
	isUnsafe := func(r rune) bool { return r == utf8.RuneError || unicode.In(r, unsafe...) }
	name, host, _ := strings.Cut(address, "@")
	return address, len(address) <= maxLength && pattern.MatchString(address) && !strings.ContainsFunc(address, isUnsafe) &&
		hasShape(name, host)
}

// IsNilOrValid reports whether an optional address is absent or valid.
func IsNilOrValid(address *string) bool {
	if address == nil {
		return true
	}
	_, valid := Normalize(*address)
	return valid
}
