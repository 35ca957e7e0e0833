// Package editor edits a list, or one object, on a page: rows of texts by column, to and from the value, and the buttons that add,
// move and remove rows.
package editor

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"acolhe/models/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// destination is the field of a row that holds the status to which its items move, and movesField that of the moves
// that wait for the form to be saved.
const (
	destination = "destino"
	movesField  = ".mover"
	// shownField is sent with an object whose boxes are all unticked: a browser sends nothing of them.
	shownField = "aqui"
)

// The actions of the buttons beside a row of an editor, sent as `subir:12:0`: the action, the key and the row; movePart
// has the new place after them.
const (
	addPart    = "mais"
	raisePart  = "subir"
	lowerPart  = "descer"
	repeatPart = "duplicar"
	dropPart   = "tirar"
	movePart   = "mover"
)

// Editor is the editor of a list, or of one object.
type Editor struct {
	// Name is the name of the field; those of the rows begin with it.
	Name        string
	Label, Hint string
	Columns     []Column
	// Add is the label of the button that adds a row to a list; empty for one object.
	Add string
	// Shape is the class of a list, with the widths of its columns.
	Shape string
	// Stored is the stored value, Changed reports whether the typed one differs.
	Stored  json.RawMessage
	Changed bool
	// Problems are the reasons for refusing the value.
	Problems ui.Problems
	// InUse is the number of items that refer to each identifier.
	InUse map[string]int
	// Post is where the buttons post to, and Part the part of the page that they replace.
	Post, Part string

	parts []part
	// targets are the statuses to which the items of each row go if it is removed, by its place.
	targets map[int]string
	// moves move the items of removed rows once the form is saved.
	moves []reception.StatusMove
	focus focus
}

// WithValue returns the editor with the rows of a value.
func (e Editor) WithValue(value json.RawMessage) Editor {
	e.parts = storedParts(value, e.Columns)
	return e
}

// WithTargets returns the editor with the statuses to which the items of removed rows go.
func (e Editor) WithTargets(posted web.FormData) Editor {
	e.targets = typedTargets(e.Name, posted)
	return e
}

// Typed returns the editor with the posted rows.
func (e Editor) Typed(posted web.FormData) Editor {
	e.parts = typedParts(e.Name, e.Columns, posted)
	e.moves = typedMoves(posted.Values(e.Name + movesField))
	return e
}

// focus is the control that gets the focus after an action.
type focus struct {
	part   int
	action string
}

// Edited returns the editor after the action of a pressed button, which may be about another one, or why the action is refused.
func (e Editor) Edited(action string) (edited Editor, refused string) {
	verb, rest, _ := strings.Cut(action, ":")
	key, places, _ := strings.Cut(rest, ":")
	place, target, _ := strings.Cut(places, ":")
	at, err := strconv.Atoi(place)
	if key != e.Name || e.Add == "" || verb != addPart && (err != nil || at < 0 || at >= len(e.parts)) {
		return e, ""
	}
	if verb == dropPart && e.used(at) > 0 {
		if e.targets[at] == "" {
			return e, "[" + place + "]." + destination + ": escolha para onde vão os itens"
		}
		e.moves = append(slices.Clone(e.moves), reception.StatusMove{From: e.identifierOf(e.parts[at]), To: e.targets[at]})
	}
	e.parts, e.focus = e.edited(verb, at, target)
	e.Changed = true
	return e, ""
}

func (e Editor) edited(verb string, at int, target string) ([]part, focus) {
	parts := slices.Clone(e.parts)
	switch verb {
	case movePart:
		to, err := strconv.Atoi(target)
		if err != nil || to < 0 || to >= len(parts) {
			return parts, focus{}
		}
		moved := parts[at]
		return slices.Insert(slices.Delete(parts, at, at+1), to, moved), focus{to, movePart}
	case addPart:
		return append(parts, e.newPart()), focus{len(parts), addPart}
	case repeatPart:
		return slices.Insert(parts, at+1, e.repeated(parts[at])), focus{at + 1, addPart}
	case dropPart:
		parts = slices.Delete(parts, at, at+1)
		return parts, focus{min(at, len(parts)-1), addPart}
	case raisePart:
		to := max(at-1, 0)
		parts[at], parts[to] = parts[to], parts[at]
		return parts, focus{to, movePart}
	case lowerPart:
		to := min(at+1, len(parts)-1)
		parts[at], parts[to] = parts[to], parts[at]
		return parts, focus{to, movePart}
	}
	return parts, focus{}
}

