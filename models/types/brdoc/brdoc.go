// Package brdoc validates and normalizes Brazilian numbers: CPF, CNPJ, CEP, phones, and the codes
// of the states. Each function accepts a number with any punctuation and returns the form that is
// stored.
package brdoc

import (
	"slices"
	"strings"
	"unicode"
)

// Digits returns the digits of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// minJoinedDigits is the least number of digits that JoinDigits joins.
const minJoinedDigits = 4

// JoinDigits returns the digits of a text that is one number with punctuation and spaces, such as
// a CPF or a phone; it returns any other text unchanged.
func JoinDigits(text string) string {
	digits := Digits(text)
	if len(digits) >= minJoinedDigits && strings.Trim(text, "0123456789 .-()+/") == "" {
		return digits
	}
	return text
}

// IsPartOfCPF reports whether a word of a search is a number of fewer or more digits than a CPF has.
func IsPartOfCPF(word string) bool {
	const length = 11
	return word != "" && len(word) != length && len(Digits(word)) == len(word)
}

// CPF returns the digits, and whether the length of eleven and both check digits are right.
func CPF(text string) (digits string, valid bool) {
	digits = Digits(text)
	if len(digits) != 11 || strings.Count(digits, digits[:1]) == 11 {
		return digits, false
	}
	return digits, digits[9:] == CPFCheckDigits(digits[:9])
}

// CPFCheckDigits returns the two check digits of the first nine digits of a CPF.
func CPFCheckDigits(nine string) string {
	first := cpfDigit(nine)
	return first + cpfDigit(nine+first)
}

// cpfDigit weights the digits from len+1 down to 2 and returns the sum × 10 modulo 11, 0 for ten.
func cpfDigit(digits string) string {
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (len(digits) + 1 - i)
	}
	return string(rune('0' + sum*10%11%10))
}

// CEP returns the eight digits, and whether the text can be a postal code. A text with letters is not one.
func CEP(text string) (digits string, valid bool) {
	digits = Digits(text)
	hasLetters := strings.ContainsFunc(text, unicode.IsLetter)
	return digits, len(digits) == 8 && digits != "00000000" && !hasLetters
}

// Phone returns the ten or eleven national digits (an optional +55 is dropped), and whether
// the area code and the first digit can be those of a Brazilian number. A text with letters is
// not a number.
func Phone(text string) (digits string, valid bool) {
	digits = Digits(text)
	if strings.ContainsFunc(text, unicode.IsLetter) {
		return digits, false
	}
	if len(digits) > 11 {
		digits = strings.TrimPrefix(digits, "55")
	}
	if len(digits) != 10 && len(digits) != 11 {
		return digits, false
	}
	areaCode := digits[0] != '0' && digits[1] != '0'
	mobile := len(digits) == 11 && digits[2] == '9'
	landline := len(digits) == 10 && digits[2] >= '2' && digits[2] <= '5'
	return digits, areaCode && (mobile || landline)
}

// States returns the codes of the 27 federative units, sorted.
func States() []string {
	return []string{"AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA",
		"PB", "PE", "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO"}
}

// IsState reports whether the text is the code of a federative unit.
func IsState(state string) bool { return slices.Contains(States(), state) }
