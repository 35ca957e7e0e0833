// Package wellformed holds JSON that somebody sent to what a reader would otherwise mend in
// silence: that it is UTF-8, that every escaped character is a whole one, that no object names
// a member twice, and that it is not nested without end. What the members mean is the caller's.
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

// maxDepth is far more than any input has, and less than what PostgreSQL reads of a jsonb.
const maxDepth = 100

// The sentences that JSON is refused with.
var (
	ErrSyntax     = errors.New("não é um JSON válido")
	ErrUTF8       = errors.New("não está em UTF-8")
	ErrCharacter  = errors.New(`tem metade de um caractere: \ud800 a \udfff só valem aos pares`)
	ErrDepth      = errors.New("tem níveis demais")
	ErrRepetition = errors.New("tem um campo mais de uma vez no mesmo objeto")
)

// Check returns the first reason not to take the JSON, nil when there is none.
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

// HasNUL finds U+0000, which PostgreSQL stores in no text and no jsonb.
func HasNUL(raw []byte) bool {
	for code := range escapes(raw) {
		if code == 0 {
			return true
		}
	}
	return false
}

// hasHalfCharacters finds an escaped surrogate without its other half, which encoding/json
// replaces by U+FFFD.
func hasHalfCharacters(raw []byte) bool {
	for code := range escapes(raw) {
		if utf16.IsSurrogate(code) {
			return true
		}
	}
	return false
}

// escapes returns the characters that are spelled as \uXXXX, a pair as the one that it is.
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

// escape reads the \uXXXX that the text begins with.
func escape(raw []byte) (rune, bool) {
	if len(raw) < len(`\u0000`) || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(code), err == nil
}

// checkObjects walks through the values without building them.
func checkObjects(raw []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	// Each level is the names that its object has so far, nil for a list.
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
