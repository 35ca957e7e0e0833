package dataset

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"acolhe/models/associates"
)

var genders = []associates.Gender{associates.Female, associates.Male}

// fullName is a name in its two parts: `Maria Aparecida`, `da Silva Teixeira`.
type fullName struct{ first, last string }

func (n fullName) String() string { return strings.TrimSpace(n.first + " " + n.last) }

// login returns the name as the start of an e-mail address: `maria.teixeira`.
func (n fullName) login() string {
	first, _, _ := strings.Cut(n.first, " ")
	last := n.last[strings.LastIndex(n.last, " ")+1:]
	return plain(first) + "." + plain(last)
}

// name returns a name for the gender: one or two first names and one to three family names.
func (r rng) name(gender associates.Gender) fullName {
	firsts := r.words.WomensNames
	if gender == associates.Male {
		firsts = r.words.MensNames
	}
	first := pick(r, firsts)
	if second := pick(r, firsts); r.percent(28) && second != first {
		first += " " + second
	}
	return fullName{first, r.familyName()}
}

// familyName returns one to three different names, at most one of them with a particle: `da Silva Teixeira`,
// `Ferraz de Carvalho`.
func (r rng) familyName() string {
	count := draw(r, []weighted[int]{{25, 1}, {65, 2}, {10, 3}})
	var names []string
	for len(names) < count {
		if name := pick(r, r.words.FamilyNames); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if i := r.IntN(count); r.percent(75) {
		names[i] = r.words.Particles[names[i]] + names[i]
	}
	return strings.Join(names, " ")
}

// plain returns the text in lower case without accents.
func plain(text string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), text)
	if err != nil {
		panic(err)
	}
	return strings.ToLower(bare)
}
