package pix

import (
	"errors"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
)

// ErrNotKey is returned for a text that is not a key of one of the five kinds; its text is for
// people.
var ErrNotKey = errors.New("deve ser uma chave Pix: CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória")

// maxEmail is the maximum length of an e-mail as a key.
const maxEmail = 77

var (
	// phonePattern matches Brazilian phones in the form of E.164.
	phonePattern = regexp.MustCompile(`^\+55\d{10,11}$`)
	// uuidPattern matches UUIDs in canonical form only.
	uuidPattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// ParseKey returns a key, typed with any punctuation, in the form that banks use. A phone must
// begin with +55, because eleven digits without it are a CPF. It returns ErrNotKey for other texts.
func ParseKey(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	switch {
	case strings.Contains(typed, "@"):
		address, valid := email.Normalize(typed)
		return keyIf(valid && len(address) <= maxEmail && address == ascii(address, maxEmail), address)
	case strings.HasPrefix(typed, "+"):
		return phoneKey(typed)
	case uuidPattern.MatchString(strings.ToLower(typed)):
		_, err := uuid.Parse(typed)
		return keyIf(err == nil, strings.ToLower(typed))
	}
	if cpf, valid := brdoc.CPF(typed); valid && cpf == brdoc.StripPunctuation(typed) {
		return cpf, nil
	}
	cnpj, valid := brdoc.CNPJ(typed)
	return keyIf(valid, cnpj)
}

func phoneKey(typed string) (string, error) {
	number := "+" + brdoc.Digits(typed)
	_, valid := brdoc.Phone(number)
	return keyIf(valid && phonePattern.MatchString(number) && len(brdoc.StripPunctuation(typed)) == len(number), number)
}

func keyIf(valid bool, key string) (string, error) {
	if !valid {
		return "", ErrNotKey
	}
	return key, nil
}
