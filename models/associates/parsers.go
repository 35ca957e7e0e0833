package associates

import (
	"net/url"
	"strings"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// parser converts a typed text to its stored form or returns its problem. The text is not empty: every field can be
// cleared.
type parser func(typed string) (stored, problem string)

// textUpTo returns a parser for any text of at most maxLength characters.
func textUpTo(maxLength int) parser {
	return func(typed string) (string, string) {
		if !texts.Fits(typed, maxLength) {
			return "", "é longo demais"
		}
		return typed, ""
	}
}

func parseCPF(typed string) (stored, problem string) {
	digits, valid := brdoc.CPF(typed)
	return digits, problemUnless(valid, "CPF inválido. Confira os números.")
}

func parseCEP(typed string) (stored, problem string) {
	digits, valid := brdoc.CEP(typed)
	return digits, problemUnless(valid, "deve ter 8 números")
}

func parseEmail(typed string) (stored, problem string) {
	address, valid := email.Normalize(typed)
	return address, problemUnless(valid, "informe um e-mail válido")
}

func parseState(typed string) (stored, problem string) {
	state := strings.ToUpper(typed)
	return state, problemUnless(brdoc.IsState(state), "deve ser a sigla de um estado")
}

// parsePhone accepts Brazilian numbers with any punctuation, and foreign numbers with their country code: +351 912 345
// 678.
func parsePhone(typed string) (stored, problem string) {
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

// parsePicture accepts an https address or a path of this site, because pages use it as src.
func parsePicture(typed string) (stored, problem string) {
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
