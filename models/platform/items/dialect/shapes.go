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

// maxBrackets is how deep `filter[_or][0][_and][…]` may go: two for each level, and a field
// with its operator and the place in a list.
const maxBrackets = 2*maxDepth + 4

// brackets joins the parameters name[a][b]=… to the tree that the same filter has as JSON;
// nil when there are none. A malformed one is left for refuseUnknown.
func (p *parser) brackets(name string) any {
	root := map[string]any{}
	for _, key := range p.under(name) {
		segments := strings.Split(key[len(name)+1:len(key)-1], "][")
		if len(segments) > maxBrackets {
			p.taken[key] = true
			p.problems.Add(name, "tem mais de 10 níveis")
			continue
		}
		if strings.ContainsAny(strings.Join(segments, ""), "[]") {
			continue
		}
		p.taken[key] = true
		if !plant(root, segments, p.values[key]) {
			p.problems.Add(Echo(key), "contradiz outro parâmetro")
		}
	}
	if len(root) == 0 {
		return nil
	}
	return root
}

// plant puts values at the end of a path. An empty segment, as in `[_in][]=a`, holds the list itself.
func plant(root map[string]any, segments []string, values []string) bool {
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
	if _, taken := root[segments[last]]; taken {
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

// elements gives the members of a list: of a JSON one, or of the tree that [0], [1], … made.
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

// scalars gives the values of a list; a text holds them comma-joined.
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

// answer reads what a question such as _null was answered with; nothing counts as true.
func answer(sent any) (on, ok bool) {
	text, ok := scalar(sent)
	if !ok {
		return false, false
	}
	if text == "" {
		return true, true
	}
	return Flag(text)
}

// decode reads JSON as strictly as a body is read; the error is a sentence for the caller.
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

// storable reports whether PostgreSQL can hold the text at all.
func storable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

func isIndex(segment string) bool {
	_, err := strconv.ParseUint(segment, 10, 16)
	return err == nil
}

// sortIndexed orders keys as a person counts: [2] before [10].
func sortIndexed(keys []string) []string {
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return keys
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
