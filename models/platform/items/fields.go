package items

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm/schema"

	"acolhe/models/platform/items/kind"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Field is a column of the collection.
type Field struct {
	Name   string
	Column string
	Kind   kind.Kind
	// Nullable is set for pointers and raw JSON in the GORM type.
	Nullable bool

	seenBy audience
	// hides is the kind of data that lists may hide; empty if they never do.
	hides auth.Private
	// quoted is the column in SQL, lead the JSON before its value.
	quoted string
	lead   string
}

// audience is a group of callers who see the same fields. Each sees the fields of the ones before
// it.
type audience int

const (
	// partners are callers who are bound to a professional.
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

// view holds the fields that an audience sees; others do not exist for it.
type view struct {
	fields []*Field
	byName map[string]*Field
	// columns lists the fields for a select, and state is an SQL hash of their values.
	columns string
	state   string
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
		case slices.Contains(auth.PrivateKinds(), auth.Private(word)):
			field.hides = auth.Private(word)
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

// without returns the view without some fields, which then do not exist for its audience.
func (v view) without(names []string) view {
	limited := view{byName: map[string]*Field{}}
	for _, field := range v.fields {
		if !slices.Contains(names, field.Name) {
			limited.fields = append(limited.fields, field)
			limited.byName[field.Name] = field
		}
	}
	limited.columns = columnsOf(limited.fields)
	limited.state = "hashtextextended(row(" + limited.columns + ")::text, 0)"
	return limited
}

// listView returns the fields of lists that the caller sees: those of rows but the hidden ones, which do not exist for lists,
// their filters and their files.
func (c *Collection) listView(by auth.Caller) view {
	whole := c.rowView(by)
	if len(by.Hidden) == 0 {
		return whole
	}
	var fields []*Field
	for _, field := range whole.fields {
		if !by.Hides(field.hides) {
			fields = append(fields, field)
		}
	}
	return viewOf(fields, administrators)
}

// columnsFor lists the fields for a select, null for those that lists hide from the caller.
func (v view) columnsFor(by auth.Caller) string {
	if len(by.Hidden) == 0 {
		return v.columns
	}
	columns := make([]string, len(v.fields))
	for i, field := range v.fields {
		columns[i] = field.quoted
		if by.Hides(field.hides) {
			columns[i] = "null"
		}
	}
	return strings.Join(columns, ", ")
}

func columnsOf(fields []*Field) string {
	quoted := make([]string, len(fields))
	for i, field := range fields {
		quoted[i] = field.quoted
	}
	return strings.Join(quoted, ", ")
}

// Fields lists the fields that an administrator sees.
func (c *Collection) Fields() []*Field { return slices.Clone(c.views[administrators].fields) }
