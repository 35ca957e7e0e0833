package richtext

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/types/errs"
	"acolhe/models/types/wellformed"
)

// Limits of a term: a long one has 20 KB, some hundred nodes and lists in lists.
const (
	maxContentBytes = 200_000
	maxNodes        = 5_000
	maxDepth        = 12
	// MaxName is the length of the name of a variable.
	MaxName = 60
)

// contentPath is the field of the inputs with a content.
const contentPath = "content_json"

// children lists the types inside each type; a type that is not listed has no content.
var children = map[NodeType][]NodeType{
	"doc":       {Heading, Paragraph, BulletList, OrderedList, HorizontalRule, PageBreak, Logo},
	Heading:     {Text, HardBreak, VariableNode},
	Paragraph:   {Text, HardBreak, VariableNode},
	BulletList:  {ListItem},
	OrderedList: {ListItem},
	ListItem:    {Paragraph, BulletList, OrderedList},
}

// Parse checks a rich-text document and returns its canonical form: attributes that are not on the list are left
// out, and a name in double braces becomes a variable. It returns 400 VALIDATION_ERROR with the path of each wrong node.
func Parse(raw json.RawMessage) (Content, error) {
	if len(raw) > maxContentBytes {
		return Content{}, errs.Invalid(contentPath, "deve ter no máximo 200 KB")
	}
	if err := wellformed.Check(raw); err != nil {
		return Content{}, errs.Invalid(contentPath, err.Error())
	}
	if wellformed.HasNUL(raw) {
		return Content{}, errs.Invalid(contentPath, "tem um caractere nulo")
	}
	p := parser{}
	root, isNode := p.decode(raw, contentPath)
	if !isNode {
		return Content{}, p.problems.Err()
	}
	if root.Type != "doc" {
		return Content{}, errs.Invalid(contentPath+".type", "deve ser doc")
	}
	parsed := p.children("doc", root.Content, contentPath, 0)
	return Content{parsed}, p.problems.Err()
}

type parser struct {
	problems errs.Problems
	nodes    int
}

// rawNode is a node whose members are not checked yet.
type rawNode struct {
	Type    NodeType          `json:"type"`
	Attrs   json.RawMessage   `json:"attrs"`
	Content []json.RawMessage `json:"content"`
	Marks   []rawMark         `json:"marks"`
	Text    string            `json:"text"`
}

type rawMark struct {
	Type string `json:"type"`
}

func (p *parser) decode(raw json.RawMessage, path string) (rawNode, bool) {
	var node *rawNode
	if err := json.Unmarshal(raw, &node); err != nil || node == nil {
		p.problems.Add(path, "não tem a forma de um nó: type, attrs, content, marks, text")
		return rawNode{}, false
	}
	return *node, true
}

func (p *parser) children(of NodeType, raw []json.RawMessage, path string, depth int) []Node {
	if len(raw) > 0 && depth > maxDepth {
		p.problems.Add(path, "tem níveis demais")
		return nil
	}
	var nodes []Node
	for i, member := range raw {
		if p.nodes++; p.nodes == maxNodes+1 {
			p.problems.Add(contentPath, "tem partes demais: o máximo é "+strconv.Itoa(maxNodes))
		}
		if p.nodes > maxNodes || p.problems.IsFull() {
			return nodes
		}
		nodes = append(nodes, p.node(of, member, path+".content["+strconv.Itoa(i)+"]", depth)...)
	}
	return nodes
}

// node returns the nodes of a raw one: a text with variables in braces is several.
func (p *parser) node(parent NodeType, raw json.RawMessage, path string, depth int) []Node {
	found, isNode := p.decode(raw, path)
	if !isNode {
		return nil
	}
	if !slices.Contains(children[parent], found.Type) {
		p.problems.Add(path+".type", "não é permitido aqui")
		return nil
	}
	node := p.attributes(found, path)
	node.Marks = p.marks(found.Marks, path)
	if found.Type == Text {
		return split(Clean(found.Text), node.Marks)
	}
	if len(found.Content) > 0 && children[found.Type] == nil {
		p.problems.Add(path+".content", "não é permitido aqui")
		return nil
	}
	node.Children = p.children(found.Type, found.Content, path, depth+1)
	return []Node{node}
}

func (p *parser) attributes(found rawNode, path string) Node {
	node := Node{Type: found.Type}
	var attrs struct {
		Level     *int    `json:"level"`
		TextAlign *Align  `json:"textAlign"`
		Start     *int    `json:"start"`
		Type      *string `json:"type"`
		Name      *string `json:"name"`
	}
	if len(found.Attrs) > 0 && json.Unmarshal(found.Attrs, &attrs) != nil {
		p.problems.Add(path+".attrs", "tem um valor do tipo errado")
		return node
	}
	switch found.Type {
	case Heading:
		p.problems.Require(attrs.Level != nil && *attrs.Level >= 1 && *attrs.Level <= 3, path+".attrs.level", "deve ser 1, 2 ou 3")
		node.Level = of(attrs.Level)
		node.Align = p.align(attrs.TextAlign, path)
	case Paragraph:
		node.Align = p.align(attrs.TextAlign, path)
	case OrderedList:
		p.problems.Require(attrs.Start == nil || *attrs.Start >= 1 && *attrs.Start <= 999, path+".attrs.start", "deve ser de 1 a 999")
		node.Start, node.Letters = max(of(attrs.Start), 1), of(attrs.Type) == "a"
	case VariableNode:
		node.Name = strings.TrimSpace(of(attrs.Name))
		p.problems.Require(isName.MatchString(node.Name), path+".attrs.name", "diga o nome da variável")
	}
	return node
}

func of[T any](value *T) (found T) {
	if value != nil {
		found = *value
	}
	return found
}

func (p *parser) align(sent *Align, path string) Align {
	switch align := of(sent); align {
	case "", Left:
		return ""
	case Center, Right, Justify:
		return align
	}
	p.problems.Add(path+".attrs.textAlign", "deve ser left, center, right ou justify")
	return ""
}

func (p *parser) marks(raw []rawMark, path string) (marks Marks) {
	for _, mark := range raw {
		at := slices.Index(markNames, mark.Type)
		if at < 0 {
			p.problems.Add(path+".marks", "só pode ter bold, italic e underline")
			return marks
		}
		*marks.flags()[at] = true
	}
	return marks
}

// isName matches the name of a variable, known or not.
var isName = regexp.MustCompile(`^[^{}\s][^{}]{0,` + strconv.Itoa(MaxName-1) + `}$`)

// inBraces matches a variable inside a text.
var inBraces = regexp.MustCompile(`\{\{\s*([^{}\s][^{}]{0,` + strconv.Itoa(MaxName-1) + `}?)\s*\}\}`)

// split returns a text with its variables as nodes. The value of a filled variable is never split, because a person's
// name may have braces.
func split(text string, marks Marks) (nodes []Node) {
	add := func(piece string) {
		if piece != "" {
			nodes = append(nodes, Node{Type: Text, Text: piece, Marks: marks})
		}
	}
	reached := 0
	for _, found := range inBraces.FindAllStringSubmatchIndex(text, -1) {
		if marks.Variable {
			break
		}
		add(text[reached:found[0]])
		nodes = append(nodes, Node{Type: VariableNode, Name: strings.TrimSpace(text[found[2]:found[3]]), Marks: marks})
		reached = found[1]
	}
	add(text[reached:])
	return nodes
}

// Clean replaces control characters by spaces.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}
