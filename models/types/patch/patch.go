// Package patch tells the three states of a field in a partial update apart: left out,
// sent as null, sent with a value. A verb applies only what was sent.
package patch

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Field is one field of a partial update. The zero value was left out.
type Field[T any] struct {
	Sent  bool
	Null  bool
	Value T
}

// Of is a field that was sent with the value.
func Of[T any](value T) Field[T] { return Field[T]{Sent: true, Value: value} }

// Or returns the value that was sent, else the stored one; null gives the zero value.
func (f Field[T]) Or(stored T) T {
	if !f.Sent {
		return stored
	}
	return f.Value
}

// Set copies a sent value over the stored one; null clears it to the zero value.
func (f Field[T]) Set(stored *T) {
	*stored = f.Or(*stored)
}

// SetNullable copies a sent value to where a nullable one is stored; null clears it.
func (f Field[T]) SetNullable(stored **T) {
	switch {
	case f.Null:
		*stored = nil
	case f.Sent:
		*stored = &f.Value
	}
}

// UnmarshalJSON notes that the field was sent; encoding/json calls it only then.
func (f *Field[T]) UnmarshalJSON(raw []byte) error {
	f.Sent = true
	f.Null = string(raw) == "null"
	if f.Null {
		return nil
	}
	return json.Unmarshal(raw, &f.Value)
}

// Inner marks the field as sent and gives where its value goes, so that a strict binder
// can look inside. It is for web's binder alone.
func (f *Field[T]) Inner() any {
	f.Sent = true
	return &f.Value
}

// SetNull marks the field as sent with null. It is for web's binder alone.
func (f *Field[T]) SetNull() { f.Sent, f.Null = true, true }

func (f Field[T]) isSent() bool { return f.Sent }

// ReadOnly is a field that the server alone sets: sending it is refused by name, with a
// reason that an unknown field would not give.
type ReadOnly struct{}

// ErrReadOnly is the sentence a read-only field is refused with.
var ErrReadOnly = errors.New("é definido pelo sistema e não pode ser enviado")

// UnmarshalJSON refuses whatever is sent.
func (ReadOnly) UnmarshalJSON([]byte) error { return ErrReadOnly }

// Sent lists the fields of an input that were sent, by the names of their json tags: the
// columns that a change writes.
func Sent(input any) []string {
	var names []string
	value := reflect.ValueOf(input)
	for _, member := range reflect.VisibleFields(value.Type()) {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		if !member.IsExported() || name == "" || name == "-" {
			continue
		}
		if field, ok := value.FieldByIndex(member.Index).Interface().(interface{ isSent() bool }); ok && field.isSent() {
			names = append(names, name)
		}
	}
	return names
}
