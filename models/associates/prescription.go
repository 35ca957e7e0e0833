package associates

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"acolhe/models/types/patch"
)

// Limits of a prescription, above those of real ones. A number with an exponent takes a few bytes in JSON and many
// thousand digits in the database.
const (
	maxPrescription = 32 << 10
	maxDepth        = 16
	maxDigits       = 20
)

var errPrescription = errors.New("deve ser um objeto ou uma lista, com até 32 KiB e 16 níveis, e números de até 20 algarismos")

// prescription sets the free-form prescription; null clears it.
func (r *update) prescription(sent patch.Field[json.RawMessage]) {
	if !sent.Sent {
		return
	}
	if sent.Null {
		sent.Value = nil
	} else if err := checkPrescription(sent.Value); err != nil {
		r.problems.Add("prescription", err.Error())
		return
	}
	if !isSameJSON(sent.Value, r.row.Prescription) {
		r.row.Prescription = sent.Value
	}
}

// isSameJSON compares values instead of texts, because the database stores JSON in its own notation.
func isSameJSON(a, b json.RawMessage) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return reflect.DeepEqual(valueOf(a), valueOf(b))
}

func valueOf(raw json.RawMessage) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	_ = decoder.Decode(&value) // valid: checkPrescription accepted it
	return value
}

// checkPrescription reads the JSON token by token, so that deep nesting costs no stack.
func checkPrescription(raw json.RawMessage) error {
	if len(raw) == 0 || len(raw) > maxPrescription || !bytes.ContainsAny(raw[:1], "{[") {
		return errPrescription
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	for depth := 0; decoder.More() || depth > 0; {
		token, err := decoder.Token()
		if err != nil {
			return errPrescription
		}
		switch token := token.(type) {
		case json.Delim:
			depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[token]
		case json.Number:
			if len(token) > maxDigits || strings.ContainsAny(string(token), "eE") {
				return errPrescription
			}
		}
		if depth > maxDepth {
			return errPrescription
		}
	}
	return nil
}
