package api_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"acolhe/handlers/api"
	"acolhe/handlers/handlertest"
	"acolhe/web"
)

// Every operation has an example call and an example answer, both valid according to the document.
func TestDocs_ExamplesAreValid(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	document := web.Document(api.API{}.Routes())
	schemas := compiler(t, document)
	pages := map[string]*handlertest.Answer{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			part := operation.Tags[0]
			if pages[part] == nil {
				pages[part] = nobody.GET("/api/v1/docs?parte=" + url.QueryEscape(part)).Want(200)
			}
			page, place := pages[part].HTML(), method+" "+path
			request := page.Find("#" + operation.OperationID + "-request pre").Text()
			if !strings.HasPrefix(request, "curl -X "+method+" "+app.URL) || strings.ContainsAny(strings.SplitN(request, "\n", 2)[0], "{}") {
				t.Errorf("%s has the example %q", place, request)
			}
			if operation.RequestBody != nil && operation.RequestBody.Value.Content.Get("multipart/form-data") != nil {
				if !strings.Contains(request, "-F 'file=@") {
					t.Errorf("%s has the example %q", place, request)
				}
			} else if operation.RequestBody != nil {
				_, body, _ := strings.Cut(request, "-d '")
				body = strings.ReplaceAll(strings.TrimSuffix(body, "'"), `'\''`, "'")
				validate(t, schemas, place+" request", body, "paths", path, strings.ToLower(method), "requestBody", "content", "application/json",
					"schema")
			}
			for status, response := range operation.Responses.Map() {
				if strings.HasPrefix(status, "2") && response.Value.Content.Get("application/json") != nil {
					validate(t, schemas, place+" answer", page.Find("#"+operation.OperationID+"-answer pre").Text(),
						"paths", path, strings.ToLower(method), "responses", status, "content", "application/json", "schema")
				}
			}
		}
	}
}

func compiler(t *testing.T, document *openapi3.T) *jsonschema.Compiler {
	t.Helper()
	raw, err := document.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	schemas := jsonschema.NewCompiler()
	schemas.DefaultDraft(jsonschema.Draft2020)
	schemas.AssertFormat()
	if err := schemas.AddResource("https://acolhe.test/openapi.json", resource); err != nil {
		t.Fatal(err)
	}
	return schemas
}

func validate(t *testing.T, schemas *jsonschema.Compiler, place, example string, members ...string) {
	t.Helper()
	var pointer strings.Builder
	for _, member := range members {
		pointer.WriteString("/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(member)))
	}
	schema, err := schemas.Compile("https://acolhe.test/openapi.json#" + pointer.String())
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(example))
	if err != nil || !json.Valid([]byte(example)) {
		t.Errorf("%s: %q is no JSON: %v", place, example, err)
		return
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", place, err, example)
	}
}

// The viewer has one language, that of the document.
func TestDocs_OneLanguage(t *testing.T) {
	t.Parallel()
	nobody := handlertest.New(t).Nobody(t)
	for _, path := range []string{"/api/v1/docs", "/api/v1/docs?parte=orders"} {
		content := nobody.GET(path).Want(200).HTML().Find("main")
		if content.Find("[lang=en] h1").Length() != 1 {
			t.Errorf("%s does not tell its language", path)
		}
		for _, word := range []string{"Parâmetros", "Resposta", "Corpo", "operações", "Copiar", "Tipo", "Regra"} {
			if strings.Contains(content.Text(), word) {
				t.Errorf("%s has %q", path, word)
			}
		}
	}
}
