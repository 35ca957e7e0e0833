package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// Every route that takes JSON, now and later, accepts what the contract calls optional: a body that is left out or without
// members, every optional member as null, nested ones too, and each spelling of a boolean that is normalised. Nothing of
// that is 5xx, or a 400 that names an optional member.
func TestBodies_OptionalMembers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sent, spelt := 0, map[string]int{}
	for _, target := range bodyTargets(app) {
		for name, member := range target.properties() {
			spelt[name] += len(spellings(member.Value))
		}
		for _, caller := range target.callers {
			for _, body := range target.bodies() {
				sent++
				target.check(t, body, caller(t).JSON(target.method, target.path, target.wrap(body)))
			}
		}
	}
	if sent < 500 {
		t.Errorf("only %d bodies were sent", sent)
	}
	// The booleans that the specification normalises: both values in four spellings, when creating and when changing.
	for _, name := range []string{"is_collaborator", "is_prescriber", "active"} {
		if spelt[name] < 16 {
			t.Errorf("%s was sent in %d spellings", name, spelt[name])
		}
	}
}

// properties returns the members of the body.
func (target bodyTarget) properties() openapi3.Schemas {
	if target.schema == nil {
		return nil
	}
	return target.schema.Properties
}

// requiredSometimes are members that the contract calls optional for one caller or beside another member, by the path of
// the route: staff name the associate whom an associate is, a waiting person has a name or a code, and people have a last
// name, which animals do not.
var requiredSometimes = map[string][]string{
	"/api/v1/services":                      {"associate_user_code", "items"},
	"/api/v1/items/services":                {"associate_user_code", "items"},
	"/api/v1/orders":                        {"user_code"},
	"/api/v1/items/orders":                  {"user_code"},
	"/api/v1/doc-sign/contracts":            {"user_code"},
	"/api/v1/terms/contracts":               {"user_code"},
	"/api/v1/reception":                     {"name"},
	"/api/v1/items/reception":               {"name"},
	"/api/v1/items/reception/:id":           {"name"},
	"/api/v1/users/:id/patients":            {"last_name"},
	"/api/v1/users/:id/patients/:patientId": {"last_name"},
	"/api/v1/items/users":                   {"associate_name"},
}

// bodyTarget is a route with a body, at one address.
type bodyTarget struct {
	method, route, path string
	// schema is nil for a route without members.
	schema *openapi3.Schema
	// inBatch and inList are set for a body around the members.
	inBatch, inList bool
	callers         []func(*testing.T) *handlertest.Client
}

// bodyTargets returns the JSON routes that take a body, those for every collection once for each.
func bodyTargets(app *handlertest.App) []bodyTarget {
	document := web.Document(app.Routes)
	var targets []bodyTarget
	for _, route := range app.Routes {
		if !route.IsJSON() || route.Method == http.MethodGet {
			continue
		}
		target := bodyTarget{method: route.Method, route: route.Path, path: sampleAddress(route.Path), callers: callersOf(app, route)}
		if !strings.Contains(route.Path, ":collection") {
			if body := bodyOf(document.Paths.Value(documentPath(route.Path)).GetOperation(route.Method)); body != nil {
				target.schema, target.inList = objectIn(body), body.Value.Type.Is("array")
			}
			targets = append(targets, target)
			continue
		}
		verb := map[string]string{"POST": "create", "PATCH": "update"}[route.Method]
		for _, name := range slices.Sorted(maps.Keys(document.Components.Schemas)) {
			collection, ok := strings.CutPrefix(strings.TrimSuffix(name, "."+verb), "items.")
			if ok && strings.HasSuffix(name, "."+verb) {
				of := target
				of.route, of.path = strings.Replace(of.route, ":collection", collection, 1), strings.Replace(of.path, ":collection", collection, 1)
				of.schema, of.inBatch = document.Components.Schemas[name].Value, route.Method == "PATCH" && !strings.HasSuffix(route.Path, "/:id")
				targets = append(targets, of)
			}
		}
	}
	return targets
}

// bodyOf returns the schema of the JSON body of an operation; nil if it has none.
func bodyOf(operation *openapi3.Operation) *openapi3.SchemaRef {
	if operation.RequestBody == nil || operation.RequestBody.Value.Content.Get("application/json") == nil {
		return nil
	}
	return operation.RequestBody.Value.Content.Get("application/json").Schema
}

var sampleParameter = regexp.MustCompile(`:\w+`)

// sampleAddress fills the parameters of a path with rows of the cast.
func sampleAddress(path string) string {
	samples := map[string]string{":collection": ":collection", ":service": "calendar", ":kind": "self", ":userCode": dbtest.Ana.UserCode,
		":patientId": "2"}
	return sampleParameter.ReplaceAllStringFunc(path, func(name string) string {
		if samples[name] != "" {
			return samples[name]
		}
		return "1"
	})
}

