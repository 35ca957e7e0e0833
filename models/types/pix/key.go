package pix

import (
	"errors"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
)

// ErrNotKey is a text that is none of the five kinds of keys.
var ErrNotKey = errors.New("deve ser uma chave Pix: CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória")

// maxEmail is how long an e-mail that is a key may be.
const maxEmail = 77

var (
	// phones are those of Brazil in the form of E.164.
	phones = regexp.MustCompile(`^\+55\d{10,11}$`)
	// randoms are UUIDs in their usual spelling alone.
	randoms = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// ParseKey brings a key, typed with any punctuation, to the form in which banks know it. A phone
// begins with +55, because without it eleven digits are a CPF. Anything else is ErrNotKey.
func ParseKey(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	switch {
	case strings.Contains(typed, "@"):
		address, valid := email.Normal(typed)
		return keyIf(valid && len(address) <= maxEmail && address == ascii(address, maxEmail), address)
	case strings.HasPrefix(typed, "+"):
		return phoneKey(typed)
	case randoms.MatchString(strings.ToLower(typed)):
		_, err := uuid.Parse(typed)
		return keyIf(err == nil, strings.ToLower(typed))
	}
	if cpf, valid := brdoc.CPF(typed); valid && cpf == brdoc.Unpunctuated(typed) {
		return cpf, nil
	}
	cnpj, valid := brdoc.CNPJ(typed)
	return keyIf(valid, cnpj)
}

func phoneKey(typed string) (string, error) {
	number := "+" + brdoc.Digits(typed)
	_, valid := brdoc.Phone(number)
	return keyIf(valid && phones.MatchString(number) && len(brdoc.Unpunctuated(typed)) == len(number), number)
}

func keyIf(valid bool, key string) (string, error) {
	if !valid {
		return "", ErrNotKey
	}
	return key, nil
}
