// Package items implements generic access to the collections: lists with the query dialect, details,
// exports and writes, over columns that are known at run time. It builds the statements, runs them
// on pgx and writes the values directly to JSON, without Go values for rows. It knows no area: each
// area declares its Collections with their GORM types and rules.
package items

import (
	"cmp"
	"sync"

	"gorm.io/gorm/schema"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Collection describes a table to the engine: its fields by their JSON names, the callers who see
// them, and the area's rules. It is immutable.
type Collection struct {
	name  string
	table string
	rules Rules
	views map[audience]view
	// limited are the views of callers who never get the fields about health.
	limited map[audience]view
}

// Rules are an area's rules for its collection. The zero value is a read-only collection, ordered
// by id and closed to callers who are bound to a professional.
type Rules struct {
	// Sort is the default order in the syntax of the parameter; by id if empty.
	Sort string
	// Limit is the default number of rows; 100 if 0.
	Limit int
	// Search is the folded SQL text for the parameter `search`.
	Search SearchText
	// Own is the condition on the rows of a professional_code. Without it a caller who is bound to
	// a professional is refused (specification, "Scoped data rules").
	Own *Own
	// DefaultFilter excludes rows from lists.
	DefaultFilter *DefaultFilter
	// Computed are the SQL expressions of the fields that no column holds.
	Computed map[string]string
	// Included are related rows that a list contains on request.
	Included []Inclusion
	// Writing holds the verbs that create, change and delete rows; a missing one is 405.
	Writing Writing
}

// SearchText is the folded SQL text of searches: All for administrators, Limited for others and Partners for callers who are
// bound to a professional; each defaults to the one before it. If All is empty, there is nothing to search.
// WithoutHealth replaces all of them for callers who never get the fields about health, where the others have some. WithoutCPF is
// the text that digits are searched in for callers from whom CPF is hidden; empty if the text has no CPF.
type SearchText struct{ All, Limited, Partners, WithoutHealth, WithoutCPF string }

// Own limits the rows to those of one professional_code; its SQL has one placeholder for the code.
type Own struct{ SQL string }

// DefaultFilter is a condition on the rows of a list that applies unless the filter mentions the
// field.
type DefaultFilter struct{ Field, SQL string }

// Inclusion describes related rows of the same table: ForeignKey of an included row equals Key of
// the list's row. They are in the member Name if the parameter Name is 1.
type Inclusion struct{ Name, Key, ForeignKey string }

// schemas are the types that were described before: parsing one costs more than all else that Describe does.
var schemas sync.Map

// Describe returns the collection of a GORM type. Fields are the struct fields with a name in their
// json tag; other columns do not exist for any caller. The tag `items` is a comma-separated list:
// administrator or staff limits the callers who see the field, and date, decimal or phase is the
// kind if the Go type does not determine it.
func Describe[Row schema.Tabler](rules Rules) *Collection {
	parsed, err := schema.Parse(new(Row), &schemas, schema.NamingStrategy{})
	if err != nil {
		panic(err) // a programming error in the type
	}
	c := &Collection{name: parsed.Table, table: parsed.Table, rules: rules, views: map[audience]view{}, limited: map[audience]view{}}
	var fields []*Field
	for _, column := range parsed.Fields {
		if field := describeField(column); field != nil {
			field.quoted = cmp.Or(rules.Computed[field.Name], field.quoted)
			fields = append(fields, field)
		}
	}
	for _, a := range []audience{partners, staff, administrators} {
		c.views[a] = viewOf(fields, a)
		c.limited[a] = c.views[a].without(access.HealthFields(c.name))
	}
	return c
}

// Name returns the collection's name in routes.
func (c *Collection) Name() string { return c.name }

// rowView returns the fields of one row that the caller sees.
func (c *Collection) rowView(by auth.Caller) view {
	if by.WithoutHealth {
		return c.limited[audienceOf(by)]
	}
	return c.views[audienceOf(by)]
}

// searchText returns the SQL text that the caller may search.
func (c *Collection) searchText(caller auth.Caller) string {
	search, by := c.rules.Search, audienceOf(caller)
	switch {
	case caller.WithoutHealth && search.WithoutHealth != "":
		return search.WithoutHealth
	case by == partners:
		return cmp.Or(search.Partners, search.Limited, search.All)
	case by == staff:
		return cmp.Or(search.Limited, search.All)
	}
	return search.All
}

// switches returns the parameters that only this collection has.
func (c *Collection) switches() []string {
	var names []string
	for _, attached := range c.rules.Included {
		names = append(names, attached.Name)
	}
	return names
}
