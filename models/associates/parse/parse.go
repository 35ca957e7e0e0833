// Package parse converts the typed texts of an associate's fields to their stored form.
package parse

import (
	"net/url"
	"strings"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// Parser converts a typed text to its stored form or returns its problem. The text is not empty: every field can be
// cleared.
type Parser func(typed string) (stored, problem string)

// Text returns a parser for any text of at most maxLength characters.
func Text(maxLength int) Parser {
	return func(typed string) (string, string) {
		if !texts.Fits(typed, maxLength) {
			return "", "é longo demais"
		}
		return typed, ""
	}
}

// CPF returns the digits of a CPF with valid check digits.
func CPF(typed string) (stored, problem string) {
	digits, valid := brdoc.CPF(typed)
	return digits, problemUnless(valid, "CPF inválido. Confira os números.")
}

// CEP returns the eight digits of a CEP.
func CEP(typed string) (stored, problem string) {
	digits, valid := brdoc.CEP(typed)
	return digits, problemUnless(valid, "deve ter 8 números")
}

// Email returns a normalised address.
func Email(typed string) (stored, problem string) {
	address, valid := email.Normalize(typed)
	return address, problemUnless(valid, "informe um e-mail válido")
}

// State returns the two capitals of a state.
func State(typed string) (stored, problem string) {
	state := strings.ToUpper(typed)
	return state, problemUnless(brdoc.IsState(state), "deve ser a sigla de um estado")
}

// Phone accepts Brazilian numbers with any punctuation, and foreign numbers with their country code: +351 912 345
// 678.
func Phone(typed string) (stored, problem string) {
	digits, valid := brdoc.Phone(typed)
	if valid {
		return digits, ""
	}
	foreign := strings.HasPrefix(typed, "+") && !strings.HasPrefix(digits, "55")
	if foreign && len(digits) >= 8 && len(digits) <= 15 {
		return "+" + digits, ""
	}
	return "", "Faltam números. Escreva o DDD e o número, como (48) 99104-2277."
}

// Picture accepts an https address or a path of this site, because pages use it as src.
func Picture(typed string) (stored, problem string) {
	const wrong = "deve ser um endereço https:// de imagem"
	address, err := url.Parse(typed)
	if err != nil || !texts.Fits(typed, 500) {
		return "", wrong
	}
	local := address.Scheme == "" && address.Host == "" && strings.HasPrefix(typed, "/") && !strings.HasPrefix(typed, "//")
	return typed, problemUnless(local || address.Scheme == "https" && address.Host != "", wrong)
}

func problemUnless(valid bool, problem string) string {
	if valid {
		return ""
	}
	return problem
}
