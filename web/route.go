// Package web is the HTTP toolkit: the route table and its guards, sessions, strict binding, the envelope and the error
// writer, page rendering, headers, limits, logging, metrics and the OpenAPI document. It knows no area of the
// association: handlers define the routes, cmd the dependencies.
package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/page"
)

// Handler answers one request, or returns an error for the error writer.
type Handler func(*Request) error

// Route is one line of the route table: method, full path, guard, handler.
type Route struct {
	Method string
	Path   string
	Guard  Guard
	// Name is the handler's name and the operation id in the OpenAPI document.
	Name string

	status  int
	doc     string
	headers []string
	limited bool
	// maxBody is the limit of the body in bytes; 0 is the general one.
	maxBody int64
	// idempotent routes accept an Idempotency-Key.
	idempotent bool
	// fromReplica routes may answer from the replica.
	fromReplica bool
	// expensive routes share a small number of places.
	expensive bool
	// maxAge is the time for which the answer may be cached; 0 forbids it.
	maxAge    time.Duration
	uuids     []string
	rateLimit *ratelimit.Rule
	// quota is what a caller who is not staff may store in a day; nil for none.
	quota *ratelimit.Quota
	// shownQuota is set by ShowsQuota.
	shownQuota *ratelimit.Quota
	// beforeSecondStep routes are open while the second step of the caller is missing.
	beforeSecondStep bool
	// reading is what the route shows of people, asksReason the record for which an operator may have to say why they need it.
	reading    Reading
	asksReason Reading
	// storesNothing routes keep nothing of the request.
	storesNothing bool
	// files are the content types of the documents that a query may request instead of the envelope.
	files []string
	// query describes the query parameters of a raw route.
	query map[string]string
	// choice holds the possible inputs of a raw route's body, shape the schema around them.
	choice  map[string]any
	shape   Shape
	in, out reflect.Type
	// upload is set for routes whose body is a file with fields.
	upload bool
	// meta is the type of a raw route's meta; nil if it has none.
	meta reflect.Type
	// returns are the types that the data of a raw route may have.
	returns []reflect.Type
	// data is the schema of a raw route's data if its type is known only at run time, schemas its components.
	data    *openapi3.SchemaRef
	schemas openapi3.Schemas
	// requires is a condition beyond the guard; nil for none.
	requires func(*Request) error
	handle   Handler
}

// None is the input of a JSON route without input.
type None struct{}

// GET returns a JSON route whose input comes from the query.
func GET[In, Out any](path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	return jsonRoute(http.MethodGet, path, caller, h)
}

// POST returns a JSON route whose input comes from the body. It answers 200; see Created.
func POST[In, Out any](path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	return jsonRoute(http.MethodPost, path, caller, h)
}

// PUT returns a JSON route that replaces a resource by its body.
func PUT[In, Out any](path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	return jsonRoute(http.MethodPut, path, caller, h)
}

// PATCH returns a JSON route that changes a resource by its body.
func PATCH[In, Out any](path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	return jsonRoute(http.MethodPatch, path, caller, h)
}

// DELETE returns a JSON route that removes a resource.
func DELETE[In, Out any](path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	return jsonRoute(http.MethodDelete, path, caller, h)
}

// Page returns a route that renders a page, a fragment of it or a document.
func Page(path string, caller Guard, h Handler) Route {
	return Route{Method: http.MethodGet, Path: path, Guard: caller, Name: nameOf(h), handle: h}
}

// Form returns a route that a page's form posts to.
func Form(path string, caller Guard, h Handler) Route {
	return Route{Method: http.MethodPost, Path: path, Guard: caller, Name: nameOf(h), handle: h}
}

// Raw returns a JSON route whose handler reads the input and writes the answer itself, because their types are known
// only at run time.
func Raw(method, path string, caller Guard, h Handler) Route {
	return Route{
		Method: method, Path: path, Guard: caller, Name: nameOf(h), status: http.StatusOK,
		in: reflect.TypeFor[None](), out: reflect.TypeFor[json.RawMessage](), handle: h,
	}
}

// Created makes a successful answer 201, for routes that create.
func (route Route) Created() Route {
	route.status = http.StatusCreated
	return route
}

// Beacon returns a JSON route for reports of browsers: the body is one input or a list of them, as application/json or as
// the text/plain of navigator.sendBeacon. It answers 202.
func Beacon[In, Out any](path string, caller Guard, h func(*Request, []In) (Out, error)) Route {
	route := Raw(http.MethodPost, path, caller, func(r *Request) error {
		sent, err := bindBeacon[In](r)
		if err != nil {
			return err
		}
		out, err := h(r, sent)
		if err != nil {
			return err
		}
		return r.answer(out)
	})
	route.Name, route.status, route.maxBody = nameOf(h), http.StatusAccepted, maxPublicBytes
	return route.Returns(*new(Out))
}

