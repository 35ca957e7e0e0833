// Package publiccode generates the codes that people type to check a document of the association: eight letters and digits
// in two groups, such as 7K4M-2QXD, without those that are mistaken for others.
package publiccode

import (
	"crypto/rand"
	"strings"
)

const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

const (
	length = 8
	group  = 4
)

// New returns a random code; a byte beyond the last whole multiple of the alphabet is drawn again.
func New() string {
	code, random := make([]byte, 0, length), make([]byte, 1)
	for len(code) < length {
		rand.Read(random)
		if most := 256 / len(alphabet) * len(alphabet); int(random[0]) < most {
			code = append(code, alphabet[int(random[0])%len(alphabet)])
		}
	}
	return string(code)
}

// Parse returns the stored form of a typed code, "" for what cannot be one.
func Parse(typed string) string {
	code := strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	if len(code) != length || strings.Trim(code, alphabet) != "" {
		return ""
	}
	return code
}

// Shown returns a stored code as people read it: 7K4M-2QXD.
func Shown(code string) string { return code[:group] + "-" + code[group:] }
