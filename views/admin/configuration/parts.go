package configuration

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/web"
)

// part is a row of an editor: the texts by the names of the columns.
type part map[string]string

// storedParts returns the rows of a list, or the one row of an object.
func storedParts(value json.RawMessage, columns []column) []part {
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
			parts[i][c.name] = c.text(members[c.name])
		}
	}
	return parts
}

// text returns a member in the form of its control.
func (c column) text(member json.RawMessage) string {
	switch c.kind {
	case tick, only:
		return string(member)
	case lines:
		var texts []string
		_ = json.Unmarshal(member, &texts) // an absent member is no line
		return strings.Join(texts, "\n")
	case amount:
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
func typedParts(name string, columns []column, posted web.FormData) []part {
	indexes := posted.Rows(name)
	parts := make([]part, len(indexes))
	for i, index := range indexes {
		parts[i] = part{}
		for _, c := range columns {
			path := name + "[" + strconv.Itoa(index) + "]." + c.name
			parts[i][c.name] = posted.Or(path, "")
			switch c.kind {
			case tick:
				parts[i][c.name] = strconv.FormatBool(posted.Or(path, "") == "true")
			case only:
				parts[i][c.name] = strconv.FormatBool(posted.Or(name+"."+c.name, "") == strconv.Itoa(index))
			}
		}
	}
	return parts
}

// partsValue returns the value of an editor.
func (r Row) partsValue() json.RawMessage {
	list := make([]map[string]json.RawMessage, len(r.parts))
	isEmpty := true
	for i, p := range r.parts {
		list[i] = map[string]json.RawMessage{}
		for _, c := range r.columns {
			isEmpty = isEmpty && p[c.name] == ""
			if c.onlyFor == "" || p["type"] == c.onlyFor {
				list[i][c.name] = c.value(p, r.parts)
			}
		}
	}
	var value any = list
	if r.add == "" {
		if isEmpty || len(list) == 0 {
			return nil
		}
		value = list[0]
	}
	raw, _ := json.Marshal(value) // each member is valid JSON
	return raw
}

// value returns a member of the value. The identifier of a new row is made from another column.
func (c column) value(p part, all []part) json.RawMessage {
	text := strings.TrimSpace(p[c.name])
	switch {
	case c.kind == tick, c.kind == only:
		return json.RawMessage(strconv.FormatBool(text == "true"))
	case c.kind == amount && text == "":
		return json.RawMessage(`null`)
	case c.kind == amount:
		return amountOf(text)
	case c.kind == lines:
		return optionsOf(text)
	case c.bare:
		return quoted(withoutPunctuation(text))
	case c.kind == identifier && text == "":
		return quoted(newIdentifier(p[c.from], c.name, all))
	}
	return quoted(text)
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

func quoted(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // a text always encodes
	return raw
}

// number returns a number typed with a comma or a point. Other text is returned as text, which the key refuses.
func number(text string) json.RawMessage {
	written := strings.Replace(text, ",", ".", 1)
	if json.Valid([]byte(written)) {
		return json.RawMessage(written)
	}
	return quoted(text)
}

// amountOf returns a typed amount. Other text is returned as text, which the key refuses.
func amountOf(text string) json.RawMessage {
	var typed money.Amount
	if typed.UnmarshalText([]byte(text)) != nil {
		return quoted(text)
	}
	raw, _ := typed.MarshalJSON() // an amount always encodes
	return raw
}

// withoutPunctuation removes usual separators between digits.
func withoutPunctuation(text string) string {
	return strings.NewReplacer(" ", "", ".", "", "-", "", "/", "", "(", "", ")", "").Replace(text)
}

func indented(value json.RawMessage) string {
	var text bytes.Buffer
	if json.Indent(&text, value, "", "  ") != nil {
		return string(value)
	}
	return text.String()
}
