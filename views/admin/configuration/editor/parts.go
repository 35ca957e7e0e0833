package editor

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"acolhe/models/reception"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/web"
)

// part is a row of an editor: the texts by the names of the columns.
type part map[string]string

// storedParts returns the rows of a list, or the one row of an object.
func storedParts(value json.RawMessage, columns []Column) []part {
	var list []map[string]json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		var one map[string]json.RawMessage
		_ = json.Unmarshal(value, &one) // an absent value is an empty row
		list = append(list[:0], one)
	}
	parts := make([]part, len(list))
	for i, members := range list {
		parts[i] = part{}
		for _, c := range columns {
			parts[i][c.Name] = c.text(members[c.Name])
		}
	}
	return parts
}

// text returns a member in the form of its control.
func (c Column) text(member json.RawMessage) string {
	switch c.Kind {
	case Tick, Only:
		return string(member)
	case Lines:
		var texts []string
		_ = json.Unmarshal(member, &texts) // an absent member is no line
		return strings.Join(texts, "\n")
	case Amount:
		var price *money.Amount
		if json.Unmarshal(member, &price) != nil || price == nil {
			return ""
		}
		return price.Typed()
	}
	var text string
	_ = json.Unmarshal(member, &text) // an absent member is an empty text
	return text
}

// typedParts returns the posted rows of an editor.
func typedParts(name string, columns []Column, posted web.FormData) []part {
	indexes := posted.Rows(name)
	parts := make([]part, len(indexes))
	for i, index := range indexes {
		parts[i] = part{}
		for _, c := range columns {
			path := name + "[" + strconv.Itoa(index) + "]." + c.Name
			parts[i][c.Name] = posted.Or(path, "")
			switch c.Kind {
			case Tick:
				parts[i][c.Name] = strconv.FormatBool(posted.Or(path, "") == "true")
			case Only:
				parts[i][c.Name] = strconv.FormatBool(posted.Or(name+"."+c.Name, "") == strconv.Itoa(index))
			}
		}
	}
	return parts
}

// Value returns the value of the rows.
func (e Editor) Value() json.RawMessage {
	list := make([]map[string]json.RawMessage, len(e.parts))
	isEmpty := true
	for i, p := range e.parts {
		list[i] = map[string]json.RawMessage{}
		for _, c := range e.Columns {
			isEmpty = isEmpty && p[c.Name] == ""
			if c.OnlyFor == "" || p["type"] == c.OnlyFor {
				list[i][c.Name] = c.value(p, e.parts)
			}
		}
	}
	var value any = list
	if e.Add == "" {
		if isEmpty || len(list) == 0 {
			return nil
		}
		value = list[0]
	}
	raw, _ := json.Marshal(value) // each member is valid JSON
	return raw
}

// value returns a member of the value. The identifier of a new row is made from another column.
func (c Column) value(p part, all []part) json.RawMessage {
	text := strings.TrimSpace(p[c.Name])
	switch {
	case c.Kind == Tick, c.Kind == Only:
		return json.RawMessage(strconv.FormatBool(text == "true"))
	case c.Kind == Amount && text == "":
		return json.RawMessage(`null`)
	case c.Kind == Amount:
		return AmountValue(text)
	case c.Kind == Lines:
		return optionsOf(text)
	case c.Bare:
		return TextValue(WithoutPunctuation(text))
	case c.Kind == Identifier && text == "":
		return TextValue(newIdentifier(p[c.From], c.Name, all))
	}
	return TextValue(text)
}

// optionsOf returns the lines of a text that are not blank.
func optionsOf(text string) json.RawMessage {
	options := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			options = append(options, line)
		}
	}
	raw, _ := json.Marshal(options) // texts always encode
	return raw
}

// newIdentifier returns an identifier made from a label that no row has.
func newIdentifier(label, name string, all []part) string {
	words := strings.FieldsFunc(texts.Fold(label),
		func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	base := strings.Join(words, "_")
	isTaken := func(id string) bool {
		return slices.ContainsFunc(all, func(p part) bool { return p[name] == id })
	}
	id := base
	for n := 2; isTaken(id); n++ {
		id = base + "_" + strconv.Itoa(n)
	}
	return id
}

// TextValue returns a text as a value.
func TextValue(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // a text always encodes
	return raw
}

// AmountValue returns a typed amount. Other text is returned as text, which the key refuses.
func AmountValue(text string) json.RawMessage {
	var typed money.Amount
	if typed.UnmarshalText([]byte(text)) != nil {
		return TextValue(text)
	}
	raw, _ := typed.MarshalJSON() // an amount always encodes
	return raw
}

// WithoutPunctuation removes usual separators between digits.
func WithoutPunctuation(text string) string {
	return strings.NewReplacer(" ", "", ".", "", "-", "", "/", "", "(", "", ")", "").Replace(text)
}

// typedTargets reads the targets of an editor.
func typedTargets(name string, posted web.FormData) map[int]string {
	targets := map[int]string{}
	for i, index := range posted.Rows(name) {
		targets[i] = posted.Or(name+"["+strconv.Itoa(index)+"]."+destination, "")
	}
	return targets
}

// typedMoves reads moves written as `from:to`.
func typedMoves(typed []string) []reception.StatusMove {
	moves := make([]reception.StatusMove, len(typed))
	for i, text := range typed {
		moves[i].From, moves[i].To, _ = strings.Cut(text, ":")
	}
	return moves
}
