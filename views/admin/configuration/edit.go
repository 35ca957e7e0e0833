package configuration

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"acolhe/models/reception"
	"acolhe/views/ui/control"
)

// destination is the field of a row that holds the status to which its items move, and movesField that of the moves
// that wait for the form to be saved.
const (
	destination = "destino"
	movesField  = ".mover"
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

// focus is the control that gets the focus after an action.
type focus struct {
	part   int
	action string
}

// Edited returns the row after the action of a pressed button, which may be about another row.
func (r Row) Edited(action string) Row {
	verb, rest, _ := strings.Cut(action, ":")
	key, places, _ := strings.Cut(rest, ":")
	place, target, _ := strings.Cut(places, ":")
	at, err := strconv.Atoi(place)
	if key != r.name() || r.add == "" || verb != addPart && (err != nil || at < 0 || at >= len(r.parts)) {
		return r
	}
	if verb == dropPart && r.used(at) > 0 {
		if r.targets[at] == "" {
			return r.Refused("[" + place + "]." + destination + ": escolha para onde vão os itens")
		}
		r.moves = append(slices.Clone(r.moves), reception.StatusMove{From: r.identifierOf(r.parts[at]), To: r.targets[at]})
	}
	r.parts, r.focus = r.edited(verb, at, target)
	r.Changed = true
	return r
}

func (r Row) edited(verb string, at int, target string) ([]part, focus) {
	parts := slices.Clone(r.parts)
	switch verb {
	case movePart:
		to, err := strconv.Atoi(target)
		if err != nil || to < 0 || to >= len(parts) {
			return parts, focus{}
		}
		moved := parts[at]
		return slices.Insert(slices.Delete(parts, at, at+1), to, moved), focus{to, movePart}
	case addPart:
		return append(parts, r.newPart()), focus{len(parts), addPart}
	case repeatPart:
		return slices.Insert(parts, at+1, r.repeated(parts[at])), focus{at + 1, addPart}
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

func (r Row) newPart() part {
	added := part{}
	for _, c := range r.columns {
		added[c.name] = c.start
	}
	return added
}

// repeated returns a copy without the values that must be unique.
func (r Row) repeated(p part) part {
	copied := maps.Clone(p)
	for _, c := range r.columns {
		switch c.kind {
		case identifier:
			copied[c.name] = ""
		case only:
			copied[c.name] = "false"
		}
	}
	return copied
}

// isFocused reports whether the menu of a row, or with addPart its first entry, gets the focus.
func (r Row) isFocused(at int, action string) bool { return r.focus == focus{at, action} }

func (r Row) action(verb string, at int) string {
	return verb + ":" + r.name() + ":" + strconv.Itoa(at)
}

// partName is the name of a field of an editor.
func (r Row) partName(at int, column string) string {
	return r.name() + "[" + strconv.Itoa(at) + "]." + column
}

// title is the name of a row of an editor, for the labels of its controls.
func (r Row) title(at int) string {
	for _, c := range r.columns {
		if c.kind == textEntry && r.parts[at][c.name] != "" {
			return r.parts[at][c.name]
		}
	}
	return "linha " + strconv.Itoa(at+1)
}

// isFixed reports whether an identifier is stored, because other data refers to it.
func (r Row) isFixed(at int, c column) bool {
	id := r.parts[at][c.name]
	return id != "" && slices.ContainsFunc(storedParts(r.ResolvedValue, r.columns), func(p part) bool { return p[c.name] == id })
}

// used returns the number of items that refer to a row of an editor.
func (r Row) used(at int) int { return r.inUse[r.identifierOf(r.parts[at])] }

// identifierOf returns the identifier of a row, empty for a new one and in a list without identifiers.
func (r Row) identifierOf(p part) string {
	for _, c := range r.columns {
		if c.kind == identifier {
			return p[c.name]
		}
	}
	return ""
}

// destinations are the statuses to which the items of a removed one can move.
func (r Row) destinations(at int) []control.Option {
	var options []control.Option
	for i, p := range r.parts {
		if id := r.identifierOf(p); i != at && id != "" && p["is_done"] != "true" {
			options = append(options, control.Option{Value: id, Label: r.title(i)})
		}
	}
	return options
}

// Moves returns the moves of items that the typed value needs.
func (r Row) Moves() []reception.StatusMove { return r.moves }

// isDisabled reports whether an action of a row has no effect, at the ends of the list.
func (r Row) isDisabled(verb string, at int) bool {
	return verb == raisePart && at == 0 || verb == lowerPart && at == len(r.parts)-1
}

// headed are the columns with a heading: all but those below the row.
func (r Row) headed() []column {
	return slices.DeleteFunc(slices.Clone(r.columns), func(c column) bool { return c.kind == lines })
}

// isNewPart reports whether a row is not stored yet.
func (r Row) isNewPart(at int) bool {
	return r.Changed && !slices.ContainsFunc(storedParts(r.ResolvedValue, r.columns),
		func(p part) bool { return sameTexts(p, r.parts[at], r.columns) })
}

func sameTexts(one, other part, columns []column) bool {
	return !slices.ContainsFunc(columns, func(c column) bool { return one[c.name] != other[c.name] })
}

func (r Row) menuID(at int) string { return "acoes-" + r.name() + "-" + strconv.Itoa(at) }

func (r Row) removalID(at int) string { return "remover-" + r.name() + "-" + strconv.Itoa(at) }

// partial returns the attributes of a button that replaces only the keys; without scripts the whole page is loaded.
func (r Row) partial() templ.Attributes {
	return templ.Attributes{"hx-post": Href(r.System), "hx-target": "#" + Fragment, "hx-swap": "outerHTML"}
}
