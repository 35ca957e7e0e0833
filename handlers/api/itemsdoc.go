package api

import (
	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/models/areas"
	"acolhe/models/platform/items"
	"acolhe/models/platform/items/kind"
)

// Rules that the types of items cannot express.
const (
	listingRules = "Rows are as the schema items.{collection} describes them to an administrator; a field that the caller does not " +
		"see does not exist for them. With aggregate or groupBy a row is a group: the fields of groupBy beside one object for " +
		"each function, or a number for the count of rows. At most 100 conditions, 10 levels deep. With export the answer is a " +
		"file, and who took it is recorded; too many at once are 429 RATE_LIMITED. The order always ends with id."
	creatingRules = "One object, or a list of up to 500 that are stored all or none; a refusal names the one that it is about by " +
		"[i]. Rules and defaults are those of the area's own routes. Who may not read the collection is answered ids alone. " +
		"An Idempotency-Key is for one object; with a list it is refused."
	renamingRules = "A new name of a tag also replaces the old one in all rows of its collections, in the same transaction, however " +
		"many they are. A name differs from those of the other tags of a collection by more than case and accents, else 409 CONFLICT; " +
		"a tag without collection counts in each of them."
	batchRules = "All or none of at most 500 rows: a row that is not the caller's to see is 404 NOT_FOUND. Rows are named by keys, " +
		"by a list, or by a query, which only who may read the collection can send. If-Match and Idempotency-Key are refused here."
	showingRules = "ETag is the state of all fields that the caller sees; with it as If-None-Match an unchanged row is 304."
	taggedRules  = "With If-Match, as the ETag of the row says, a row that has changed since is 412 PRECONDITION_FAILED."
)

// itemQuery describes each parameter of a generic list.
func itemQuery() map[string]string {
	return map[string]string{
		"filter":    "Conditions, as JSON or as filter[field][_operator]=value, nested with _and and _or; $NOW(-1 day) is a moment.",
		"fields":    "Names to answer with, comma-joined.",
		"sort":      "Names to order by, comma-joined; - before one turns it around.",
		"search":    "Up to 10 words to find; accents, case and punctuation do not matter. Signs without a letter or digit find nothing.",
		"limit":     "At most 1000; -1 is the maximum, 0 answers no rows.",
		"offset":    "How many rows to pass over.",
		"page":      "From 1, instead of offset.",
		"meta":      "total_count, filter_count or *.",
		"aggregate": "aggregate[count]=*, aggregate[sum]=total; also countDistinct, avg, min, max.",
		"groupBy":   "Names to group by, comma-joined.",
		"export":    "csv, json or xlsx: a file of all rows that match.",
		"locale":    "pt-BR spells a csv as Brazilian spreadsheets do.",
		"patients":  "1 hangs the patients on each associate (users alone).",
	}
}

// itemSchemas returns the schema of a row of any collection with the fields of an administrator, and its components: a
// schema per collection.
func itemSchemas() (row *openapi3.SchemaRef, components openapi3.Schemas) {
	row, components = openapi3.NewSchema().NewRef(), openapi3.Schemas{}
	for _, collection := range areas.Described() {
		schema := openapi3.NewObjectSchema()
		for _, field := range collection.Fields() {
			schema.WithProperty(field.Name, fieldSchema(field))
		}
		name := "items." + collection.Name()
		components[name] = schema.NewRef()
		row.Value.AnyOf = append(row.Value.AnyOf, openapi3.NewSchemaRef("#/components/schemas/"+name, schema))
	}
	return row, components
}

// itemSchema returns the schema of a row of one collection, among the components of itemSchemas.
func itemSchema(collection string) *openapi3.SchemaRef {
	_, components := itemSchemas()
	name := "items." + collection
	return openapi3.NewSchemaRef("#/components/schemas/"+name, components[name].Value)
}

func rows(row *openapi3.SchemaRef) *openapi3.SchemaRef {
	list := openapi3.NewArraySchema()
	list.Items = row
	return list.NewRef()
}

func anyOf(schemas ...*openapi3.SchemaRef) *openapi3.SchemaRef {
	return (&openapi3.Schema{AnyOf: schemas}).NewRef()
}