// Headers declares request headers that the handler reads, for the OpenAPI document.
func (route Route) Headers(names ...string) Route {
	route.headers = names
	return route
}

// Query declares the query parameters of a raw route, each with a description.
func (route Route) Query(parameters map[string]string) Route {
	route.query = parameters
	return route
}

// Doc adds rules that no type can express to the route's description in the OpenAPI document.
func (route Route) Doc(rules string) Route {
	route.doc = rules
	return route
}

// Takes declares the body of a raw route by an example of its type.
func (route Route) Takes(input any) Route {
	route.in = reflect.TypeOf(input)
	return route
}

// Uploads declares that the body of a raw route is a file with the fields of an input, by an example of its type.
func (route Route) Uploads(fields any) Route {
	route.in, route.upload = reflect.TypeOf(fields), true
	return route
}

// ListMeta declares the meta of a list for a raw route; for a file in the envelope it is null.
func (route Route) ListMeta() Route {
	return route.Meta(&page.Meta{})
}

// Meta declares the meta of a raw route by an example of its type; a pointer may be null.
func (route Route) Meta(example any) Route {
	route.meta = reflect.TypeOf(example)
	return route
}

// Returns declares the data of a raw route by an example of each possible type.
func (route Route) Returns(outputs ...any) Route {
	for _, output := range outputs {
		route.returns = append(route.returns, reflect.TypeOf(output))
	}
	return route
}

// ReturnsSchema declares the data of a raw route by its schema and the components to which it refers.
func (route Route) ReturnsSchema(data *openapi3.SchemaRef, components openapi3.Schemas) Route {
	route.data, route.schemas = data, components
	return route
}

// Shape returns the schema of a body that holds inputs; each is the schema of any one of them.
type Shape func(each *openapi3.SchemaRef) *openapi3.SchemaRef

// TakesAny declares the body of a raw route: the possible inputs, each a pointer under the name of its schema in the
// OpenAPI document, and the shape around them.
func (route Route) TakesAny(inputs map[string]any, shape Shape) Route {
	route.choice, route.shape = inputs, shape
	return route
}

// Files declares the types of documents that a query may request instead of the envelope.
func (route Route) Files(contentTypes ...string) Route {
	route.files = contentTypes
	return route
}

// CachedFor lets browsers and proxies cache a successful answer, which must be the same for all callers.
func (route Route) CachedFor(maxAge time.Duration) Route {
	route.maxAge = maxAge
	return route
}

// FromReplica lets a route that only reads answer from a replica of the database, which may lack the changes that other
// callers made in the last seconds.
func (route Route) FromReplica() Route {
	route.fromReplica = true
	return route
}

// Expensive lets a route that reads much run at a few requests at a time together with all other expensive ones. Others
// wait, and are 503 UNAVAILABLE after a while.
func (route Route) Expensive() Route {
	route.expensive = true
	return route
}

// UUIDs declares the path parameters that are UUIDs instead of row ids, for the OpenAPI document.
func (route Route) UUIDs(names ...string) Route {
	route.uuids = names
	return route
}

// RateLimit limits the requests of one address to the routes of this rule. Every request counts, whatever its result,
// before the handler runs. One beyond the limit is 429 RATE_LIMITED.
func (route Route) RateLimit(rule ratelimit.Rule) Route {
	route.rateLimit = &rule
	return route.Limited()
}

// MaxBody sets the limit of the body in bytes, for a body that holds a picture.
func (route Route) MaxBody(bytes int64) Route {
	route.maxBody = bytes
	return route
}

// Requires adds a condition that is checked after the guard, such as that a module is switched on; its error is the answer.
func (route Route) Requires(condition func(*Request) error) Route {
	route.requires = condition
	return route
}

// Limited declares that the route may answer 429 RATE_LIMITED, for the OpenAPI document of a handler with a limit of
// its own, such as a login.
func (route Route) Limited() Route {
	route.limited = true
	return route
}

// IsJSON reports whether the route belongs to the JSON interface.
func (route Route) IsJSON() bool { return route.out != nil }

func jsonRoute[In, Out any](method, path string, caller Guard, h func(*Request, In) (Out, error)) Route {
	route := Route{
		Method: method, Path: path, Guard: caller, Name: nameOf(h), status: http.StatusOK,
		in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](),
	}
	route.handle = func(r *Request) error {
		var in In
		if err := bindInput(r, &in); err != nil {
			return err
		}
		out, err := h(r, in)
		if err != nil {
			return err
		}
		return r.answer(out)
	}
	return route
}
