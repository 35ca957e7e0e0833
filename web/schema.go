package web

import (
	"encoding"
	"encoding/json"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// schemaBook converts Go types to JSON schemas; named structs become components. The schema of a type in a body differs
// from that in an answer: what is not required may be left out or null.
type schemaBook struct {
	components openapi3.Schemas
	ofBody     bool
}

// body returns the schema of a type as bindJSON reads it.
func (b schemaBook) body(t reflect.Type) *openapi3.SchemaRef {
	b.ofBody = true
	return b.of(t)
}

// enumerated is a text type with a closed list of values.
type enumerated interface{ Values() []string }

// mixed is a type with a closed list of values of more than one JSON type.
type mixed interface{ WireValues() []any }

// of returns the schema of a type as encoding/json writes it.
func (b schemaBook) of(t reflect.Type) *openapi3.SchemaRef {
	if known := b.special(t); known != nil {
		return known
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(b.of(t.Elem()))
	case reflect.Struct:
		return b.ofStruct(t)
	case reflect.Slice:
		list := openapi3.NewArraySchema()
		list.Items = b.of(t.Elem())
		return list.NewRef()
	case reflect.Map:
		table := openapi3.NewObjectSchema()
		table.AdditionalProperties = openapi3.AdditionalProperties{Schema: b.of(t.Elem())}
		return table.NewRef()
	case reflect.Bool:
		return openapi3.NewBoolSchema().NewRef()
	case reflect.String:
		return openapi3.NewStringSchema().NewRef()
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		return openapi3.NewIntegerSchema().NewRef()
	case reflect.Float64:
		return openapi3.NewFloat64Schema().NewRef()
	}
	return openapi3.NewSchema().NewRef()
}

// anyOf returns the schema of a value that has one of several types.
func (b schemaBook) anyOf(types []reflect.Type) *openapi3.SchemaRef {
	if len(types) == 1 {
		return b.of(types[0])
	}
	schema := &openapi3.Schema{}
	for _, t := range types {
		schema.AnyOf = append(schema.AnyOf, b.of(t))
	}
	return schema.NewRef()
}

// namedChoice returns the schema of one of some inputs, each a component under its name.
func (b schemaBook) namedChoice(inputs map[string]any) *openapi3.SchemaRef {
	choice := openapi3.NewSchema()
	for _, name := range sortedKeys(inputs) {
		input := b.body(reflect.TypeOf(inputs[name]).Elem())
		b.components[name] = input
		choice.AnyOf = append(choice.AnyOf, openapi3.NewSchemaRef("#/components/schemas/"+name, input.Value))
	}
	return choice.NewRef()
}

// special returns the schema of a type that encodes itself as JSON, or nil.
func (b schemaBook) special(t reflect.Type) *openapi3.SchemaRef {
	switch reflect.Zero(t).Interface().(type) {
	case time.Time:
		return openapi3.NewDateTimeSchema().NewRef()
	case uuid.UUID:
		return openapi3.NewUUIDSchema().NewRef()
	case money.Amount:
		amount := openapi3.NewFloat64Schema()
		amount.Description = "Reais, at most two decimals."
		return amount.NewRef()
	case decimal.Decimal:
		return openapi3.NewFloat64Schema().NewRef()
	case json.RawMessage:
		// All types are listed, because validators disagree on whether a schema without a type allows null.
		return (&openapi3.Schema{Type: &openapi3.Types{"null", "boolean", "number", "string", "array", "object"}}).NewRef()
	case patch.ReadOnly, patch.Standing:
		return (&openapi3.Schema{ReadOnly: true}).NewRef()
	}
	zero := reflect.New(t).Interface()
	if field, ok := zero.(valueHolder); ok {
		return nullable(b.of(reflect.TypeOf(field.Inner()).Elem()))
	}
	if values, ok := zero.(mixed); ok {
		schema := openapi3.NewSchema()
		schema.Enum = values.WireValues()
		return schema.NewRef()
	}
	if values, ok := zero.(enumerated); ok {
		schema := openapi3.NewStringSchema()
		for _, value := range values.Values() {
			schema.Enum = append(schema.Enum, value)
		}
		return schema.NewRef()
	}
	if writesNumber(zero) {
		return openapi3.NewFloat64Schema().NewRef()
	}
	if _, ok := zero.(encoding.TextMarshaler); ok {
		return openapi3.NewStringSchema().NewRef()
	}
	if writesObject(zero) {
		return openapi3.NewObjectSchema().NewRef()
	}
	return nil
}

// writesObject reports whether a type that encodes itself as JSON writes an object.
func writesObject(zero any) bool {
	marshaler, ok := zero.(json.Marshaler)
	if !ok {
		return false
	}
	raw, err := marshaler.MarshalJSON()
	return err == nil && len(raw) > 0 && raw[0] == '{'
}

// writesNumber reports whether a type that encodes itself as JSON writes a number.
func writesNumber(zero any) bool {
	marshaler, ok := zero.(json.Marshaler)
	if !ok {
		return false
	}
	raw, err := marshaler.MarshalJSON()
	return err == nil && json.Unmarshal(raw, new(float64)) == nil && string(raw) != "null"
}

func (b schemaBook) ofStruct(t reflect.Type) *openapi3.SchemaRef {
	name, fill := componentName(t), b.fillFields
	if b.ofBody {
		name, fill = bodyName(name), b.fillMembers
	}
	if b.components[name] == nil {
		// The component is reserved before the fields are walked, so that a type may contain itself.
		schema := openapi3.NewObjectSchema()
		b.components[name] = schema.NewRef()
		fill(t, schema)
	}
	return openapi3.NewSchemaRef("#/components/schemas/"+name, b.components[name].Value)
}

// isLimited reports whether some readers do not see the field: its tag items limits it to staff or administrators.
func isLimited(field reflect.StructField) bool {
	audience := field.Tag.Get("items")
	return strings.Contains(audience, "staff") || strings.Contains(audience, "administrator")
}

// fillMembers lists the members of a body.
func (b schemaBook) fillMembers(t reflect.Type, schema *openapi3.Schema) {
	schema.Required = slices.Clone(requiredOf(t))
	fields := fieldsByTag(t, "json")
	for _, name := range sortedKeys(fields) {
		field := t.FieldByIndex(fields[name])
		member := b.of(field.Type)
		if isNormalised(field) {
			member = (&openapi3.Schema{Enum: []any{true, 1, "1", "true", false, 0, "0", "false"}}).NewRef()
		}
		if !slices.Contains(schema.Required, name) && !member.Value.ReadOnly {
			member = nullable(member)
		}
		schema.WithPropertyRef(name, member)
	}
	zero := reflect.New(t).Interface()
	if _, ok := zero.(partial); ok {
		schema.MinProps = 1
	}
	closed(schema)
	if _, open := zero.(unknownKeeper); open {
		schema.AdditionalProperties = openapi3.AdditionalProperties{}
	}
}

// fillFields lists the members of an answer; one without omitempty is always present.
func (b schemaBook) fillFields(t reflect.Type, schema *openapi3.Schema) {
	fields := fieldsByTag(t, "json")
	for _, name := range sortedKeys(fields) {
		field := t.FieldByIndex(fields[name])
		schema.WithPropertyRef(name, b.of(field.Type))
		if strings.Contains(field.Tag.Get("json"), ",omit") || isLimited(field) || isBehindPointer(t, fields[name]) {
			continue
		}
		schema.Required = append(schema.Required, name)
	}
	closed(schema)
	if _, open := reflect.New(t).Interface().(unknownKeeper); open {
		schema.AdditionalProperties = openapi3.AdditionalProperties{}
	}
}

// isBehindPointer reports whether a member belongs to an embedded pointer: its members are all present, or none
// is.
func isBehindPointer(t reflect.Type, index []int) bool {
	return len(index) > 1 && t.Field(index[0]).Type.Kind() == reflect.Pointer
}

// componentName returns package and type without slashes: orders.Order.
func componentName(t reflect.Type) string {
	if t.Name() == "" {
		return "anonymous"
	}
	name := t.Name()
	if cut := strings.IndexByte(name, '['); cut >= 0 {
		name = name[:cut] + "Of" + path.Base(strings.Trim(name[cut:], "[]"))
	}
	return path.Base(t.PkgPath()) + "." + name
}

// bodyName distinguishes a type in a body from the same type in an answer.
func bodyName(name string) string {
	if strings.HasSuffix(name, "Input") {
		return name
	}
	return name + "Body"
}

// nullable returns the schema with null allowed.
func nullable(ref *openapi3.SchemaRef) *openapi3.SchemaRef {
	switch {
	case allowsNull(ref.Value):
		return ref
	case ref.Ref == "" && ref.Value.Type == nil && len(ref.Value.Enum) > 0:
		schema := *ref.Value
		schema.Enum = append(slices.Clone(schema.Enum), nil)
		return schema.NewRef()
	case ref.Ref != "" || ref.Value.Type == nil:
		return (&openapi3.Schema{OneOf: openapi3.SchemaRefs{ref, nullSchema()}}).NewRef()
	}
	schema := *ref.Value
	types := append(openapi3.Types{}, *schema.Type...)
	types = append(types, "null")
	schema.Type = &types
	if len(schema.Enum) > 0 {
		// A closed list needs null too, or null would not be in it.
		schema.Enum = append(slices.Clone(schema.Enum), nil)
	}
	return schema.NewRef()
}

// allowsNull reports whether a schema allows null already.
func allowsNull(schema *openapi3.Schema) bool {
	if len(schema.OneOf) > 0 {
		return allowsNull(schema.OneOf[len(schema.OneOf)-1].Value)
	}
	isAny := schema.Type == nil && len(schema.Enum) == 0 && len(schema.AnyOf) == 0
	return isAny || slices.Contains(schema.Enum, nil) || schema.Type != nil && slices.Contains(*schema.Type, "null")
}
