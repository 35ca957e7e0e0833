package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// maxExampleDepth limits the examples of recursive types.
const maxExampleDepth = 5

// textExamples are the examples of texts by their format.
var textExamples = map[string]string{
	"date-time": "2026-11-20T14:30:00Z", "date": "2026-11-20", "uuid": "0b9f6f3e-5a51-4c1b-9d35-6d1f4a1c2e77", "email": "ana@exemplo.org.br",
}

// namedExamples are example values by the name of a text field.
var namedExamples = map[string]string{
	"collection": "orders", "cpf": "12345678909", "cep": "88010000", "state": "SC", "phone": "48991234567", "email": "ana@exemplo.org.br",
	"name": "Ana Beatriz", "system": "store", "q": "ana",
}

// exampleOf returns an example value of a schema, the same each time. Read-only members are omitted unless they are
// required.
func exampleOf(name string, ref *openapi3.SchemaRef, depth int) any {
	schema := ref.Value
	switch {
	case depth > maxExampleDepth && schema.Type.Includes("null"):
		return nil
	case len(schema.OneOf) > 0:
		return exampleOf(name, shallowest(schema.OneOf, depth), depth)
	case len(schema.AnyOf) > 0:
		return exampleOf(name, schema.AnyOf[0], depth)
	case len(schema.AllOf) > 0:
		return exampleOf(name, schema.AllOf[0], depth)
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Type.Includes("object") && !schema.Type.Includes("string"):
		return objectExample(schema, depth)
	case schema.Type.Includes("array") && !schema.Type.Includes("string"):
		return arrayExample(name, schema, depth)
	case schema.Type.Includes("string"):
		return textExample(name, schema)
	case schema.Type.Includes("integer"), schema.Type.Includes("number"):
		return numberExample(schema)
	case schema.Type.Includes("boolean"):
		return true
	}
	return nil
}

// shallowest returns null instead of a value in a deep example.
func shallowest(choices openapi3.SchemaRefs, depth int) *openapi3.SchemaRef {
	if depth > maxExampleDepth {
		return choices[len(choices)-1]
	}
	return choices[0]
}

func objectExample(schema *openapi3.Schema, depth int) map[string]any {
	members := map[string]any{}
	for name, property := range schema.Properties {
		isRequired := slices.Contains(schema.Required, name)
		if isRequired || depth < maxExampleDepth && !property.Value.ReadOnly {
			members[name] = exampleOf(name, property, depth+1)
		}
	}
	return members
}

func arrayExample(name string, schema *openapi3.Schema, depth int) []any {
	if schema.Items == nil || depth >= maxExampleDepth && schema.MinItems == 0 {
		return []any{}
	}
	return []any{exampleOf(strings.TrimSuffix(name, "s"), schema.Items, depth+1)}
}

func textExample(name string, schema *openapi3.Schema) string {
	if text, known := textExamples[schema.Format]; known {
		return text
	}
	if text, known := namedExamples[name]; known {
		return text
	}
	return "text"
}

func numberExample(schema *openapi3.Schema) any {
	if schema.Min != nil {
		return max(*schema.Min, 1)
	}
	return 1
}

// multipartForm is the content type of an upload.
const multipartForm = "multipart/form-data"

// requestExample returns a call of an operation for a shell.
func requestExample(base, method, path string, operation *openapi3.Operation) string {
	for _, parameter := range operation.Parameters {
		if parameter.Value.In == openapi3.ParameterInPath {
			value, _ := json.Marshal(exampleOf(parameter.Value.Name, parameter.Value.Schema, 0)) // examples always encode
			path = strings.Replace(path, "{"+parameter.Value.Name+"}", strings.Trim(string(value), `"`), 1)
		}
	}
	lines := []string{"curl -X " + method + " " + base + path}
	if credential := credentialOf(operation); credential != "" {
		lines = append(lines, credential)
	}
	switch {
	case operation.RequestBody == nil:
	case operation.RequestBody.Value.Content.Get(multipartForm) != nil:
		lines = append(lines, "-F 'file=@receita.pdf'", "-F 'collection=users'", "-F 'id=1'", "-F 'doc_kind=prescription'")
	default:
		body := asJSON(exampleOf("", bodyOf(operation), 0))
		lines = append(lines, "-H 'Content-Type: application/json'", "-d '"+strings.ReplaceAll(body, "'", `'\''`)+"'")
	}
	return strings.Join(lines, " \\\n  ")
}

// credentialOf returns the option of curl with the credentials; empty for a public operation.
func credentialOf(operation *openapi3.Operation) string {
	if operation.Security == nil || len(*operation.Security) == 0 {
		return ""
	}
	if _, takesToken := (*operation.Security)[0]["token"]; takesToken {
		return "-H \"Authorization: Bearer $ACOLHE_TOKEN\""
	}
	return "--cookie cookies.txt"
}

func asJSON(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(value) // examples always encode
	return strings.TrimSpace(text.String())
}
