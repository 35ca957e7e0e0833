package api_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/handlers/api"
	"acolhe/web"
)

func TestDocument_EveryOperationMayBeRefused(t *testing.T) {
	t.Parallel()
	for path, item := range web.Document(api.API{}.Routes()).Paths.Map() {
		for method, operation := range item.Operations() {
			for _, status := range []int{400, 401, 403, 404, 409, 415} {
				if response := operation.Responses.Status(status); response == nil ||
					response.Value.Content.Get("application/json").Schema.Ref != "#/components/schemas/Failure" {
					t.Errorf("%s %s does not describe %d", method, path, status)
				}
			}
		}
	}
}

// Two paths that could match one address differ in an id, which is a number or a UUID and never a word.
func TestDocument_PathsAreUnambiguous(t *testing.T) {
	t.Parallel()
	document := web.Document(api.API{}.Routes())
	paths := document.Paths.InMatchingOrder()
	for i, first := range paths {
		for _, second := range paths[i+1:] {
			if isAmbiguous(document, first, second) {
				t.Errorf("%s and %s match one address", first, second)
			}
		}
	}
}

func isAmbiguous(document *openapi3.T, first, second string) bool {
	a, b := strings.Split(first, "/"), strings.Split(second, "/")
	if len(a) != len(b) {
		return false
	}
	// A path with fewer parameters is more specific, and comes first.
	if strings.Count(first, "{") != strings.Count(second, "{") {
		return false
	}
	for i := range a {
		aVaries, bVaries := strings.HasPrefix(a[i], "{"), strings.HasPrefix(b[i], "{")
		switch {
		case !aVaries && !bVaries && a[i] != b[i]:
			return false
		case aVaries && !bVaries && isID(document.Paths.Value(first), a[i]), bVaries && !aVaries && isID(document.Paths.Value(second), b[i]):
			return false
		}
	}
	return true
}

// isID reports whether a path parameter is an integer or a UUID in each of its operations.
func isID(item *openapi3.PathItem, segment string) bool {
	for _, operation := range item.Operations() {
		parameter := operation.Parameters.GetByInAndName("path", strings.Trim(segment, "{}"))
		if parameter == nil || !parameter.Schema.Value.Type.Is("integer") && parameter.Schema.Value.Format != "uuid" {
			return false
		}
	}
	return true
}

// Every answer with a row of a collection documents its type, for generated clients.
func TestDocument_ItemsHaveTheirRows(t *testing.T) {
	t.Parallel()
	document := web.Document(api.API{}.Routes())
	data := func(path, method, status string) *openapi3.Schema {
		return document.Paths.Value(path).GetOperation(method).Responses.Value(status).Value.Content.Get("application/json").
			Schema.Value.Properties["data"].Value
	}
	const list, one = "/api/v1/items/{collection}", "/api/v1/items/{collection}/{id}"
	row := data(one, "GET", "200")
	if len(row.AnyOf) != 13 || row.AnyOf[0].Ref == "" || data(list, "GET", "200").Items.Value != row {
		t.Errorf("a row is %v", row)
	}
	if written := data(one, "PATCH", "200"); len(written.AnyOf) != 2 || written.AnyOf[0].Value != row {
		t.Errorf("a written row is %v", written)
	}
}
