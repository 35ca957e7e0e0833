package items

import (
	"strings"

	"acolhe/models/brdoc"
)

// fewestDigits is from how many digits on a number that was typed in parts is one word.
const fewestDigits = 4

// Words splits what somebody searches for. A CPF or a phone that was typed with punctuation
// and spaces is one word.
func Words(text string) []string {
	digits := brdoc.Digits(text)
	if len(digits) >= fewestDigits && strings.Trim(text, "0123456789 .-()+/") == "" {
		return []string{digits}
	}
	return strings.Fields(text)
}