// deletedSchema is the schema of web.Deleted.
func deletedSchema() *openapi3.SchemaRef {
	return openapi3.NewObjectSchema().WithProperty("id", openapi3.NewInt64Schema()).WithRequired([]string{"id"}).NewRef()
}

func fieldSchema(field *items.Field) *openapi3.Schema {
	types, format := openapi3.Types{"string"}, ""
	switch field.Kind {
	case kind.Integer:
		types = openapi3.Types{"integer"}
	case kind.Decimal:
		types = openapi3.Types{"number"}
	case kind.Boolean:
		types = openapi3.Types{"boolean"}
	case kind.Phase:
		types = openapi3.Types{"integer", "string"}
	case kind.Timestamp:
		format = "date-time"
	case kind.Date:
		format = "date"
	case kind.UUID:
		format = "uuid"
	case kind.JSON:
		return openapi3.NewSchema()
	case kind.List:
		list := openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema())
		if field.Nullable {
			list.Type = &openapi3.Types{"array", "null"}
		}
		return list
	}
	if field.Nullable {
		types = append(types, "null")
	}
	return &openapi3.Schema{Type: &types, Format: format}
}

// inputsOf returns the inputs of a verb for each collection that has it, by the names of their schemas.
func inputsOf(verb string, input func(*items.Collection) any) map[string]any {
	inputs := map[string]any{}
	for _, collection := range areas.Described() {
		if of := input(collection); of != nil {
			inputs["items."+collection.Name()+"."+verb] = of
		}
	}
	return inputs
}

func alone(each *openapi3.SchemaRef) *openapi3.SchemaRef { return each }

// oneOrMany is an input, or a list of inputs stored all or none.
func oneOrMany(each *openapi3.SchemaRef) *openapi3.SchemaRef {
	either := openapi3.NewSchema()
	either.AnyOf = append(openapi3.SchemaRefs{listOf(each)}, each.Value.AnyOf...)
	return either.NewRef()
}

// changesOfMany is rows with one change, or a list of objects with id and fields.
func changesOfMany(each *openapi3.SchemaRef) *openapi3.SchemaRef {
	byKeys := openapi3.NewObjectSchema().WithPropertyRef("keys", keys()).WithPropertyRef("data", each).WithRequired([]string{"keys", "data"})
	byQuery := openapi3.NewObjectSchema().WithPropertyRef("query", query()).WithPropertyRef("data", each).
		WithRequired([]string{"query", "data"})
	own := openapi3.NewObjectSchema().WithProperty("id", openapi3.NewInt64Schema()).WithRequired([]string{"id"})
	return (&openapi3.Schema{AnyOf: openapi3.SchemaRefs{byKeys.NewRef(), byQuery.NewRef(), listOf(own.NewRef())}}).NewRef()
}

// selectionQuery describes the parameters that select the rows to remove instead of a body.
func selectionQuery() map[string]string {
	return map[string]string{
		"keys":  "The ids of the rows, comma-joined, instead of a body.",
		"query": "The parameters of a list as JSON, instead of a body.",
	}
}

// keysOrQuery selects the rows to remove.
func keysOrQuery(*openapi3.SchemaRef) *openapi3.SchemaRef {
	byKeys := openapi3.NewObjectSchema().WithPropertyRef("keys", keys()).WithRequired([]string{"keys"})
	byQuery := openapi3.NewObjectSchema().WithPropertyRef("query", query()).WithRequired([]string{"query"})
	return (&openapi3.Schema{AnyOf: openapi3.SchemaRefs{keys(), byKeys.NewRef(), byQuery.NewRef()}}).NewRef()
}

func keys() *openapi3.SchemaRef { return listOf(openapi3.NewInt64Schema().NewRef()) }

// query is an object of the parameters of a list.
func query() *openapi3.SchemaRef { return openapi3.NewObjectSchema().NewRef() }

func listOf(each *openapi3.SchemaRef) *openapi3.SchemaRef {
	list := openapi3.NewArraySchema().WithMinItems(1).WithMaxItems(items.MaxBatch)
	list.Items = each
	return list.NewRef()
}
