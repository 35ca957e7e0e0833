package dialect

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"acolhe/models/types/wellformed"
)

// maxBrackets is the maximum number of brackets in `filter[_or][0][_and][…]`: two for each level,
// and those of a field, its operator and a list index.
const maxBrackets = 2*maxDepth + 4

// brackets builds the tree of the parameters name[a][b]=…, equal to that of the filter as JSON; nil
// if there are none. refuseUnknown reports malformed ones.
func (p *parser) brackets(name string) any {
	root := map[string]any{}
	for _, key := range p.bracketed(name) {
		segments := strings.Split(key[len(name)+1:len(key)-1], "][")
		if len(segments) > maxBrackets {
			p.used[key] = true
			p.problems.Add(name, "tem mais de 10 níveis")
			continue
		}
		if strings.ContainsAny(strings.Join(segments, ""), "[]") {
			continue
		}
		p.used[key] = true
		if !insert(root, segments, p.values[key]) {
			p.problems.Add(Echo(key), "contradiz outro parâmetro")
		}
	}
	if len(root) == 0 {
		return nil
	}
	return root
}

// length returns the number of bytes of the parameters name[…]=….
func (p *parser) length(name string) int {
	total := 0
	for _, key := range p.bracketed(name) {
		total += len(key)
		for _, value := range p.values[key] {
			total += len(value)
		}
	}
	return total
}

// insert sets values at the end of a path. An empty segment, as in `[_in][]=a`, holds the list
// itself.
func insert(root map[string]any, segments []string, values []string) bool {
	last := len(segments) - 1
	for _, segment := range segments[:last] {
		if root[segment] == nil {
			root[segment] = map[string]any{}
		}
		next, ok := root[segment].(map[string]any)
		if !ok {
			return false
		}
		root = next
	}
	if _, exists := root[segments[last]]; exists {
		return false
	}
	root[segments[last]] = leaf(values)
	return true
}

func leaf(values []string) any {
	if len(values) == 1 {
		return values[0]
	}
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = value
	}
	return list
}

// elements returns the elements of a JSON list, or of a tree with the keys [0], [1], ….
func elements(sent any) ([]any, bool) {
	switch list := sent.(type) {
	case []any:
		return list, true
	case map[string]any:
		if only, ok := list[""]; ok && len(list) == 1 {
			if several, ok := only.([]any); ok {
				return several, true
			}
			return []any{only}, true
		}
		var ordered []any
		for _, key := range sortIndexed(slices.Collect(maps.Keys(list))) {
			if !isIndex(key) {
				return nil, false
			}
			ordered = append(ordered, list[key])
		}
		return ordered, true
	}
	return nil, false
}

// scalars returns the values of a list; in a text they are separated by commas.
func scalars(sent any) ([]string, bool) {
	if text, ok := sent.(string); ok {
		return splitList(text), true
	}
	if text, ok := scalar(sent); ok {
		return []string{text}, true
	}
	list, ok := elements(sent)
	if !ok {
		return nil, false
	}
	values := make([]string, len(list))
	for i, element := range list {
		if values[i], ok = scalar(element); !ok {
			return nil, false
		}
	}
	return values, true
}

func scalar(sent any) (string, bool) {
	switch value := sent.(type) {
	case string:
		return value, true
	case json.Number:
		return value.String(), true
	case bool:
		return strconv.FormatBool(value), true
	}
	return "", false
}

// parseBoolean reads the value of a boolean operator such as _null; an empty one is true.
func parseBoolean(sent any) (on, ok bool) {
	text, ok := scalar(sent)
	if !ok {
		return false, false
	}
	if text == "" {
		return true, true
	}
	return Flag(text)
}

// decode reads JSON as strictly as a body; the error is a message for the caller.
func decode(text string) (value any, err error) {
	if err := wellformed.Check([]byte(text)); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	return value, decoder.Decode(&value)
}

func decodeList(text string) ([]string, bool) {
	var list []string
	err := json.Unmarshal([]byte(text), &list)
	return list, err == nil
}

func splitList(text string) []string {
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// storable reports whether PostgreSQL can store the text.
func storable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

func isIndex(segment string) bool {
	_, err := strconv.ParseUint(segment, 10, 16)
	return err == nil
}

// sortIndexed sorts keys by number: [2] before [10].
func sortIndexed(keys []string) []string {
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return keys
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
