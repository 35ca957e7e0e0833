// Package richtext is the text of a term as a rich-text document: its nodes, how a sent document is checked and written in its
// canonical form, the values in place of its variables, and what differs between two texts.
package richtext

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Content is the text of a term: a rich-text document whose nodes Parse has checked. The zero value is empty.
type Content struct{ Nodes []Node }

// NodeType is the type of a node, as in the rich-text document.
type NodeType string

// The types that a term may have.
const (
	Heading        NodeType = "heading"
	Paragraph      NodeType = "paragraph"
	BulletList     NodeType = "bulletList"
	OrderedList    NodeType = "orderedList"
	ListItem       NodeType = "listItem"
	HorizontalRule NodeType = "horizontalRule"
	PageBreak      NodeType = "pageBreak"
	Logo           NodeType = "logo"
	Text           NodeType = "text"
	HardBreak      NodeType = "hardBreak"
	VariableNode   NodeType = "variable"
)

// Align is the alignment of a heading or paragraph; the empty one is the left.
type Align string

// The alignments.
const (
	Left    Align = "left"
	Center  Align = "center"
	Right   Align = "right"
	Justify Align = "justify"
)

// Node is a node of a Content.
type Node struct {
	Type     NodeType
	Children []Node
	// Level is that of a heading, 1 to 3.
	Level int
	Align Align
	// Start is the first number of an ordered list; with Letters it counts a, b, c.
	Start   int
	Letters bool
	// Text and Marks belong to a text; Marks also to a variable.
	Text  string
	Marks Marks
	// Name is that of a variable.
	Name string
}

// Marks is the style of a text.
type Marks struct {
	Bold, Italic, Underline bool
	// Variable is the mark of the text that replaced a variable.
	Variable bool
}

// Title returns the text of the first heading of level 1, "Termo de adesão" without one.
func (c Content) Title() string {
	for _, node := range c.Nodes {
		if node.Type == Heading && node.Level == 1 {
			if title := strings.TrimSpace(node.PlainText()); title != "" {
				return title
			}
		}
	}
	return "Termo de adesão"
}

// PlainText returns the text of a node; variables are in braces.
func (n Node) PlainText() string {
	switch n.Type {
	case Text:
		return n.Text
	case VariableNode:
		return "{{" + n.Name + "}}"
	case HardBreak:
		return "\n"
	}
	var text strings.Builder
	for _, child := range n.Children {
		text.WriteString(child.PlainText())
	}
	return text.String()
}

// Variables returns the names of the variables, each once, in the order of the text.
func (c Content) Variables() []string {
	var names []string
	var collect func(nodes []Node)
	collect = func(nodes []Node) {
		for _, node := range nodes {
			if node.Type == VariableNode && !slices.Contains(names, node.Name) {
				names = append(names, node.Name)
			}
			collect(node.Children)
		}
	}
	collect(c.Nodes)
	return names
}

// animalPrefix is the begin of the names of the variables about an animal.
const animalPrefix = "animal_"

// WithoutAnimal returns the content without the paragraphs and items that name an animal, for a term of which none is a part.
func (c Content) WithoutAnimal() Content { return Content{withoutAnimal(c.Nodes)} }

func withoutAnimal(nodes []Node) []Node {
	kept := make([]Node, 0, len(nodes))
	for _, node := range nodes {
		isWhole := node.Type == Paragraph || node.Type == ListItem
		if isWhole && slices.ContainsFunc(Content{node.Children}.Variables(), func(name string) bool { return strings.HasPrefix(name, animalPrefix) }) {
			continue
		}
		if node.Children != nil {
			node.Children = withoutAnimal(node.Children)
		}
		kept = append(kept, node)
	}
	return kept
}

// Fill returns the content with values in place of its variables, marked as such. A variable without a value stays.
func (c Content) Fill(values map[string]string) Content { return Content{fill(c.Nodes, values)} }

func fill(nodes []Node, values map[string]string) []Node {
	filled := make([]Node, len(nodes))
	for i, node := range nodes {
		if value := values[node.Name]; node.Type == VariableNode && value != "" {
			node = Node{Type: Text, Text: value, Marks: node.Marks}
			node.Marks.Variable = true
		}
		if node.Children != nil {
			node.Children = fill(node.Children, values)
		}
		filled[i] = node
	}
	return filled
}

// JSON returns the canonical form: the same content gives the same bytes.
func (c Content) JSON() json.RawMessage {
	// Types of texts and numbers always encode.
	canonical, _ := json.Marshal(encodedNode{Type: "doc", Content: encodeNodes(c.Nodes)})
	return canonical
}

// SHA256 returns the hash of the canonical form, in hexadecimal.
func (c Content) SHA256() string {
	sum := sha256.Sum256(c.JSON())
	return hex.EncodeToString(sum[:])
}

// MarshalJSON returns the canonical form.
func (c Content) MarshalJSON() ([]byte, error) { return c.JSON(), nil }

// UnmarshalJSON parses a document with Parse.
func (c *Content) UnmarshalJSON(raw []byte) (err error) {
	*c, err = Parse(raw)
	return err
}

// encodedNode is a node in JSON, with its members in a fixed order.
type encodedNode struct {
	Type    string        `json:"type"`
	Attrs   *encodedAttrs `json:"attrs,omitempty"`
	Content []encodedNode `json:"content,omitempty"`
	Marks   []encodedMark `json:"marks,omitempty"`
	Text    string        `json:"text,omitempty"`
}

type encodedAttrs struct {
	Level     int    `json:"level,omitempty"`
	TextAlign Align  `json:"textAlign,omitempty"`
	Start     int    `json:"start,omitempty"`
	Type      string `json:"type,omitempty"`
	Name      string `json:"name,omitempty"`
}

type encodedMark struct {
	Type string `json:"type"`
}

func encodeNodes(nodes []Node) []encodedNode {
	var encoded []encodedNode
	for _, node := range nodes {
		one := encodedNode{Type: string(node.Type), Content: encodeNodes(node.Children), Text: node.Text, Marks: node.Marks.encode()}
		attrs := encodedAttrs{Level: node.Level, TextAlign: node.Align, Start: node.Start, Name: node.Name}
		if node.Letters {
			attrs.Type = "a"
		}
		if attrs != (encodedAttrs{}) {
			one.Attrs = &attrs
		}
		encoded = append(encoded, one)
	}
	return encoded
}

// markNames lists the marks in their canonical order.
var markNames = []string{"bold", "italic", "underline", "variable"}

func (m *Marks) flags() []*bool { return []*bool{&m.Bold, &m.Italic, &m.Underline, &m.Variable} }

func (m Marks) encode() (encoded []encodedMark) {
	for i, isSet := range m.flags() {
		if *isSet {
			encoded = append(encoded, encodedMark{markNames[i]})
		}
	}
	return encoded
}
