package web

import (
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/models/types/auth"
)

// Document describes the JSON routes of a table as OpenAPI 3.1. It is built from the types that the handlers
// take and return, so that it cannot contradict them.
func Document(routes []Route) *openapi3.T {
	doc := &openapi3.T{
		OpenAPI: "3.1.0",
		Info: &openapi3.Info{Title: "Acolhe", Version: "1", License: &openapi3.License{Name: "MIT", Identifier: "MIT"},
			Description: "Every answer is an envelope " +
				"{data, meta, errors}. A caller is a Bearer token, or the session cookie of an operator or an associate. A body is JSON in " +
				"UTF-8, as application/json, without a member that comes twice and at most 100 levels deep; what is unknown, malformed or sent " +
				"twice is refused, and nothing is passed over. A body that is left out is {}. null for an optional member empties it where it can be empty, " +
				"else it means left out. A DELETE takes the members of its body from the query as well. A row that is answered to who wrote it is its id alone where they may not read it."},
		Servers:    openapi3.Servers{{URL: "/"}},
		Paths:      openapi3.NewPaths(),
		Components: &openapi3.Components{Schemas: openapi3.Schemas{}, SecuritySchemes: securitySchemes()},
	}
	schemas := schemaBook{components: doc.Components.Schemas}
	doc.Components.Schemas["Failure"] = failureSchema()
	for _, route := range routes {
		if !route.IsJSON() {
			continue
		}
		maps.Copy(doc.Components.Schemas, route.schemas)
		path := openPath(route.Path)
		item := doc.Paths.Value(path)
		if item == nil {
			item = &openapi3.PathItem{}
			doc.Paths.Set(path, item)
		}
		item.SetOperation(route.Method, operationOf(route, schemas))
	}
	return doc
}

func (s *Server) showDocument(r *Request) error {
	raw, err := s.document()
	if err != nil {
		return err
	}
	r.write(http.StatusOK, "application/json; charset=utf-8", raw)
	return nil
}

func operationOf(route Route, schemas schemaBook) *openapi3.Operation {
	operation := &openapi3.Operation{
		OperationID: route.Name,
		Summary:     sentence(route.Name),
		Description: descriptionOf(route),
		Tags:        []string{tagOf(route.Path)},
		Parameters:  append(pathParameters(route), headerParameters(route)...),
		Responses:   responsesOf(route, schemas),
		Security:    securityOf(route.Guard),
	}
	for _, name := range sortedKeys(route.query) {
		parameter := openapi3.NewQueryParameter(name).WithDescription(route.query[name]).WithSchema(openapi3.NewStringSchema())
		operation.Parameters = append(operation.Parameters, &openapi3.ParameterRef{Value: parameter})
	}
	switch {
	case route.shape != nil:
		body := openapi3.NewRequestBody().WithRequired(true).WithJSONSchemaRef(route.shape(schemas.namedChoice(route.choice)))
		operation.RequestBody = &openapi3.RequestBodyRef{Value: body}
	case route.upload:
		body := openapi3.NewRequestBody().WithRequired(true).
			WithContent(openapi3.Content{"multipart/form-data": uploadBodyOf(schemas.body(route.in))})
		operation.RequestBody = &openapi3.RequestBodyRef{Value: body}
	case route.in == reflect.TypeFor[None]():
	case route.Method == http.MethodGet:
		operation.Parameters = append(operation.Parameters, queryParameters(route.in, schemas)...)
	default:
		operation.RequestBody = requestBodyOf(schemas.body(route.in))
	}
	if route.Method == http.MethodDelete && route.shape == nil {
		operation.Parameters = append(operation.Parameters, queryParameters(route.in, schemas)...)
	}
	return operation
}

func descriptionOf(route Route) string {
	rules := route.doc
	if route.idempotent {
		rules += " " + idempotencyRules
	}
	text := strings.TrimSpace(rules + " Caller: " + route.Guard.String() + ".")
	if route.rateLimit != nil {
		text += " At most " + route.rateLimit.String() + " from one address."
	}
	text += route.describeQuota()
	return text
}

