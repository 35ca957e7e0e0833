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

// Collection is what the engine knows of a table: its fields by their names on the wire,
// who sees them, and the area's rules. It is made once and never changed.
type Collection struct {
	name  string
	table string
	rules Rules
	views map[audience]view
}

// Rules are what an area says of its collection. The zero value is a collection that can
// only be read, by number, and by nobody who is tied to a partner.
type Rules struct {
	// Sort is the default order as the parameter spells it; by id when empty.
	Sort string
	// Limit is the default number of rows; 100 when 0.
	Limit int
	// Search gives the folded SQL text that `search` looks into.
	Search SearchText
	// Own is the condition on the rows of one professional_code. Without one, whoever is tied
	// to a partner is refused (specification, "Scoped data rules").
	Own *Own
	// LeftOut are rows that lists leave out.
	LeftOut *LeftOut
	// Attached are rows that a list carries with each of its rows when asked.
	Attached []Attached
	// Writing is how rows come, change and go; what is missing is 405.
	Writing Writing
}

// SearchText is the folded SQL text that a search looks into: for everybody, and for those
// who do not see all fields. Empty means that there is nothing to search.
type SearchText struct{ All, Limited string }

// Own limits the rows to those of one professional_code; its SQL holds one ? for the code.
type Own struct{ SQL string }

// LeftOut are rows that lists leave out unless the filter mentions the field; SQL is the
// condition on the rows that stay.
type LeftOut struct{ Field, SQL string }

// Attached are rows of the same table that hang on the rows of a list: Key of a row is
// ForeignKey of those that are attached under Name, when the parameter Name is 1.
type Attached struct{ Name, Key, ForeignKey string }

// Field is a column as the wire knows it.
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
	// partners are those who are tied to a professional.
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

// view are the fields that an audience sees; for it there are no others.
type view struct {
	fields []*Field
	byName map[string]*Field
	// columns lists them for a select, and state is one number that changes with any of them.
	columns string
	state   string
}

// Describe makes the collection of a GORM type. Fields are the members with a name in their
// json tag; the tag `items` says more of them, comma-separated: administrator or staff for
// who alone sees them, date or phase where the Go type does not tell the kind. Columns that are
// no members are hidden: for no caller do they exist.
func Describe[Row schema.Tabler](rules Rules) *Collection {
	row := reflect.TypeFor[Row]()
	parsed, err := schema.Parse(reflect.New(row).Interface(), &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // a mistake in the type, which no run gets past
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

// searched gives the text that the caller may search.
func (c *Collection) searched(by audience) string {
	if by < administrators && c.rules.Search.Limited != "" {
		return c.rules.Search.Limited
	}
	return c.rules.Search.All
}

// switches are the parameters that only this collection has.
func (c *Collection) switches() []string {
	var names []string
	for _, attached := range c.rules.Attached {
		names = append(names, attached.Name)
	}
	return names
}
