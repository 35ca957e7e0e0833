package api

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/views/docs"
	"acolhe/views/layouts"
	"acolhe/web"
)

// maxDepth limits the members of a recursive type.
const maxDepth = 4

// showDocs renders the OpenAPI document as a page: its groups, or the group in the query.
func (a API) showDocs(r *web.Request) error {
	groups := groupsOf(web.Document(r.Routes()), a.BaseURL.String())
	frame := layouts.Frame{
		Title: "API", Path: docs.Path, Home: "/painel", Theme: r.Cookie("tema"),
		Nav: []layouts.NavGroup{{Label: "Sections", Items: navigation(groups)}},
	}
	at := slices.IndexFunc(groups, func(group docs.Group) bool { return group.Name == r.Query("parte") })
	if at < 0 {
		return r.Render(docs.Overview(frame, groups))
	}
	frame.Trail = []layouts.Crumb{{Label: frame.Title, Href: docs.Path}, {Label: groups[at].Name}}
	frame.Title, frame.Path = groups[at].Name+" · API", groups[at].Href()
	return r.Render(docs.Part(frame, groups[at]))
}

func groupsOf(document *openapi3.T, base string) []docs.Group {
	var groups []docs.Group
	for _, path := range document.Paths.InMatchingOrder() {
		item := document.Paths.Value(path)
		for method, operation := range item.Operations() {
			groups = addTo(groups, operation.Tags[0], describe(base, method, path, operation))
		}
	}
	slices.SortFunc(groups, func(a, b docs.Group) int { return strings.Compare(a.Name, b.Name) })
	for _, group := range groups {
		slices.SortFunc(group.Operations, func(a, b docs.Operation) int {
			return strings.Compare(a.Path+a.Method, b.Path+b.Method)
		})
	}
	return groups
}

func navigation(groups []docs.Group) []layouts.NavItem {
	items := make([]layouts.NavItem, len(groups))
	for i, group := range groups {
		items[i] = layouts.NavItem{Label: group.Name, Href: group.Href(), Icon: "webhook"}
	}
	return items
}

func addTo(groups []docs.Group, name string, operation docs.Operation) []docs.Group {
	at := slices.IndexFunc(groups, func(group docs.Group) bool { return group.Name == name })
	if at < 0 {
		return append(groups, docs.Group{Name: name, Operations: []docs.Operation{operation}})
	}
	groups[at].Operations = append(groups[at].Operations, operation)
	return groups
}

func describe(base, method, path string, operation *openapi3.Operation) docs.Operation {
	rules, caller, _ := strings.Cut(operation.Description, "Caller: ")
	described := docs.Operation{Method: method, Path: path, Summary: strings.TrimSpace(operation.Summary + ". " + rules),
		Caller: strings.TrimSuffix(caller, "."), ID: operation.OperationID, Request: requestExample(base, method, path, operation)}
	for _, parameter := range operation.Parameters {
		described.Parameters = append(described.Parameters, docs.Member{
			Name: parameter.Value.Name, Type: typeOf(parameter.Value.Schema), Note: parameter.Value.In})
	}
	if operation.RequestBody != nil {
		described.Body = members("", bodyOf(operation), 0)
	}
	for status, response := range operation.Responses.Map() {
		body := response.Value.Content.Get("application/json")
		// Errors are the same everywhere, and 304 has no body.
		if !strings.HasPrefix(status, "2") || body == nil {
			continue
		}
		described.Status, described.Answer = status, members("", body.Schema.Value.Properties["data"], 0)
		described.Example = asJSON(exampleOf("", body.Schema, 0))
	}
	return described
}

// bodyOf returns the schema of a body: JSON, or a file with fields.
func bodyOf(operation *openapi3.Operation) *openapi3.SchemaRef {
	if upload := operation.RequestBody.Value.Content.Get(multipartForm); upload != nil {
		return upload.Schema
	}
	return operation.RequestBody.Value.Content.Get("application/json").Schema
}

// members lists the members of a schema by path: items[].code.
func members(prefix string, ref *openapi3.SchemaRef, depth int) []docs.Member {
	if len(ref.Value.OneOf) > 0 {
		ref = ref.Value.OneOf[0]
	}
	if len(ref.Value.AllOf) > 0 {
		ref = ref.Value.AllOf[0]
	}
	if ref.Value.Items != nil {
		return members(prefix+"[]", ref.Value.Items, depth)
	}
	var list []docs.Member
	for _, name := range slices.Sorted(maps.Keys(ref.Value.Properties)) {
		property := ref.Value.Properties[name]
		path := strings.TrimPrefix(prefix+"."+name, ".")
		list = append(list, docs.Member{Name: path, Type: typeOf(property), Note: rulesOf(property.Value)})
		if depth < maxDepth {
			list = append(list, members(path, property, depth+1)...)
		}
	}
	return append(list, alternatives(prefix, ref.Value.AnyOf, depth)...)
}

// alternatives lists the members of each form of a body; those of items.orders.create are under orders. Nested
// forms are not listed.
func alternatives(prefix string, refs openapi3.SchemaRefs, depth int) []docs.Member {
	var list []docs.Member
	for _, ref := range refs {
		if depth > 0 || ref.Value.Items != nil {
			continue
		}
		for _, member := range members(prefix, ref, depth+1) {
			if ref.Ref != "" {
				member.Name = strings.Split(path.Base(ref.Ref), ".")[1] + ": " + member.Name
			}
			list = append(list, member)
		}
	}
	return list
}

func typeOf(ref *openapi3.SchemaRef) string {
	schema := ref.Value
	if len(schema.OneOf) > 0 {
		return typeOf(schema.OneOf[0]) + " | null"
	}
	if schema.Type == nil {
		return "any"
	}
	name := strings.Join(*schema.Type, " | ")
	if schema.Format != "" {
		name += " (" + schema.Format + ")"
	}
	return name
}

func rulesOf(schema *openapi3.Schema) string {
	rules := []string{}
	for _, value := range schema.Enum {
		if value != nil {
			rules = append(rules, fmt.Sprint(value))
		}
	}
	if schema.Description != "" {
		rules = append(rules, schema.Description)
	}
	return strings.Join(rules, ", ")
}
