package items

import (
	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/errs"
)

// conditions writes a filter for the fields of a view, and collects the problems of its fields and
// values. A field that is hidden from the caller has the same problem as one that does not exist.
type conditions struct {
	view     view
	reader   kind.Reader
	problems *errs.Problems
	// failed is the first error that is not a wrong value.
	failed error
}

// write appends a node; an empty group matches every row.
func (c *conditions) write(s *statement, node dialect.Node) {
	if node.Group == "" {
		c.condition(s, node)
		return
	}
	if len(node.Nodes) == 0 {
		s.add("true")
		return
	}
	separator := " and "
	if node.Group == dialect.Or {
		separator = " or "
	}
	s.add("(")
	for i, part := range node.Nodes {
		if i > 0 {
			s.add(separator)
		}
		c.write(s, part)
	}
	s.add(")")
}

func (c *conditions) condition(s *statement, node dialect.Node) {
	field := c.view.byName[node.Field]
	switch {
	case field == nil:
		c.problems.Add(node.Path, unknownField)
	case !field.Kind.Fits(node.Operator):
		c.problems.Add(node.Path, "este operador não serve para "+field.Name)
	default:
		c.compare(s, field, node)
	}
}

// unknownField is the message for a field that does not exist or is hidden.
const unknownField = "campo desconhecido"

// comparisons are the SQL operators between two values.
var comparisons = map[dialect.Operator]string{
	dialect.Eq: " = ", dialect.Neq: " <> ", dialect.Lt: " < ", dialect.Lte: " <= ", dialect.Gt: " > ", dialect.Gte: " >= ",
}

func (c *conditions) compare(s *statement, field *Field, node dialect.Node) {
	switch node.Operator {
	case dialect.Null:
		s.add(field.quoted, " is null")
	case dialect.NotNull:
		s.add(field.quoted, " is not null")
	case dialect.Empty:
		s.add(field.orEmpty(), " in ", emptyValues(field.Kind))
	case dialect.NotEmpty:
		s.add(field.quoted, " not in ", emptyValues(field.Kind))
	case dialect.In, dialect.NotIn:
		c.membership(s, field, node)
	case dialect.Between, dialect.NotBetween:
		c.interval(s, field, node)
	case dialect.Eq, dialect.Neq:
		s.add(field.quoted, comparisons[node.Operator])
		c.value(s, field.Kind, node, 0)
	case dialect.Lt, dialect.Lte, dialect.Gt, dialect.Gte:
		s.add(field.collated(), comparisons[node.Operator])
		c.value(s, field.Kind, node, 0)
	default:
		c.matchText(s, field, node)
	}
}

// collated returns the column for comparing. Text is compared by code points, which is the same on
// every server.
func (f *Field) collated() string {
	if f.Kind.IsText() {
		return f.quoted + ` collate "C"`
	}
	return f.quoted
}

// orEmpty returns the column with null as an empty value.
func (f *Field) orEmpty() string {
	if f.Kind.IsText() {
		return "coalesce(" + f.quoted + ", '')"
	}
	return "coalesce(" + f.quoted + ", 'null')"
}

func emptyValues(k kind.Kind) string {
	if k.IsText() {
		return "('')"
	}
	return "('null', '[]', '{}')"
}

func (c *conditions) value(s *statement, k kind.Kind, node dialect.Node, index int) {
	value, err := c.reader.Read(k, node.Values[index])
	c.addError(node.Path, err)
	s.value(value, k.Type())
}

// addError adds a wrong value to the problems. Any other error, such as one of the database, fails
// the query.
func (c *conditions) addError(path string, err error) {
	if err == nil {
		return
	}
	if kind.IsWrongValue(err) {
		c.problems.Add(path, err.Error())
		return
	}
	c.failed = err
}

func (c *conditions) membership(s *statement, field *Field, node dialect.Node) {
	values, err := c.reader.ReadAll(field.Kind, node.Values)
	c.addError(node.Path, err)
	if node.Operator == dialect.NotIn {
		s.add(field.quoted, " <> all(")
	} else {
		s.add(field.quoted, " = any(")
	}
	switch field.Kind {
	case kind.Integer, kind.Boolean, kind.Timestamp:
		s.value(values, field.Kind.Type()+"[]")
	default:
		s.value(values, "text[]")
		s.add("::", field.Kind.Type(), "[]")
	}
	s.add(")")
}

func (c *conditions) interval(s *statement, field *Field, node dialect.Node) {
	s.add(field.collated())
	if node.Operator == dialect.NotBetween {
		s.add(" not")
	}
	s.add(" between ")
	c.value(s, field.Kind, node, 0)
	s.add(" and ")
	c.value(s, field.Kind, node, 1)
}

// matchText writes the operators that search in a text or a list.
func (c *conditions) matchText(s *statement, field *Field, node dialect.Node) {
	like := textMatches[node.Operator]
	column, open, end := field.quoted, "", ""
	if like.anyCase {
		column, open, end = "lower("+column+")", "lower(", ")"
	}
	if like.negated {
		s.add("not ")
	}
	pattern := func() {
		s.add(open)
		c.value(s, field.Kind, node, 0)
		s.add(end)
	}
	switch {
	case field.Kind == kind.List:
		s.add("(", column, " @> ")
		pattern()
		s.add(")")
	case like.at == atStart:
		s.add("starts_with(", column, ", ")
		pattern()
		s.add(")")
	case like.at == atEnd:
		s.add("(right(", column, ", length(")
		pattern()
		s.add(")) = ")
		pattern()
		s.add(")")
	default:
		s.add("(strpos(", column, ", ")
		pattern()
		s.add(") > 0)")
	}
}

// position is the place of a match in a text.
type position int

const (
	anywhere position = iota
	atStart
	atEnd
)

type textMatch struct {
	at               position
	anyCase, negated bool
}

var textMatches = map[dialect.Operator]textMatch{
	dialect.Contains:       {anywhere, false, false},
	dialect.NotContains:    {anywhere, false, true},
	dialect.IContains:      {anywhere, true, false},
	dialect.NotIContains:   {anywhere, true, true},
	dialect.StartsWith:     {atStart, false, false},
	dialect.NotStartsWith:  {atStart, false, true},
	dialect.IStartsWith:    {atStart, true, false},
	dialect.NotIStartsWith: {atStart, true, true},
	dialect.EndsWith:       {atEnd, false, false},
	dialect.NotEndsWith:    {atEnd, false, true},
	dialect.IEndsWith:      {atEnd, true, false},
	dialect.NotIEndsWith:   {atEnd, true, true},
}