func (e Editor) newPart() part {
	added := part{}
	for _, c := range e.Columns {
		added[c.Name] = c.Start
	}
	return added
}

// repeated returns a copy without the values that must be unique.
func (e Editor) repeated(p part) part {
	copied := maps.Clone(p)
	for _, c := range e.Columns {
		switch c.Kind {
		case Identifier:
			copied[c.Name] = ""
		case Only:
			copied[c.Name] = "false"
		}
	}
	return copied
}

// isFocused reports whether the menu of a row, or with addPart its first entry, gets the focus.
func (e Editor) isFocused(at int, action string) bool { return e.focus == focus{at, action} }

func (e Editor) action(verb string, at int) string {
	return verb + ":" + e.Name + ":" + strconv.Itoa(at)
}

// FieldName is the name of a field of a row.
func (e Editor) FieldName(at int, column string) string {
	return e.Name + "[" + strconv.Itoa(at) + "]." + column
}

// title is the name of a row of an editor, for the labels of its controls.
func (e Editor) title(at int) string {
	for _, c := range e.Columns {
		if c.Kind == Text && e.parts[at][c.Name] != "" {
			return e.parts[at][c.Name]
		}
	}
	return "linha " + strconv.Itoa(at+1)
}

// isFixed reports whether an identifier is stored, because other data refers to it.
func (e Editor) isFixed(at int, c Column) bool {
	id := e.parts[at][c.Name]
	return id != "" && slices.ContainsFunc(storedParts(e.Stored, e.Columns), func(p part) bool { return p[c.Name] == id })
}

// used returns the number of items that refer to a row of an editor.
func (e Editor) used(at int) int { return e.InUse[e.identifierOf(e.parts[at])] }

// identifierOf returns the identifier of a row, empty for a new one and in a list without identifiers.
func (e Editor) identifierOf(p part) string {
	for _, c := range e.Columns {
		if c.Kind == Identifier {
			return p[c.Name]
		}
	}
	return ""
}

// destinations are the statuses to which the items of a removed one can move.
func (e Editor) destinations(at int) []control.Option {
	var options []control.Option
	for i, p := range e.parts {
		if id := e.identifierOf(p); i != at && id != "" && p["is_done"] != "true" {
			options = append(options, control.Option{Value: id, Label: e.title(i)})
		}
	}
	return options
}

// Moves returns the moves of items that the typed value needs.
func (e Editor) Moves() []reception.StatusMove { return e.moves }

// isDisabled reports whether an action of a row has no effect, at the ends of the list.
func (e Editor) isDisabled(verb string, at int) bool {
	return verb == raisePart && at == 0 || verb == lowerPart && at == len(e.parts)-1
}

// headed are the columns with a heading: all but those below the row.
func (e Editor) headed() []Column {
	return slices.DeleteFunc(slices.Clone(e.Columns), func(c Column) bool { return c.Kind == Lines })
}

// isNewPart reports whether a row is not stored yet.
func (e Editor) isNewPart(at int) bool {
	return e.Changed && !slices.ContainsFunc(storedParts(e.Stored, e.Columns),
		func(p part) bool { return sameTexts(p, e.parts[at], e.Columns) })
}

func sameTexts(one, other part, columns []Column) bool {
	return !slices.ContainsFunc(columns, func(c Column) bool { return one[c.Name] != other[c.Name] })
}

func (e Editor) menuID(at int) string { return "acoes-" + e.Name + "-" + strconv.Itoa(at) }

func (e Editor) removalID(at int) string { return "remover-" + e.Name + "-" + strconv.Itoa(at) }

// partial returns the attributes of a button that replaces only the keys; without scripts the whole page is loaded.
func (e Editor) partial() templ.Attributes {
	return templ.Attributes{"hx-post": e.Post, "hx-target": "#" + e.Part, "hx-swap": "outerHTML"}
}

// inUseText returns the number of items that refer to a row of an editor.
func inUseText(items int) string {
	if items == 0 {
		return ""
	}
	return strconv.Itoa(items) + " na fila"
}

// LabelOf returns the label of a column, else its name.
func (e Editor) LabelOf(name string) string {
	for _, c := range e.Columns {
		if c.Name == name {
			return c.Label
		}
	}
	return name
}

// Summary names the rows, to compare them with a conflicting change.
func (e Editor) Summary() string {
	texts := make([]string, len(e.parts))
	for i := range e.parts {
		texts[i] = e.title(i)
	}
	return strings.Join(texts, ", ")
}
