package pix

import (
	"slices"
	"strings"

	"acolhe/models/types/brdoc"
)

// KeyKind is a kind of Pix key, as people call it.
type KeyKind string

// The kinds of keys.
const (
	KeyCPF    KeyKind = "CPF"
	KeyCNPJ   KeyKind = "CNPJ"
	KeyEmail  KeyKind = "E-mail"
	KeyPhone  KeyKind = "Celular"
	KeyRandom KeyKind = "Chave aleatória"
)

// KeyKinds lists the kinds in the order of forms.
func KeyKinds() []KeyKind { return []KeyKind{KeyCPF, KeyCNPJ, KeyEmail, KeyPhone, KeyRandom} }

// Details are the payment details of a person: a Pix key with its kind and holder, and what else they wrote. They are stored
// as one text, whose first line has the key: "Pix (CPF): 529.982.247-25".
type Details struct {
	Kind   KeyKind
	Key    string
	Holder string
	Other  string
}

const (
	keyBegin    = "Pix ("
	keyEnd      = "): "
	holderBegin = "Titular: "
)

// ParseDetails reads stored details. A text of another form is Other, except the key with which it begins.
func ParseDetails(text string) Details {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
	var d Details
	first := strings.TrimSpace(lines[0])
	kind, key, isForm := strings.Cut(strings.TrimPrefix(first, keyBegin), keyEnd)
	switch {
	case isForm && strings.HasPrefix(first, keyBegin) && slices.Contains(KeyKinds(), KeyKind(kind)):
		d.Kind, d.Key, lines = KeyKind(kind), strings.TrimSpace(key), lines[1:]
	default:
		bare := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(first, "Pix:"), "PIX:"))
		if parsed, err := ParseKey(bare); err == nil {
			d.Kind, d.Key, lines = KindOfKey(parsed), bare, lines[1:]
		}
	}
	if len(lines) > 0 && strings.HasPrefix(lines[0], holderBegin) {
		d.Holder, lines = strings.TrimSpace(strings.TrimPrefix(lines[0], holderBegin)), lines[1:]
	}
	d.Other = strings.TrimSpace(strings.Join(lines, "\n"))
	return d
}

// Text returns the details as they are stored.
func (d Details) Text() string {
	var lines []string
	if d.Key != "" {
		lines = append(lines, keyBegin+string(d.Kind)+keyEnd+d.Key)
	}
	if d.Holder != "" {
		lines = append(lines, holderBegin+d.Holder)
	}
	if d.Other != "" {
		lines = append(lines, d.Other)
	}
	return strings.Join(lines, "\n")
}

// KindOfKey returns the kind of a key in the form that banks use.
func KindOfKey(key string) KeyKind {
	switch {
	case strings.Contains(key, "@"):
		return KeyEmail
	case strings.HasPrefix(key, "+"):
		return KeyPhone
	case uuidPattern.MatchString(key):
		return KeyRandom
	case len(key) == len("52998224725"):
		return KeyCPF
	}
	return KeyCNPJ
}

// CheckKey returns the key of a kind as banks use it, or why a typed one is none; the sentence is for people. A phone needs no
// +55.
func CheckKey(kind KeyKind, typed string) (key, problem string) {
	if kind == KeyPhone && !strings.HasPrefix(strings.TrimSpace(typed), "+") {
		typed = "+55" + brdoc.Digits(typed)
	}
	key, err := ParseKey(typed)
	if err == nil && KindOfKey(key) == kind {
		return key, ""
	}
	return "", map[KeyKind]string{
		KeyCPF: "Confira o CPF: são 11 números.", KeyCNPJ: "Confira o CNPJ: são 14 números.", KeyEmail: "Confira o e-mail da chave.",
		KeyPhone: "Confira o celular: DDD e número, como (48) 99104-2277.", KeyRandom: "Confira a chave aleatória: copie do aplicativo do banco.",
	}[kind]
}
