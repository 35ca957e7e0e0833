package configuration

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// The actions of the buttons beside a row of an editor, sent as `subir:12:0`: the action, the key and the row.
const (
	addPart    = "mais"
	raisePart  = "subir"
	lowerPart  = "descer"
	repeatPart = "duplicar"
	dropPart   = "tirar"
)

// focus is the control that gets the focus after an action.
type focus struct {
	part   int
	action string
}

// Edited returns the row after the action of a pressed button, which may be about another row.
func (r Row) Edited(action string) Row {
	verb, rest, _ := strings.Cut(action, ":")
	key, place, _ := strings.Cut(rest, ":")
	at, err := strconv.Atoi(place)
	if key != r.name() || r.add == "" || verb != addPart && (err != nil || at < 0 || at >= len(r.parts)) {
		return r
	}
	r.parts, r.focus = r.moved(verb, at)
	r.Changed = true
	return r
}

func (r Row) moved(verb string, at int) ([]part, focus) {
	parts := slices.Clone(r.parts)
	switch verb {
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
		return parts, focus{to, raisePart}
	case lowerPart:
		to := min(at+1, len(parts)-1)
		parts[at], parts[to] = parts[to], parts[at]
		return parts, focus{to, lowerPart}
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

// isFocused reports whether a button, or with addPart the first entry of a row, gets the focus. For a row that cannot
// move further, it is the other button.
func (r Row) isFocused(at int, action string) bool {
	if r.focus.action == "" || r.focus.part != at {
		return false
	}
	wanted := r.focus.action
	switch {
	case wanted == raisePart && at == 0:
		wanted = lowerPart
	case wanted == lowerPart && at == len(r.parts)-1:
		wanted = raisePart
	}
	return wanted == action
}

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
func (r Row) used(at int) int {
	for _, c := range r.columns {
		if c.kind == identifier {
			return r.inUse[r.parts[at][c.name]]
		}
	}
	return 0
}

// isDisabled reports whether a button of a row has no effect: a move beyond the ends of the list, and removing a row in
// use.
func (r Row) isDisabled(verb string, at int) bool {
	switch verb {
	case raisePart:
		return at == 0
	case lowerPart:
		return at == len(r.parts)-1
	case dropPart:
		return r.used(at) > 0
	}
	return false
}

// partial returns the attributes of a button that replaces only the keys; without scripts the whole page is loaded.
func (r Row) partial() templ.Attributes {
	return templ.Attributes{"hx-post": Href(r.System), "hx-target": "#" + Fragment, "hx-swap": "outerHTML"}
}
