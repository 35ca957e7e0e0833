package fmtbr

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CPF returns `123.456.789-09` for eleven digits, and any other text unchanged.
func CPF(digits string) string { return mask(digits, "###.###.###-##") }

// CNPJ returns `12.345.678/0001-95` for fourteen characters, letters among them, and any other text unchanged.
func CNPJ(number string) string {
	if len(number) != 14 {
		return number
	}
	return number[:2] + "." + number[2:5] + "." + number[5:8] + "/" + number[8:12] + "-" + number[12:]
}

// CEP returns `01310-100` for eight digits, and any other text unchanged.
func CEP(digits string) string { return mask(digits, "#####-###") }

// Phone returns `(11) 98765-4321` or `(11) 3456-7890`, without a leading 55 of Brazil, and any other text (another
// country, a fragment) unchanged.
func Phone(number string) string {
	national := strings.TrimPrefix(number, "+")
	if len(national) >= 12 {
		national = strings.TrimPrefix(national, "55")
	}
	pattern := "(##) #####-####"
	if len(national) == 10 {
		pattern = "(##) ####-####"
	}
	if laid := mask(national, pattern); laid != national {
		return laid
	}
	return number
}

// WhatsApp returns the address that opens a chat with a stored number and a prepared text; empty without a number. A
// number without a country code is Brazilian.
func WhatsApp(number, text string) string {
	const longestNational = 11
	if number == "" {
		return ""
	}
	international := strings.TrimPrefix(number, "+")
	if len(number) <= longestNational {
		international = "55" + number
	}
	return "https://wa.me/" + international + "?text=" + url.QueryEscape(text)
}

// Tel returns the address that calls a stored number.
func Tel(number string) string {
	if strings.HasPrefix(number, "+") {
		return "tel:" + number
	}
	return "tel:+55" + number
}

// FirstName returns the first name of a person, with the title before it: `Ana` of `Ana Beatriz de Souza`, and `Dra. Renata`
// of `Dra. Renata Ribeiro`.
func FirstName(name string) string {
	first, _ := SplitName(name)
	return first
}

// GivenName returns FirstName in normal case: `Ana` of `ANA BEATRIZ` and of `ana beatriz`. A name in mixed case stays as it is
// written.
func GivenName(name string) string {
	first := FirstName(name)
	if first != strings.ToUpper(first) && first != strings.ToLower(first) {
		return first
	}
	words := strings.Fields(strings.ToLower(first))
	for i, word := range words {
		start, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(start)) + word[size:]
	}
	return strings.Join(words, " ")
}

// SplitName returns FirstName and the rest of a name.
func SplitName(name string) (first, rest string) {
	words := strings.Fields(name)
	for i, word := range words {
		if !isTitle(word) || i == len(words)-1 {
			return strings.Join(words[:i+1], " "), strings.Join(words[i+1:], " ")
		}
	}
	return "", ""
}

func isTitle(word string) bool {
	titles := [...]string{"dr", "dra", "sr", "sra", "srta", "prof", "profa", "professor", "professora", "doutor", "doutora", "dom", "dona"}
	word = strings.TrimRight(word, ".ªº")
	return slices.ContainsFunc(titles[:], func(title string) bool { return strings.EqualFold(word, title) })
}

// Initials returns the first letters of the first and the last word of a name, without the
// particles: `Ana Beatriz de Carvalho` is `AC`, a single name has one letter.
func Initials(name string) string {
	letters := initialsOf(name)
	if len(letters) < 2 {
		return strings.Join(letters, "")
	}
	return letters[0] + letters[len(letters)-1]
}

// AllInitials returns the first letter of each word of a name, without the particles, for a person who is not to be named:
// `Ana Beatriz de Carvalho` is `A. B. C.`.
func AllInitials(name string) string {
	letters := initialsOf(name)
	if len(letters) == 0 {
		return ""
	}
	return strings.Join(letters, ". ") + "."
}

func initialsOf(name string) (letters []string) {
	for word := range strings.FieldsFuncSeq(name, unicode.IsSpace) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(first) && !isParticle(word) {
			letters = append(letters, letter(word))
		}
	}
	return letters
}

func isParticle(word string) bool {
	particles := [...]string{"de", "da", "do", "das", "dos", "e", "di", "del"}
	return slices.ContainsFunc(particles[:], func(particle string) bool { return strings.EqualFold(word, particle) })
}

func letter(word string) string {
	first, _ := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first))
}

// mask fills the digits into the pattern, or returns the text unchanged if they do not fit exactly.
func mask(digits, pattern string) string {
	if len(digits) != strings.Count(pattern, "#") || strings.Trim(digits, "0123456789") != "" {
		return digits
	}
	var laid strings.Builder
	next := 0
	for _, r := range pattern {
		if r == '#' {
			laid.WriteByte(digits[next])
			next++
			continue
		}
		laid.WriteRune(r)
	}
	return laid.String()
}
