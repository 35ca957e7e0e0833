package auth

import (
	"slices"
	"strings"
)

// Private is a kind of data of people that the configuration may hide from roles in lists.
type Private string

// The kinds of data that can be hidden.
const (
	CPF     Private = "cpf"
	Address Private = "address"
	Health  Private = "health"
)

// PrivateKinds returns the kinds of data that can be hidden.
func PrivateKinds() []Private { return []Private{CPF, Address, Health} }

// Concealed is shown in the place of a hidden value.
const Concealed = "•••••"

// Hides reports whether lists hide the data from the caller.
func (p Caller) Hides(kind Private) bool { return slices.Contains(p.Hidden, kind) }

// Conceal returns what a list shows the caller of a text: the text itself, or what stands for it if it is hidden. Of a CPF six
// digits remain, which tell people of the same name apart.
func (p Caller) Conceal(kind Private, text string) string {
	if text == "" || !p.Hides(kind) {
		return text
	}
	digits := strings.NewReplacer(".", "", "-", "").Replace(text)
	const length = 11
	if kind != CPF || len(digits) != length {
		return Concealed
	}
	return "•••." + digits[3:6] + "." + digits[6:9] + "-••"
}

// ConcealOf is Conceal for a text that may be missing.
func (p Caller) ConcealOf(kind Private, text *string) *string {
	if text == nil || !p.Hides(kind) {
		return text
	}
	shown := p.Conceal(kind, *text)
	return &shown
}
