package handlertest

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"acolhe/handlers"
	"acolhe/models/platform/db"
	"acolhe/web"
)

// contract is the OpenAPI document, against which every JSON answer is validated. openapi3filter would compile
// the schema of a body again for each answer, which costs more than the request; here each is compiled once.
type contract struct {
	router routers.Router

	mu      sync.Mutex // guards schemas, which compile on first use
	schemas *jsonschema.Compiler
}

// documentURL identifies the document in the messages of the validator; nothing is loaded from it.
const documentURL = "https://acolhe.test/openapi.json"

// sharedContract is built once per test process: no configuration changes the JSON routes.
var sharedContract = sync.OnceValues(func() (*contract, error) {
	document := web.Document(handlers.Routes(&db.Connection{Access: &db.Connection{}}, handlers.Config{}))
	if err := document.Validate(context.Background()); err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		return nil, err
	}
	raw, err := document.MarshalJSON()
	if err != nil {
		return nil, err
	}
	resource, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	schemas := jsonschema.NewCompiler()
	schemas.DefaultDraft(jsonschema.Draft2020)
	schemas.AssertFormat()
	return &contract{router: router, schemas: schemas}, schemas.AddResource(documentURL, resource)
})

// check returns the deviation of an answer from the document; a request that is not in the document may have any
// answer.
func (c *contract) check(ctx context.Context, request *http.Request, answer *Answer) error {
	route, parameters, err := c.router.FindRoute(request)
	if err != nil {
		return nil
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route},
		Status:                 answer.StatusCode, Header: answer.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: true},
	}
	if err := openapi3filter.ValidateResponse(ctx, input); err != nil {
		return err
	}
	return c.checkBody(route, answer)
}

func (c *contract) checkBody(route *routers.Route, answer *Answer) error {
	status := strconv.Itoa(answer.StatusCode)
	response := route.Operation.Responses.Value(status)
	if response == nil {
		status, response = "default", route.Operation.Responses.Default()
	}
	if len(response.Value.Content) == 0 {
		return nil
	}
	contentType, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	media := response.Value.Content[contentType]
	if media == nil {
		return fmt.Errorf("the document does not know the content type %s", contentType)
	}
	if media.Schema == nil {
		return nil
	}
	schema, err := c.compile("paths", route.Path, strings.ToLower(route.Method), "responses", status, "content", contentType, "schema")
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(strings.NewReader(answer.Body))
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// compile returns the schema at a path in the document, given member by member.
func (c *contract) compile(members ...string) (*jsonschema.Schema, error) {
	var pointer strings.Builder
	for _, member := range members {
		pointer.WriteString("/" + url.PathEscape(jsonPointer.Replace(member)))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.schemas.Compile(documentURL + "#" + pointer.String())
}

// jsonPointer escapes a member's name as in RFC 6901.
var jsonPointer = strings.NewReplacer("~", "~0", "/", "~1")
