package items

import (
	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/errs"
)

// conditions writes a filter for the fields of a view, and notes what does not fit them. A
// field that is hidden from the caller and one that does not exist are told alike.
type conditions struct {
	view     view
	reader   kind.Reader
	problems *errs.Problems
	// failed is the first failure that is nobody's mistake.
	failed error
}

// write appends a node; an empty group holds for every row.
func (c *conditions) write(s *statement, node dialect.Node) {
	if node.Group == "" {
		c.condition(s, node)
		return
	}
	if len(node.Nodes) == 0 {
		s.add("true")
		return
	}
	joint := " and "
	if node.Group == dialect.Or {
		joint = " or "
	}
	s.add("(")
	for i, part := range node.Nodes {
		if i > 0 {
			s.add(joint)
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

// unknownField answers for a field that does not exist and for one that is hidden.
const unknownField = "campo desconhecido"

// comparisons are the operators between two values.
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
		s.add(field.emptiness(), " in ", emptyValues(field.Kind))
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
		s.add(field.ordered(), comparisons[node.Operator])
		c.value(s, field.Kind, node, 0)
	default:
		c.resemblance(s, field, node)
	}
}

// ordered is the column as it is compared: texts by their characters' numbers, which is the
// same on every server, whatever its language.
func (f *Field) ordered() string {
	if f.Kind.IsText() {
		return f.quoted + ` collate "C"`
	}
	return f.quoted
}

// emptiness counts null as empty.
func (f *Field) emptiness() string {
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

func (c *conditions) value(s *statement, k kind.Kind, node dialect.Node, which int) {
	value, err := c.reader.Read(k, node.Values[which])
	c.note(node.Path, err)
	s.value(value, k.Type())
}

// note distinguishes a wrong value from a failure, such as a database that does not answer.
func (c *conditions) note(path string, err error) {
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
	c.note(node.Path, err)
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
	s.add(field.ordered())
	if node.Operator == dialect.NotBetween {
		s.add(" not")
	}
	s.add(" between ")
	c.value(s, field.Kind, node, 0)
	s.add(" and ")
	c.value(s, field.Kind, node, 1)
}

// resemblance writes the operators that look into a text or a list.
func (c *conditions) resemblance(s *statement, field *Field, node dialect.Node) {
	like := resemblances[node.Operator]
	column, open, end := field.quoted, "", ""
	if like.anyCase {
		column, open, end = "lower("+column+")", "lower(", ")"
	}
	if like.negated {
		s.add("not ")
	}
	needle := func() {
		s.add(open)
		c.value(s, field.Kind, node, 0)
		s.add(end)
	}
	switch {
	case field.Kind == kind.List:
		s.add("(", column, " @> ")
		needle()
		s.add(")")
	case like.at == atStart:
		s.add("starts_with(", column, ", ")
		needle()
		s.add(")")
	case like.at == atEnd:
		s.add("(right(", column, ", length(")
		needle()
		s.add(")) = ")
		needle()
		s.add(")")
	default:
		s.add("(strpos(", column, ", ")
		needle()
		s.add(") > 0)")
	}
}

// place is where in a text something is looked for.
type place int

const (
	anywhere place = iota
	atStart
	atEnd
)

type resemblance struct {
	at               place
	anyCase, negated bool
}

var resemblances = map[dialect.Operator]resemblance{
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
