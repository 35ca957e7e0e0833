// Package wellformed checks JSON for defects that encoding/json would repair silently: invalid
// UTF-8, half surrogate pairs, repeated members of an object, and excessive nesting.
package wellformed

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"
)

// maxDepth is more than any input needs, and less than PostgreSQL's limit for jsonb.
const maxDepth = 100

// Errors of Check; their texts are for people.
var (
	ErrSyntax     = errors.New("não é um JSON válido")
	ErrUTF8       = errors.New("não está em UTF-8")
	ErrCharacter  = errors.New(`tem metade de um caractere: \ud800 a \udfff só valem aos pares`)
	ErrDepth      = errors.New("tem níveis demais")
	ErrRepetition = errors.New("tem um campo mais de uma vez no mesmo objeto")
)

// Check returns the first defect of the JSON, or nil.
func Check(raw []byte) error {
	if !utf8.Valid(raw) {
		return ErrUTF8
	}
	if !json.Valid(raw) {
		return ErrSyntax
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(raw))
	for {
		_, err := decoder.ReadToken()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, jsontext.ErrDuplicateName):
			return ErrRepetition
		case err != nil:
			return ErrCharacter // the only remaining cause: the syntax and the encoding were checked
		case decoder.StackDepth() > maxDepth:
			return ErrDepth
		}
	}
}

// Storable returns a text with U+FFFD in place of what PostgreSQL cannot store: U+0000 and bytes that are not UTF-8.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// HasNUL reports whether a text in well-formed JSON has U+0000, which PostgreSQL cannot store.
func HasNUL(raw []byte) bool {
	if !bytes.Contains(raw, []byte(`\u0000`)) {
		return false
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(raw))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return false
		}
		if token.Kind() == '"' && strings.ContainsRune(token.String(), 0) {
			return true
		}
	}
}

// maxExponent bounds a number, because writing 1e999999999 out would write its zeros.
const maxExponent = 40

// ForKind returns a value of well-formed JSON as Go reads it into a kind: a whole number in any notation, such as 1.0 and
// 1e0, is an integer.
func ForKind(raw []byte, kind reflect.Kind) []byte {
	if kind < reflect.Int || kind > reflect.Int64 || !bytes.ContainsAny(raw, ".eE") {
		return raw
	}
	number, err := decimal.NewFromString(string(raw))
	if err != nil || number.Exponent() > maxExponent || number.Exponent() < -maxExponent || !number.IsInteger() {
		return raw
	}
	return []byte(number.String())
}
