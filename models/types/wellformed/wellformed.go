// Package wellformed checks JSON for defects that encoding/json would repair silently: invalid
// UTF-8, half surrogate pairs, repeated members of an object, and excessive nesting. It knows
// nothing of the meaning of the members.
package wellformed

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is far more than any input needs, and less than PostgreSQL's limit for jsonb.
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
	if hasHalfCharacters(raw) {
		return ErrCharacter
	}
	return checkObjects(raw)
}

// HasNUL reports whether the JSON has an escaped U+0000, which PostgreSQL cannot store.
func HasNUL(raw []byte) bool {
	for code := range escapes(raw) {
		if code == 0 {
			return true
		}
	}
	return false
}

// hasHalfCharacters reports whether the JSON has an escaped surrogate without its other half,
// which encoding/json replaces with U+FFFD.
func hasHalfCharacters(raw []byte) bool {
	for code := range escapes(raw) {
		if utf16.IsSurrogate(code) {
			return true
		}
	}
	return false
}

// escapes returns the characters that are escaped as \uXXXX; a surrogate pair is one character.
func escapes(raw []byte) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for at := bytes.IndexByte(raw, '\\'); at >= 0; at = bytes.IndexByte(raw, '\\') {
			raw = raw[at:]
			code, isCode := escape(raw)
			if !isCode {
				raw = raw[len(`\n`):]
				continue
			}
			raw = raw[len(`\u0000`):]
			second, _ := escape(raw)
			if pair := utf16.DecodeRune(code, second); pair != utf8.RuneError {
				code, raw = pair, raw[len(`\u0000`):]
			}
			if !yield(code) {
				return
			}
		}
	}
}

// escape decodes the \uXXXX at the start of the text.
func escape(raw []byte) (rune, bool) {
	if len(raw) < len(`\u0000`) || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(code), err == nil
}

// checkObjects checks nesting and member names without decoding the values.
func checkObjects(raw []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	// Each level holds the member names so far of an object, nil for an array.
	var levels []map[string]bool
	isName := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil // the end: the syntax was checked before
		}
		switch token {
		case json.Delim('{'):
			levels, isName = append(levels, map[string]bool{}), true
			continue
		case json.Delim('['):
			levels, isName = append(levels, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
		default:
			if isName {
				names, name := levels[len(levels)-1], token.(string)
				if names[name] {
					return ErrRepetition
				}
				names[name], isName = true, false
				continue
			}
		}
		isName = len(levels) > 0 && levels[len(levels)-1] != nil
		if len(levels) > maxDepth {
			return ErrDepth
		}
	}
}
