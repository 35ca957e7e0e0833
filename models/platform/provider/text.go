package provider

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const maxMessage = 200

// secretPattern matches what may be a token, a CPF or a CNPJ.
var secretPattern = regexp.MustCompile(`[A-Za-z0-9_\-.]{24,}|\d{3}\.?\d{3}\.?\d{3}-?\d{2,}`)

// Clean returns a provider's text fit to be shown: one line of at most 200 characters, without what may be a secret.
func Clean(text string) string {
	text = secretPattern.ReplaceAllString(text, "…")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }), " ")
	if runes := []rune(text); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "…"
	}
	return text
}

// Message returns the text of a provider's error, cleaned: error_description, message, error, detail, the first of
// errors. It is empty if there is none.
func (e *Error) Message() string {
	var body struct {
		Description string          `json:"error_description"`
		Message     string          `json:"message"`
		Error       json.RawMessage `json:"error"`
		Detail      string          `json:"detail"`
		Errors      json.RawMessage `json:"errors"`
	}
	if len(e.Raw) == 0 || json.Unmarshal(e.Raw, &body) != nil {
		return ""
	}
	var text string
	_ = json.Unmarshal(body.Error, &text)
	for _, found := range []string{firstOf(body.Errors), body.Description, body.Message, text, body.Detail} {
		if found != "" {
			return Clean(found)
		}
	}
	return ""
}

// firstOf returns the first message of Laravel's map of errors.
func firstOf(raw json.RawMessage) string {
	var fields map[string][]string
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if len(fields[field]) > 0 {
			return field + ": " + fields[field][0]
		}
	}
	return ""
}

// Text is a JSON string or number, which providers mix.
type Text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*t = Text(text)
		return nil
	}
	var number json.Number
	err := json.Unmarshal(raw, &number)
	*t = Text(number)
	return err
}

// Whole is a whole number as a JSON number or string; an empty one is 0.
type Whole int64

// UnmarshalJSON implements json.Unmarshaler.
func (w *Whole) UnmarshalJSON(raw []byte) error {
	var text Text
	if err := text.UnmarshalJSON(raw); err != nil || text == "" {
		return err
	}
	number, err := strconv.ParseInt(string(text), 10, 64)
	*w = Whole(number)
	return err
}

// List is a JSON array without the elements that cannot be read. It is an error if none can.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *List[T]) UnmarshalJSON(raw []byte) error {
	var elements []json.RawMessage
	failed := json.Unmarshal(raw, &elements)
	for _, element := range elements {
		var value T
		if err := json.Unmarshal(element, &value); err != nil {
			failed = err
			continue
		}
		*l = append(*l, value)
	}
	if len(*l) > 0 {
		return nil
	}
	return failed
}
