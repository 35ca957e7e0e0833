package brdoc

import "strings"

// CNPJ returns a company's number without punctuation, and whether the length of fourteen and both
// check digits are right. Since July 2026 the first twelve characters may be letters (Receita
// Federal, IN RFB 2.229/2024).
func CNPJ(text string) (number string, valid bool) {
	number = strings.ToUpper(StripPunctuation(text))
	if len(number) != 14 || strings.Count(number, number[:1]) == 14 || !isCNPJ(number) {
		return number, false
	}
	first := cnpjDigit(number[:12])
	return number, number[12:] == first+cnpjDigit(number[:12]+first)
}

// StripPunctuation returns a number without the separators that people type.
func StripPunctuation(text string) string {
	return strings.NewReplacer(".", "", "-", "", "/", "", " ", "", "(", "", ")", "").Replace(text)
}

// isCNPJ reports whether the number is twelve letters or digits followed by two digits.
func isCNPJ(number string) bool {
	for i, r := range number {
		isDigit := r >= '0' && r <= '9'
		if !isDigit && (i >= 12 || r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

// cnpjDigit weights the characters from the right by 2 to 9 repeatedly; the value of a character
// is its ASCII code minus that of 0.
func cnpjDigit(text string) string {
	sum := 0
	for i := range len(text) {
		sum += int(text[i]-'0') * ((len(text)-1-i)%8 + 2)
	}
	rest := sum % 11
	if rest < 2 {
		return "0"
	}
	return string(rune('0' + 11 - rest))
}
