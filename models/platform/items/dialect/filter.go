package dialect

import (
	"slices"
	"strconv"
	"strings"
)

// Group is the operator between the nodes of a group; a condition has none.
type Group string

// The groups of the dialect.
const (
	And Group = "_and"
	Or  Group = "_or"
)

// Node is a group of nodes, or one condition.
type Node struct {
	Group Group
	Nodes []Node

	// Path is the name of the condition in the request, such as filter.status._eq.
	Path     string
	Field    string
	Operator Operator
	// Values has one value, two for a range, any number for a list, and none for a boolean operator
	// such as _null.
	Values []string
}

// Mentions reports whether any condition of the node is about the field.
func (n *Node) Mentions(field string) bool {
	if n == nil {
		return false
	}
	for i := range n.Nodes {
		if n.Nodes[i].Mentions(field) {
			return true
		}
	}
	return n.Group == "" && n.Field == field
}

// Names returns the sorted names of the fields in the conditions of the node.
func (n *Node) Names() []string {
	if n == nil {
		return nil
	}
	var names []string
	if n.Group == "" {
		names = append(names, n.Field)
	}
	for i := range n.Nodes {
		names = append(names, n.Nodes[i].Names()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// filter reads `filter` as one JSON value or in brackets; both together are refused.
func (p *parser) filter() *Node {
	text := p.text("filter", maxFilterText)
	branches := p.brackets("filter")
	if p.length("filter") > maxFilterText {
		p.problems.Add("filter", "é grande demais")
		return nil
	}
	if text != "" && branches != nil {
		p.problems.Add("filter", "deve ser JSON ou estar entre colchetes, e não ambos")
		return nil
	}
	if text != "" {
		decoded, err := decode(text)
		if err != nil {
			p.problems.Add("filter", err.Error())
			return nil
		}
		branches = decoded
	}
	if branches == nil {
		return nil
	}
	node := p.object(branches, "filter", 1)
	if len(node.Nodes) == 0 {
		return nil
	}
	return &node
}

// maxFilterText is the maximum length of a filter, in characters, however it is written.
const maxFilterText = 32 << 10

// object reads the members of an object, whose conditions must all hold.
func (p *parser) object(sent any, path string, depth int) Node {
	members, ok := sent.(map[string]any)
	if !ok {
		p.problems.Add(path, "deve ser um objeto")
		return Node{}
	}
	if len(members) == 0 && !p.countNode() {
		return Node{}
	}
	node := Node{Group: And}
	for _, name := range sortedKeys(members) {
		at := path + "." + Echo(name)
		switch {
		case name == string(And), name == string(Or):
			node.Nodes = append(node.Nodes, p.group(Group(name), members[name], at, depth))
		case strings.HasPrefix(name, "_"):
			p.problems.Add(at, "operador desconhecido")
		default:
			node.Nodes = append(node.Nodes, p.field(name, members[name], at)...)
		}
	}
	return node
}

func (p *parser) group(group Group, sent any, path string, depth int) Node {
	if depth > maxDepth {
		p.problems.Add("filter", "tem mais de 10 níveis")
		return Node{}
	}
	parts, ok := elements(sent)
	if !ok {
		p.problems.Add(path, "deve ser uma lista de condições")
		return Node{}
	}
	if !p.countNode() || len(parts) > maxConditions {
		p.refuseConditions()
		return Node{}
	}
	node := Node{Group: group}
	for i, part := range parts {
		node.Nodes = append(node.Nodes, p.object(part, path+"["+strconv.Itoa(i)+"]", depth+1))
	}
	return node
}

// field reads the conditions of one field; a value without an operator means _eq.
func (p *parser) field(name string, sent any, path string) []Node {
	operators, ok := sent.(map[string]any)
	if !ok {
		operators = map[string]any{string(Eq): sent}
	}
	var nodes []Node
	for _, operator := range sortedKeys(operators) {
		at := path + "." + Echo(operator)
		if !p.countNode() {
			return nil
		}
		if node, ok := p.condition(name, Operator(operator), operators[operator], at); ok {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// countNode counts a condition, a group or an empty object, and reports whether there are not too many: SQL is written
// for each of them.
func (p *parser) countNode() bool {
	p.nodes++
	if p.nodes > maxConditions {
		p.refuseConditions()
	}
	return p.nodes <= maxConditions
}

func (p *parser) refuseConditions() {
	if !p.tooMany {
		p.problems.Add("filter", "tem mais de 100 condições")
	}
	p.tooMany = true
}

func (p *parser) condition(field string, operator Operator, sent any, path string) (Node, bool) {
	node := Node{Path: path, Field: field, Operator: operator}
	expected, known := arities[operator]
	if !known {
		p.problems.Add(path, "operador desconhecido")
		return node, false
	}
	// A comparison with null means _null or _nnull.
	if sent == nil && (operator == Eq || operator == Neq) {
		node.Operator = map[Operator]Operator{Eq: Null, Neq: NotNull}[operator]
		return node, true
	}
	switch expected {
	case boolean:
		on, ok := parseBoolean(sent)
		p.problems.Require(ok, path, "deve ser true ou false")
		if !on {
			node.Operator = opposites[operator]
		}
		return node, ok
	case single:
		text, ok := scalar(sent)
		p.problems.Require(ok, path, "deve ser um valor")
		node.Values = []string{text}
		return node, ok && p.areStorable(node)
	}
	var ok bool
	node.Values, ok = scalars(sent)
	switch {
	case !ok:
		p.problems.Add(path, "deve ser uma lista de valores")
	case expected == pair && len(node.Values) != 2:
		ok = false
		p.problems.Add(path, "deve ter dois valores")
	case len(node.Values) > maxValues:
		ok = false
		p.problems.Add(path, "tem mais de 1000 valores")
	}
	return node, ok && p.areStorable(node)
}

// areStorable refuses values that PostgreSQL cannot store as text.
func (p *parser) areStorable(node Node) bool {
	for _, value := range node.Values {
		if !storable(value) {
			p.problems.Add(node.Path, "tem um caractere inválido")
			return false
		}
	}
	return true
}
