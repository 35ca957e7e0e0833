// Package items is the generic access to the collections: lists with the whole query
// dialect, details, exports and writing, over columns that are known at run time. It builds
// the statements, runs them on pgx and writes what PostgreSQL gives straight to JSON: no
// row ever becomes a Go value. It knows no area: each publishes a Collection, made from its
// GORM type, with the rules that hold for it; models/collections lists them.
package items

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"gorm.io/gorm/schema"

	"acolhe/models/platform/items/kind"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Collection describes a table to the engine: its fields by their names on the wire,
// who sees them, and the area's rules. It does not change once it is described.
type Collection struct {
	name  string
	table string
	rules Rules
	views map[audience]view
}

// Rules are an area's rules for its collection. The zero value is a collection that can
// only be read, in the order of its ids, and not by a caller who is tied to a professional.
type Rules struct {
	// Sort is the default order as the parameter spells it; by id when empty.
	Sort string
	// Limit is the default number of rows; 100 when 0.
	Limit int
	// Search is the folded SQL text that `search` looks into.
	Search SearchText
	// Own is the condition on the rows of one professional_code. Without one, a caller who is
	// tied to a professional is refused (specification, "Scoped data rules").
	Own *Own
	// DefaultFilter leaves rows out of lists.
	DefaultFilter *DefaultFilter
	// Included are rows that a list answers with each of its rows on request.
	Included []Inclusion
	// Writing has the verbs that create, change and delete rows; a missing one is 405.
	Writing Writing
}

// SearchText is the folded SQL text that a search looks into: for callers who see all fields, and for the
// others. Empty means that there is nothing to search.
type SearchText struct{ All, Limited string }

// Own limits the rows to those of one professional_code; its SQL holds one ? for the code.
type Own struct{ SQL string }

// DefaultFilter is a condition on the rows of a list that holds unless the filter mentions the field.
type DefaultFilter struct{ Field, SQL string }

// Inclusion names rows of the same table that belong to the rows of a list: ForeignKey of an included row is
// Key of the row of the list. They are answered under Name when the parameter Name is 1.
type Inclusion struct{ Name, Key, ForeignKey string }

// Field is a column as it is answered.
type Field struct {
	Name   string
	Column string
	Kind   kind.Kind
	// Nullable columns may hold null: those of a pointer or of raw JSON in the GORM type.
	Nullable bool

	seenBy audience
	// quoted is the column in SQL, lead what comes before the value in JSON.
	quoted string
	lead   string
}

// audience sorts callers by the fields they see; each sees what the ones below see.
type audience int

const (
	// partners are callers who are tied to a professional.
	partners audience = iota
	staff
	administrators
)

func audienceOf(by auth.Caller) audience {
	if _, tied := access.PartnerCode(by); tied {
		return partners
	}
	if access.IsAdministrator(by) {
		return administrators
	}
	return staff
}

// view is the fields that an audience sees; others do not exist for it.
type view struct {
	fields []*Field
	byName map[string]*Field
	// columns lists them for a select, and state is one number that changes with any of them.
	columns string
	state   string
}

// Describe returns the collection of a GORM type. Fields are the members with a name in their
// json tag; the tag `items` adds, comma-separated: administrator or staff for
// the only callers who see it, date, decimal or phase where the Go type is not the kind. Columns without a
// member do not exist for any caller.
func Describe[Row schema.Tabler](rules Rules) *Collection {
	row := reflect.TypeFor[Row]()
	parsed, err := schema.Parse(reflect.New(row).Interface(), &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // a programming error in the type
	}
	c := &Collection{name: parsed.Table, table: parsed.Table, rules: rules, views: map[audience]view{}}
	var fields []*Field
	for _, column := range parsed.Fields {
		if field := describeField(column); field != nil {
			fields = append(fields, field)
		}
	}
	for _, a := range []audience{partners, staff, administrators} {
		c.views[a] = viewOf(fields, a)
	}
	return c
}

func describeField(column *schema.Field) *Field {
	name, _, _ := strings.Cut(column.Tag.Get("json"), ",")
	field := &Field{Name: name, Column: column.DBName, Kind: kind.Of(column.FieldType), Nullable: isNullable(column.FieldType)}
	if name == "" || name == "-" || column.DBName == "" || field.Kind == kind.Opaque {
		return nil
	}
	for word := range strings.SplitSeq(column.Tag.Get("items"), ",") {
		switch named, known := kind.Named(word); {
		case known:
			field.Kind = named
		case word == "administrator":
			field.seenBy = administrators
		case word == "staff":
			field.seenBy = staff
		case word != "":
			panic(column.Schema.Name + "." + column.Name + ": unknown word in the tag items: " + word)
		}
	}
	field.quoted = `"` + field.Column + `"`
	field.lead = `"` + field.Name + `":`
	return field
}

func isNullable(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[uuid.NullUUID]()
}

func viewOf(all []*Field, by audience) view {
	v := view{byName: map[string]*Field{}}
	for _, field := range all {
		if field.seenBy <= by {
			v.fields = append(v.fields, field)
			v.byName[field.Name] = field
		}
	}
	v.columns = columnsOf(v.fields)
	v.state = "hashtextextended(row(" + v.columns + ")::text, 0)"
	return v
}

func columnsOf(fields []*Field) string {
	quoted := make([]string, len(fields))
	for i, field := range fields {
		quoted[i] = field.quoted
	}
	return strings.Join(quoted, ", ")
}

// Name is the collection's name on the wire.
func (c *Collection) Name() string { return c.name }

// Fields lists what an administrator sees.
func (c *Collection) Fields() []*Field { return slices.Clone(c.views[administrators].fields) }

// searchText returns the SQL text that the caller may search.
func (c *Collection) searchText(by audience) string {
	if by < administrators && c.rules.Search.Limited != "" {
		return c.rules.Search.Limited
	}
	return c.rules.Search.All
}

// switches are the parameters that only this collection has.
func (c *Collection) switches() []string {
	var names []string
	for _, attached := range c.rules.Included {
		names = append(names, attached.Name)
	}
	return names
}
