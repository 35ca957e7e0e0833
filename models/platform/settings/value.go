package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// ValueType is the type of a key's value.
type ValueType string

// The types of values.
const (
	Text    ValueType = "string"
	Number  ValueType = "number"
	Boolean ValueType = "boolean"
	// Money is a number of reais from 0, with at most two decimals.
	Money ValueType = "money"
	// Zone is the name of a time zone, such as America/Sao_Paulo.
	Zone   ValueType = "time_zone"
	Object ValueType = "object"
	Array  ValueType = "array"
	// Mixed is a value that may be of more than one type.
	Mixed ValueType = "json"
)

// Values returns the types.
func (ValueType) Values() []string {
	return []string{"string", "number", "boolean", "money", "time_zone", "object", "array", "json"}
}

// TypeOf returns the type that holds a JSON value: string, number, boolean, object or array.
func TypeOf(raw json.RawMessage) ValueType {
	switch first := bytes.TrimSpace(raw); {
	case bytes.HasPrefix(first, []byte("{")):
		return Object
	case bytes.HasPrefix(first, []byte("[")):
		return Array
	case bytes.HasPrefix(first, []byte(`"`)):
		return Text
	case bytes.Equal(first, []byte("true")), bytes.Equal(first, []byte("false")):
		return Boolean
	}
	return Number
}

// Limits of a value, so that reading it is cheap and the database accepts it.
const (
	maxText   = 10_000
	maxBytes  = 64 << 10
	maxDepth  = 20
	maxDigits = 40
)

// typeError returns the message for a value of another type, because the text of a JSON decoder is
// not for people.
func (t ValueType) typeError(cause error) error {
	switch t {
	case Boolean:
		return errors.New("deve ser true ou false")
	case Number:
		return errors.New("deve ser um número")
	case Money:
		return money.ErrNotMoney
	case Zone:
		return errZone
	case Object:
		return fmt.Errorf("deve ser um objeto com os campos previstos%s", unknownField(cause))
	case Array:
		return fmt.Errorf("deve ser uma lista com os campos previstos%s", unknownField(cause))
	case Text:
		return errors.New("deve ser um texto")
	}
	return cause
}

var errZone = errors.New("deve ser um fuso horário, como America/Sao_Paulo")

// unknownField returns the name of the unknown field in a decoder's error.
func unknownField(cause error) string {
	_, member, found := strings.Cut(cause.Error(), "unknown field ")
	if !found {
		return ""
	}
	return fmt.Sprintf(", e %s não é um", member)
}

// checkType checks the type of a value whose key the code does not declare.
func (t ValueType) checkType(raw json.RawMessage) error {
	switch t {
	case Text:
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return t.typeError(nil)
		}
		return nil
	case Number:
		return requireType(bytes.ContainsAny(raw[:1], "-0123456789"), t)
	case Boolean:
		return requireType(string(raw) == "true" || string(raw) == "false", t)
	case Money:
		var amount money.Amount
		if err := json.Unmarshal(raw, &amount); err != nil {
			return money.ErrNotMoney
		}
		return amount.CheckPrice()
	case Zone:
		var zone string
		if json.Unmarshal(raw, &zone) != nil {
			return errZone
		}
		return checkZone(zone)
	case Object:
		return requireType(raw[0] == '{', t)
	case Array:
		return requireType(raw[0] == '[', t)
	}
	return nil
}

func requireType(holds bool, t ValueType) error {
	if holds {
		return nil
	}
	return t.typeError(errors.New("another type"))
}

// checkZone accepts names of the tz database, but not Local, which depends on the machine.
func checkZone(zone string) error {
	if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
		return errZone
	}
	return nil
}

// normalize returns a JSON value in its stored form: each member once, and only characters and
// numbers that PostgreSQL accepts.
func normalize(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) > maxBytes {
		return nil, fmt.Errorf("deve ter no máximo %d KiB", maxBytes>>10)
	}
	// The decoder alone would pass over a second value.
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil || !json.Valid(raw) {
		return nil, errors.New("não é um JSON válido")
	}
	if err := checkValue(value, 0); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

func checkValue(value any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("deve ter no máximo %d níveis", maxDepth)
	}
	switch value := value.(type) {
	case string:
		return checkText(value)
	case json.Number:
		return checkNumber(value.String())
	case []any:
		for _, element := range value {
			if err := checkValue(element, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		for member, element := range value {
			if err := checkText(member); err != nil {
				return err
			}
			if err := checkValue(element, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkText(text string) error {
	if strings.ContainsRune(text, 0) {
		return errors.New("tem um caractere que não pode ser salvo")
	}
	if !texts.Fits(text, maxText) {
		return fmt.Errorf("deve ter no máximo %d caracteres", maxText)
	}
	return nil
}

// checkNumber refuses numbers such as 1e99999, which would be stored with a hundred thousand
// digits.
func checkNumber(text string) error {
	number, err := decimal.NewFromString(text)
	if err != nil || len(text) > maxDigits || number.Exponent() > maxDigits || number.Exponent() < -maxDigits {
		return errors.New("tem um número longo demais")
	}
	return nil
}
