package scrub

import (
	"encoding/json"
	"regexp"
	"slices"

	"acolhe/models/types/texts"
)

// Limits of a value: what lies beyond is left out.
const (
	maxDepth   = 5
	maxMembers = 40
	maxName    = 60
	maxText    = 1000
)

// private matches the names of members whose values are taken out whole.
var private = regexp.MustCompile(`(?i)cpf|cnpj|^rg$|document|mail|phone|telefone|celular|whats|pass|senha|token|secret|segredo|auth|cookie|session|nome|^name|_name|surname|address|endereco|rua|cep$|birth|nascimento|patient|paciente|body|form`)

// Value returns a decoded JSON value without personal data, within limits, and adds what it took out to found.
func (found Found) Value(value any) any { return found.value(value, 0) }

func (found Found) value(value any, depth int) any {
	switch value := value.(type) {
	case string:
		return found.Text(texts.Truncate(value, maxText))
	case json.Number:
		if plain := found.Text(value.String()); plain != value.String() {
			return plain
		}
		return value
	case []any:
		return found.list(value, depth)
	case map[string]any:
		return found.object(value, depth)
	}
	return value
}

func (found Found) list(values []any, depth int) any {
	if depth == maxDepth {
		return "…"
	}
	kept := make([]any, 0, min(len(values), maxMembers))
	for _, value := range values[:min(len(values), maxMembers)] {
		kept = append(kept, found.value(value, depth+1))
	}
	return kept
}

func (found Found) object(members map[string]any, depth int) any {
	if depth == maxDepth {
		return "…"
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	kept := make(map[string]any, min(len(names), maxMembers))
	for _, name := range names[:min(len(names), maxMembers)] {
		plain := found.Text(texts.Truncate(name, maxName))
		if private.MatchString(name) && !isEmpty(members[name]) {
			found[Field]++
			kept[plain] = marks[Field]
			continue
		}
		kept[plain] = found.value(members[name], depth+1)
	}
	return kept
}

func isEmpty(value any) bool { return value == nil || value == "" || value == true || value == false }