// callersOf returns a client for each kind of caller that may pass the guard of a route, signed in again for each body,
// because some end their session.
func callersOf(app *handlertest.App, route web.Route) []func(*testing.T) *handlertest.Client {
	operator := func(t *testing.T) *handlertest.Client { return app.As(t, dbtest.Camila) }
	associate := func(t *testing.T) *handlertest.Client { return app.AsAssociate(t, dbtest.Ana) }
	switch guard := route.Guard.String(); {
	case strings.HasPrefix(guard, "associate"):
		return []func(*testing.T) *handlertest.Client{associate}
	case strings.Contains(guard, " or associate"), strings.Contains(guard, " or any associate"):
		return []func(*testing.T) *handlertest.Client{operator, associate}
	}
	return []func(*testing.T) *handlertest.Client{operator}
}

// bodies returns the bodies to send: left out, without members, with each optional member as null, with those of the
// members' own, and with each spelling of a normalised boolean.
func (target bodyTarget) bodies() []string {
	found := []string{"", "{}"}
	if target.schema == nil {
		return found
	}
	found = append(found, jsonOf(nulls(target.schema, 0)), jsonOf(nulls(target.schema, 3)))
	for name, member := range target.schema.Properties {
		for _, spelling := range spellings(member.Value) {
			found = append(found, jsonOf(map[string]any{name: spelling}))
		}
	}
	return found
}

// nulls returns an object whose optional members are null; to a depth, members that are objects have nulls of their own.
func nulls(schema *openapi3.Schema, depth int) map[string]any {
	object := map[string]any{}
	for name, member := range schema.Properties {
		inner := objectIn(member)
		switch isList := member.Value.Type.Includes("array"); {
		case member.Value.ReadOnly:
		case depth > 0 && inner != nil && isList:
			object[name] = []any{nulls(inner, depth-1)}
		case depth > 0 && inner != nil:
			object[name] = nulls(inner, depth-1)
		case !slices.Contains(schema.Required, name):
			object[name] = nil
		}
	}
	return object
}

// objectIn returns the object that a value, an element of a list or a value beside null is; else nil.
func objectIn(ref *openapi3.SchemaRef) *openapi3.Schema {
	switch schema := ref.Value; {
	case len(schema.Properties) > 0:
		return schema
	case schema.Items != nil:
		return objectIn(schema.Items)
	case len(schema.OneOf) > 0:
		return objectIn(schema.OneOf[0])
	case len(schema.AnyOf) > 0:
		return objectIn(schema.AnyOf[0])
	}
	return nil
}

// spellings returns the values of a normalised boolean; none for any other member.
func spellings(schema *openapi3.Schema) []any {
	if slices.Contains(schema.Enum, any(true)) && slices.Contains(schema.Enum, any("true")) {
		return slices.DeleteFunc(slices.Clone(schema.Enum), func(value any) bool { return value == nil })
	}
	return nil
}

// wrap puts members into the body of a batch or a list.
func (target bodyTarget) wrap(body string) string {
	switch {
	case target.inList:
		return "[" + body + "]"
	case !target.inBatch:
		return body
	}
	return `{"keys":[1],"data":` + map[bool]string{true: "{}", false: body}[body == ""] + `}`
}

// check refuses an answer of 5xx, and one that names an optional member.
func (target bodyTarget) check(t *testing.T, body string, answer *handlertest.Answer) {
	t.Helper()
	place := fmt.Sprintf("%s %s with %.300s", target.method, target.path, body)
	if answer.StatusCode >= http.StatusInternalServerError && !slices.Contains(answer.Codes(), "MODULE_DISABLED") {
		t.Errorf("%s: %d %.500s", place, answer.StatusCode, answer.Body)
	}
	if answer.StatusCode != http.StatusBadRequest {
		return
	}
	for _, message := range answer.Messages() {
		path, _, _ := strings.Cut(message, ": ")
		path = strings.TrimPrefix(path, "data.")
		if target.isOptional(path) && !slices.Contains(requiredSometimes[target.route], path) {
			t.Errorf("%s: the optional %s", place, message)
		}
	}
}

var listIndex = regexp.MustCompile(`\[\d+\]`)

// isOptional reports whether the contract calls the member at a path optional. The body itself is, unless it is a list or one
// of its members must be sent.
func (target bodyTarget) isOptional(path string) bool {
	if target.schema == nil {
		return path != "body" || target.method != http.MethodDelete
	}
	if path == "body" {
		return !target.inList && target.schema.MinProps == 0 && target.schema.Type.Is("object")
	}
	schema := target.schema
	names := strings.Split(listIndex.ReplaceAllString(path, ""), ".")
	for i, name := range names {
		member := schema.Properties[name]
		if member == nil {
			return false
		}
		if i == len(names)-1 {
			return !slices.Contains(schema.Required, name)
		}
		if schema = objectIn(member); schema == nil {
			return false
		}
	}
	return false
}
