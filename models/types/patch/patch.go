// Package patch defines the field of a partial update, which distinguishes an omitted field from
// null and from a value. A verb applies only the fields that were sent.
package patch

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Field is a field of a partial update. The zero value is an omitted field.
type Field[T any] struct {
	Sent  bool
	Null  bool
	Value T
}

// Of returns a field that was sent with the value.
func Of[T any](value T) Field[T] { return Field[T]{Sent: true, Value: value} }

// HasValue reports whether a value was sent, and not null.
func (f Field[T]) HasValue() bool { return f.Sent && !f.Null }

// Or returns the sent value, the zero value for null, or stored if the field was omitted.
func (f Field[T]) Or(stored T) T {
	if !f.Sent {
		return stored
	}
	return f.Value
}

// Set copies a sent value to stored; null sets the zero value.
func (f Field[T]) Set(stored *T) {
	*stored = f.Or(*stored)
}

// SetNullable sets stored to a sent value, or to nil for null.
func (f Field[T]) SetNullable(stored **T) {
	switch {
	case f.Null:
		*stored = nil
	case f.Sent:
		*stored = &f.Value
	}
}

// UnmarshalJSON marks the field as sent: encoding/json calls it only for fields in the body.
func (f *Field[T]) UnmarshalJSON(raw []byte) error {
	f.Sent = true
	f.Null = string(raw) == "null"
	if f.Null {
		return nil
	}
	return json.Unmarshal(raw, &f.Value)
}

// Inner marks the field as sent and returns a pointer to its value. It is only for web's binder,
// which decodes strictly into the value.
func (f *Field[T]) Inner() any {
	f.Sent = true
	return &f.Value
}

// SetNull marks the field as sent with null. It is only for web's binder.
func (f *Field[T]) SetNull() { f.Sent, f.Null = true, true }

func (f Field[T]) isSent() bool { return f.Sent }

// ReadOnly is a field that only the server sets. Sending it is refused with a clearer reason than
// that of an unknown field.
type ReadOnly struct{}

// ErrReadOnly is returned for a read-only field; its text is for people.
var ErrReadOnly = errors.New("é definido pelo sistema e não pode ser enviado")

// UnmarshalJSON returns ErrReadOnly.
func (ReadOnly) UnmarshalJSON([]byte) error { return ErrReadOnly }

// Standing is a field that only the server sets, of a row that is changed: it may be sent with the value that stands.
type Standing struct{ Field[json.RawMessage] }

// Is reports whether the field was left out, or sent with the value of the row by a caller who may know it.
func (s Standing) Is(stands any, mayKnow bool) bool {
	if !s.Sent {
		return true
	}
	raw, err := json.Marshal(stands)
	var sent, value any
	return mayKnow && err == nil && json.Unmarshal(raw, &value) == nil && (s.Null || json.Unmarshal(s.Value, &sent) == nil) && sent == value
}

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