// describedOutput is an output that describes its data and meta.
type describedOutput interface {
	described() (data, meta reflect.Type)
}

func responsesOf(route Route, schemas schemaBook) *openapi3.Responses {
	data, meta := route.out, route.meta
	if out, ok := reflect.Zero(route.out).Interface().(describedOutput); ok {
		data, meta = out.described()
	}
	success := object(map[string]*openapi3.SchemaRef{"data": schemas.of(data), "meta": nullSchema(), "errors": nullSchema()})
	switch {
	case route.data != nil:
		success.Value.Properties["data"] = route.data
	case len(route.returns) > 0:
		success.Value.Properties["data"] = schemas.anyOf(route.returns)
	}
	if meta != nil {
		success.Value.Properties["meta"] = schemas.of(meta)
	}
	answer := openapi3.NewResponse().WithDescription(http.StatusText(route.status)).WithJSONSchemaRef(success)
	for _, contentType := range route.files {
		answer.Content[contentType] = openapi3.NewMediaType()
	}
	responses := openapi3.NewResponsesWithCapacity(3)
	responses.Set(strconv.Itoa(route.status), &openapi3.ResponseRef{Value: answer})
	if slices.Contains(route.headers, "Range") {
		part := openapi3.NewResponse().WithDescription("The part that was asked for.").WithContent(openapi3.NewContent())
		for _, contentType := range route.files {
			part.Content[contentType] = openapi3.NewMediaType()
		}
		responses.Set(strconv.Itoa(http.StatusPartialContent), &openapi3.ResponseRef{Value: part})
	}
	if slices.Contains(route.headers, ifNoneMatch) {
		unchanged := openapi3.NewResponse().WithDescription("What the caller has is what there is.")
		responses.Set(strconv.Itoa(http.StatusNotModified), &openapi3.ResponseRef{Value: unchanged})
	}
	if route.limited {
		responses.Set(strconv.Itoa(http.StatusTooManyRequests), limitedResponse(schemas))
	}
	responses.Set("4XX", failureResponse("The request is refused; see errors[].code.", schemas))
	responses.Set("default", failureResponse("The request failed; see errors[].code.", schemas))
	return responses
}

// uploadBodyOf returns the multipart body of a file with these fields, of which none is required.
func uploadBodyOf(fields *openapi3.SchemaRef) *openapi3.MediaType {
	schema := openapi3.NewObjectSchema()
	schema.Properties = openapi3.Schemas{FileField: openapi3.NewStringSchema().WithFormat("binary").NewRef()}
	maps.Copy(schema.Properties, fields.Value.Properties)
	schema.Required = []string{FileField}
	return openapi3.NewMediaType().WithSchema(schema)
}

func failureResponse(description string, schemas schemaBook) *openapi3.ResponseRef {
	return &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription(description).WithJSONSchemaRef(failureRef(schemas))}
}

// limitedResponse describes the 429 of a rate-limited route.
func limitedResponse(schemas schemaBook) *openapi3.ResponseRef {
	response := failureResponse("RATE_LIMITED: too many requests.", schemas)
	response.Value.Headers = openapi3.Headers{"Retry-After": {Value: &openapi3.Header{Parameter: openapi3.Parameter{
		Description: "Seconds until the next try.", Schema: openapi3.NewInt64Schema().NewRef()}}}}
	return response
}

func failureRef(schemas schemaBook) *openapi3.SchemaRef {
	return openapi3.NewSchemaRef("#/components/schemas/Failure", schemas.components["Failure"].Value)
}

// failureSchema is the envelope of every error.
func failureSchema() *openapi3.SchemaRef {
	entry := object(map[string]*openapi3.SchemaRef{
		"code":    openapi3.NewStringSchema().NewRef(),
		"message": openapi3.NewStringSchema().WithMinLength(1).NewRef(),
	})
	list := openapi3.NewArraySchema().WithMinItems(1)
	list.Items = entry
	return object(map[string]*openapi3.SchemaRef{"data": nullSchema(), "meta": nullSchema(), "errors": list.NewRef()})
}

