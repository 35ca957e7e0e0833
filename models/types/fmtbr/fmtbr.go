// Package fmtbr formats values for Brazilians: amounts, numbers, dates, documents and names. All functions are pure;
// callers pass the clock and the time zone. Typed text is parsed elsewhere (models/types/money, models/types/brdoc).
package fmtbr

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"acolhe/models/types/money"
)

// nbsp keeps words on one line: "R$" must not be separated from its amount.
const nbsp = "\u00a0"

// Money returns `R$ 1.234,56` with a no-break space, and `−R$ 1,00` below zero.
func Money(amount money.Amount) string {
	whole, cents, _ := strings.Cut(amount.String(), ".")
	sign := ""
	if digits, negative := strings.CutPrefix(whole, "-"); negative {
		sign, whole = "−", digits
	}
	return sign + "R$" + nbsp + group(whole) + "," + cents
}

// Integer returns `1.284`.
func Integer[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		return "−" + group(rest)
	}
	return group(digits)
}

// Percent returns a share in tenths of a per cent: 125 is `12,5%`, 200 is `20%`.
func Percent(tenths int) string { return Tenths(tenths) + "%" }

// Tenths returns a number of tenths: 71 is `7,1`, 70 is `7`.
func Tenths(tenths int) string {
	sign := ""
	if tenths < 0 {
		sign, tenths = "−", -tenths
	}
	text := sign + Integer(int64(tenths/10))
	if tenth := tenths % 10; tenth != 0 {
		text += "," + strconv.Itoa(tenth)
	}
	return text
}

// PDF describes a PDF: `PDF, 4 páginas, 182 kB`; without its pages if their number is unknown.
func PDF(pages *int, bytes int64) string {
	if pages == nil {
		return Join(", ", "PDF", FileSize(bytes))
	}
	return Join(", ", "PDF", Plural(*pages, "página", "páginas"), FileSize(bytes))
}

// FileSize returns a size in bytes as `812 B`, `240 kB`, `1,2 MB`, `18,4 GB`.
func FileSize(bytes int64) string {
	const kilo, mega, giga = 1000, 1000 * 1000, 1000 * 1000 * 1000
	switch {
	case bytes < kilo:
		return Integer(bytes) + nbsp + "B"
	case bytes < mega-kilo/2:
		return Integer((bytes+kilo/2)/kilo) + nbsp + "kB"
	}
	unit, name := int64(mega), "MB"
	if bytes >= giga-giga/20_000 {
		unit, name = giga, "GB"
	}
	tenths := (bytes + unit/20) / (unit / 10)
	text := Integer(tenths / 10)
	if tenth := tenths % 10; tenth != 0 {
		text += "," + strconv.FormatInt(tenth, 10)
	}
	return text + nbsp + name
}

// Plural returns the count with its noun: `1 paciente`, `2 pacientes`; zero takes the plural.
func Plural(n int, one, many string) string {
	noun := many
	if n == 1 || n == -1 {
		noun = one
	}
	return Integer(int64(n)) + nbsp + noun
}

// Join joins the parts that are not empty.
func Join(between string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "" }), between)
}

// List joins parts as in a sentence: `UF, CEP e rua`.
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " e " + parts[last]
}

// group sets a dot before every three digits from the right.
func group(digits string) string {
	head := len(digits) % 3
	parts := []string{}
	if head > 0 {
		parts = append(parts, digits[:head])
	}
	for i := head; i < len(digits); i += 3 {
		parts = append(parts, digits[i:i+3])
	}
	return strings.Join(parts, ".")
}

// And joins labels as in a sentence: "rua, bairro e CEP".
func And(labels []string) string {
	words := make([]string, len(labels))
	for i, label := range labels {
		words[i] = withinSentence(label)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " e " + words[last]
}

// withinSentence returns "rua" for "Rua"; an abbreviation such as "CEP" stays as it is.
func withinSentence(label string) string {
	initial, size := utf8.DecodeRuneInString(label)
	if next, _ := utf8.DecodeRuneInString(label[size:]); unicode.IsUpper(next) {
		return label
	}
	return string(unicode.ToLower(initial)) + label[size:]
}

// Capitalized returns a text whose first letter is a capital.
func Capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
