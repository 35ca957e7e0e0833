package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
)

// Key is a configuration key that the code reads, with its default. Its name does not include the
// system.
type Key[T any] struct {
	System string
	Name   string
	// Type is the type of the value in the JSON interface.
	Type ValueType
	// Default is the value if none is stored; if Check refuses it, there is no default.
	Default T
	// Check returns the problem of a value of the right type, in Portuguese; nil allows all.
	Check func(T) error
	// Description describes the key, in Portuguese.
	Description string
	// Required keys need a value for every association.
	Required bool
	// Public keys can be read without a session.
	Public bool
}

// AnyKey is a Key of any type.
type AnyKey interface{ named() name }

// name identifies a key in the table.
type name struct{ system, key string }

func (k Key[T]) named() name { return name{k.System, k.Name} }

// FullName returns the name of a key with its system, such as store.freight.apply_to_total.
func FullName(key AnyKey) string { return key.named().system + "." + key.named().key }

// EnvironmentName returns the key's name in the environment, such as STORE_FREIGHT_APPLY_TO_TOTAL.
func (k Key[T]) EnvironmentName() string { return VariableOf(k.System, k.Name) }

// Definition returns the key without its Go type, for package configuration.
func (k Key[T]) Definition() Definition {
	d := Definition{
		System: k.System, Name: k.Name, Type: k.Type, Description: k.Description,
		Required: k.Required, Public: k.Public, Declared: true, Variable: k.EnvironmentName(),
		check: func(raw json.RawMessage) (json.RawMessage, error) {
			value, err := k.parse(raw)
			if err != nil {
				return nil, err
			}
			return json.Marshal(value)
		},
	}
	if k.Check == nil || k.Check(k.Default) == nil {
		d.Default, _ = json.Marshal(k.Default) // the types of keys always encode
	}
	return d
}

var errAbsent = errors.New("informe um valor")

// parse reads a value strictly: an unknown member is a misspelt one.
func (k Key[T]) parse(raw json.RawMessage) (T, error) {
	var value T
	if len(raw) == 0 || string(raw) == "null" {
		return value, errAbsent
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		return value, k.Type.typeError(err)
	}
	if k.Check == nil {
		return value, nil
	}
	return value, k.Check(value)
}

// VariableOf returns the name in the environment of a key of a system: both in capitals, joined by underscores.
func VariableOf(system, key string) string {
	return strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(system + "_" + key))
}

// inEnvironment returns the possible values of a variable: as JSON if it is valid, and as plain
// text.
func inEnvironment(variable string) []json.RawMessage {
	text, set := os.LookupEnv(variable)
	if !set {
		return nil
	}
	quoted, _ := json.Marshal(text) // a text always encodes
	if !json.Valid([]byte(text)) {
		return []json.RawMessage{quoted}
	}
	return []json.RawMessage{json.RawMessage(text), quoted}
}
