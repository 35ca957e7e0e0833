package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
)

// Key is a configuration key that the code asks for, with its hard-coded default; its name
// does not repeat the system.
type Key[T any] struct {
	System string
	Name   string
	// Type is how its value is written on the wire.
	Type ValueType
	// Default is the value when nothing is stored; a default that Check refuses means that there is none.
	Default T
	// Check says in Portuguese what is wrong with a value of the right type; nil takes all.
	Check func(T) error
	// Description says in Portuguese what the key is for.
	Description string
	// Required keys need a value for something that every association needs.
	Required bool
	// Public keys can be read by everybody when their system is public.
	Public bool
}

// AnyKey is a Key of any type.
type AnyKey interface{ named() name }

// name is a key's place in the table.
type name struct{ system, key string }

func (k Key[T]) named() name { return name{k.System, k.Name} }

// EnvironmentName is the key's name in the environment: STORE_FREIGHT_APPLY_TO_TOTAL.
func (k Key[T]) EnvironmentName() string { return k.named().environmentName() }

// Definition is the key without its Go type, for a Catalogue.
func (k Key[T]) Definition() Definition {
	d := Definition{
		System: k.System, Name: k.Name, Type: k.Type, Description: k.Description,
		Required: k.Required, Public: k.Public, Declared: true,
		check: func(raw json.RawMessage) (json.RawMessage, error) {
			value, err := k.parse(raw)
			if err != nil {
				return nil, err
			}
			return json.Marshal(value)
		},
	}
	if k.Check == nil || k.Check(k.Default) == nil {
		d.Default, _ = json.Marshal(k.Default) // types of keys are plain data, which cannot fail
	}
	return d
}

var errAbsent = errors.New("informe um valor")

// parse reads a value strictly: a member that the type does not have is a misspelt one.
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

func (n name) environmentName() string {
	return strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(n.system + "_" + n.key))
}

// inEnvironment returns the ways to read the variable: as JSON where it is valid, and as plain text.
func (n name) inEnvironment() []json.RawMessage {
	text, set := os.LookupEnv(n.environmentName())
	if !set {
		return nil
	}
	quoted, _ := json.Marshal(text) // a text cannot fail
	if !json.Valid([]byte(text)) {
		return []json.RawMessage{quoted}
	}
	return []json.RawMessage{json.RawMessage(text), quoted}
}
