// Package kind defines the kinds of values of a collection's columns: the operators that fit each,
// reading a value from a query, and writing PostgreSQL's text format to JSON. A kind is derived
// from the Go type of the column.
package kind

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/money"
)

// Kind is the kind of a column's values.
type Kind int

// The kinds.
const (
	Text Kind = iota
	// Phase is a text that is a JSON number if it is one digit: 4, but "assinatura_termo".
	Phase
	Integer
	// Decimal is exact and is written with its stored digits.
	Decimal
	Boolean
	Timestamp
	Date
	UUID
	// List is a JSON list of texts.
	List
	// JSON is any other JSON.
	JSON
	// Opaque bytes are never read.
	Opaque
)

// Of returns the kind of a Go type.
func Of(t reflect.Type) Kind {
	if t.Kind() == reflect.Pointer {
		return Of(t.Elem())
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return Timestamp
	case reflect.TypeFor[uuid.UUID](), reflect.TypeFor[uuid.NullUUID]():
		return UUID
	case reflect.TypeFor[money.Amount](), reflect.TypeFor[decimal.Decimal]():
		return Decimal
	case reflect.TypeFor[json.RawMessage]():
		return JSON
	}
	switch t.Kind() {
	case reflect.Bool:
		return Boolean
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		return Integer
	case reflect.String:
		return Text
	case reflect.Slice:
		return ofSlice(t)
	}
	return JSON
}

func ofSlice(t reflect.Type) Kind {
	switch t.Elem().Kind() {
	case reflect.Uint8:
		return Opaque
	case reflect.String:
		return List
	}
	return JSON
}

// Named returns the kind of an `items` tag, for columns whose Go type does not determine it.
func Named(name string) (Kind, bool) {
	k, known := map[string]Kind{"decimal": Decimal, "date": Date, "phase": Phase}[name]
	return k, known
}

// Type returns the PostgreSQL type of a parameter that is compared with the column.
func (k Kind) Type() string {
	switch k {
	case Integer:
		return "bigint"
	case Decimal:
		return "numeric"
	case Boolean:
		return "boolean"
	case Timestamp:
		return "timestamptz"
	case Date:
		return "date"
	case UUID:
		return "uuid"
	case List, JSON:
		return "jsonb"
	}
	return "text"
}

// IsText reports whether values of the kind are compared as text.
func (k Kind) IsText() bool { return k == Text || k == Phase }

// IsJSON reports whether values of the kind are stored as jsonb.
func (k Kind) IsJSON() bool { return k == List || k == JSON }

// HasOrder reports whether a list may be sorted and grouped by the kind.
func (k Kind) HasOrder() bool { return !k.IsJSON() && k != Opaque }

// Fits reports whether an operator makes sense for the kind.
func (k Kind) Fits(operator dialect.Operator) bool {
	switch operator {
	case dialect.Null, dialect.NotNull:
		return true
	case dialect.Empty, dialect.NotEmpty:
		return k.IsText() || k.IsJSON()
	case dialect.Eq, dialect.Neq, dialect.In, dialect.NotIn:
		return k.HasOrder()
	case dialect.Lt, dialect.Lte, dialect.Gt, dialect.Gte, dialect.Between, dialect.NotBetween:
		return k.IsText() || k == Integer || k == Decimal || k == Timestamp || k == Date
	case dialect.Contains, dialect.NotContains:
		return k.IsText() || k == List
	}
	return k.IsText()
}

// Computes reports whether an aggregate function makes sense for the kind.
func (k Kind) Computes(function dialect.Function) bool {
	switch function {
	case dialect.Count:
		return true
	case dialect.CountDistinct:
		return k.HasOrder()
	case dialect.Sum, dialect.Avg:
		return k == Integer || k == Decimal
	}
	return k == Integer || k == Decimal || k == Timestamp || k == Date
}