var pathParameter = regexp.MustCompile(`:(\w+)`)

// openPath converts `/orders/:id` to OpenAPI's `/orders/{id}`.
func openPath(path string) string { return pathParameter.ReplaceAllString(path, "{$1}") }

func pathParameters(route Route) openapi3.Parameters {
	var parameters openapi3.Parameters
	for _, match := range pathParameter.FindAllStringSubmatch(route.Path, -1) {
		schema := openapi3.NewStringSchema()
		if slices.Contains(route.uuids, match[1]) {
			schema = openapi3.NewUUIDSchema()
		} else if strings.HasSuffix(strings.ToLower(match[1]), "id") {
			schema = openapi3.NewInt64Schema()
		}
		parameters = append(parameters, &openapi3.ParameterRef{Value: openapi3.NewPathParameter(match[1]).WithSchema(schema)})
	}
	return parameters
}

func queryParameters(in reflect.Type, schemas schemaBook) openapi3.Parameters {
	var parameters openapi3.Parameters
	fields := fieldsByTag(in, "form")
	for _, name := range sortedKeys(fields) {
		parameter := openapi3.NewQueryParameter(name)
		parameter.Schema = schemas.of(queryType(in.FieldByIndex(fields[name]).Type))
		parameters = append(parameters, &openapi3.ParameterRef{Value: parameter})
	}
	return parameters
}

// queryType returns the type of a parameter: a query has no null.
func queryType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// headerParameters returns the headers that a route declares with Headers.
func headerParameters(route Route) openapi3.Parameters {
	var parameters openapi3.Parameters
	for _, name := range route.headers {
		parameters = append(parameters, &openapi3.ParameterRef{
			Value: openapi3.NewHeaderParameter(name).WithSchema(openapi3.NewStringSchema())})
	}
	return parameters
}

func securitySchemes() openapi3.SecuritySchemes {
	return openapi3.SecuritySchemes{
		"token":            {Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer")},
		"operatorSession":  cookieScheme(operatorCookie),
		"associateSession": cookieScheme(associateCookie),
	}
}

func cookieScheme(name string) *openapi3.SecuritySchemeRef {
	return &openapi3.SecuritySchemeRef{Value: openapi3.NewSecurityScheme().WithType("apiKey").WithIn("cookie").WithName(name)}
}

func securityOf(caller Guard) *openapi3.SecurityRequirements {
	requirements := openapi3.NewSecurityRequirements()
	if caller.ignoresCredentials {
		return requirements
	}
	if !caller.noToken {
		requirements = requirements.With(openapi3.NewSecurityRequirement().Authenticate("token"))
	}
	requirements = requirements.With(openapi3.NewSecurityRequirement().Authenticate(string(caller.sessionKind()) + "Session"))
	if caller.orAssociate {
		requirements = requirements.With(openapi3.NewSecurityRequirement().Authenticate(string(auth.Associate) + "Session"))
	}
	return requirements
}

// tagOf groups operations by the first word of their path.
func tagOf(path string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(path, apiPrefix+"/"), "/")
	return word
}

// sentence splits a handler's name into words: placeOrder is "Place order".
func sentence(name string) string {
	var words []rune
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			words = append(words, ' ')
		}
		words = append(words, unicode.ToLower(r))
	}
	if len(words) > 0 {
		words[0] = unicode.ToUpper(words[0])
	}
	return string(words)
}

// object returns a schema with exactly these members, all required.
func object(members map[string]*openapi3.SchemaRef) *openapi3.SchemaRef {
	schema := openapi3.NewObjectSchema()
	schema.Properties = members
	schema.Required = sortedKeys(members)
	return closed(schema)
}

func closed(schema *openapi3.Schema) *openapi3.SchemaRef {
	schema.AdditionalProperties = openapi3.AdditionalProperties{Has: new(bool)}
	slices.Sort(schema.Required)
	return schema.NewRef()
}

func nullSchema() *openapi3.SchemaRef {
	return (&openapi3.Schema{Type: &openapi3.Types{"null"}}).NewRef()
}
