package web

import (
	"reflect"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// noFields is what a body that is left out stands for.
const noFields = "{}"

// requiring is an input that names the members that must be sent; the others are optional.
type requiring interface{ Required() []string }

// partial is an input of optional members of which at least one must be sent.
type partial interface{ AtLeastOne() }

// requiredOf returns the members that an input of the type requires.
func requiredOf(t reflect.Type) []string {
	if input, ok := reflect.Zero(t).Interface().(requiring); ok {
		return input.Required()
	}
	return nil
}

// decodeMember fills a member of an object. A null leaves it out, or empties it where it is nullable; only a read-only
// member refuses it too.
func decodeMember(raw []byte, field reflect.StructField, into reflect.Value, path string, problems *errs.Problems) {
	_, isReadOnly := into.Interface().(patch.ReadOnly)
	if string(raw) == jsonNull && !isReadOnly && !isNullable(field) {
		return
	}
	if normal, known := booleans[string(raw)]; known && isNormalised(field) {
		raw = []byte(normal)
	}
	decode(raw, into, path, problems)
}

// isNullable reports whether null empties a member. It never empties a boolean, or a field that may be changed but not
// emptied, which has the tag `null:"omit"`.
func isNullable(field reflect.StructField) bool {
	holder, ok := reflect.New(field.Type).Interface().(valueHolder)
	return ok && field.Tag.Get("null") != "omit" && reflect.TypeOf(holder.Inner()).Elem().Kind() != reflect.Bool
}

// booleans are the spellings of booleans that are normalised (specification, "Professional").
var booleans = map[string]string{"1": "true", `"1"`: "true", `"true"`: "true", "0": "false", `"0"`: "false", `"false"`: "false"}

// isNormalised reports whether a boolean may be sent in each of its spellings: it has the tag `bool:"normalised"`.
func isNormalised(field reflect.StructField) bool { return field.Tag.Get("bool") == "normalised" }

// isSent reports whether a required member came. A null counts as a value where it is one.
func isSent(raw []byte, field reflect.StructField) bool {
	return raw != nil && (string(raw) != jsonNull || isNullable(field))
}

// requestBodyOf returns a JSON body, which may be left out if it may have no members.
func requestBodyOf(schema *openapi3.SchemaRef) *openapi3.RequestBodyRef {
	isRequired := !schema.Value.Type.Is("object") || len(schema.Value.Required) > 0 || schema.Value.MinProps > 0
	return &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithRequired(isRequired).WithJSONSchemaRef(schema)}
}
