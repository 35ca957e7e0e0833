package reception

import (
	"bytes"
	"encoding/json"

	"acolhe/models/types/errs"
)

// Limits of the tags of an item.
const (
	maxTags   = 32 << 10
	maxDigits = 20
)

// Tags is an object that clients keep with an item; `custom_fields` holds the answers to the
// association's own questions by their ids (specification, "Triage"). Numbers keep their digits.
type Tags map[string]any

// UnmarshalJSON reads an object.
func (t *Tags) UnmarshalJSON(raw []byte) error {
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	members := map[string]any{}
	if err := reader.Decode(&members); err != nil {
		return err
	}
	*t = members
	return nil
}

func (t Tags) check(p *errs.Problems) {
	answers, sent := t["custom_fields"]
	_, isObject := answers.(map[string]any)
	p.Require(!sent || isObject, "tags.custom_fields", "deve ser um objeto com as respostas pelo código da pergunta")
	raw, err := json.Marshal(map[string]any(t))
	p.Require(err == nil && len(raw) <= maxTags, "tags", "são longas demais")
	p.Require(hasPlainNumbers(map[string]any(t)), "tags", "têm um número com mais de 20 algarismos ou com expoente")
}

// hasPlainNumbers reports whether no number has an exponent or more digits than maxDigits: such a number may be short
// in JSON and long in the database.
func hasPlainNumbers(value any) bool {
	switch value := value.(type) {
	case json.Number:
		return len(value) <= maxDigits && !bytes.ContainsAny([]byte(value), "eE")
	case map[string]any:
		for _, member := range value {
			if !hasPlainNumbers(member) {
				return false
			}
		}
	case []any:
		for _, element := range value {
			if !hasPlainNumbers(element) {
				return false
			}
		}
	}
	return true
}
