package associates

import (
	"slices"
	"strings"

	"acolhe/models/tags"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// tags sets the tags, without repetitions.
func (r *update) tags(sent patch.Field[[]string]) {
	if !sent.Sent {
		return
	}
	chosen := []string{}
	for _, tag := range sent.Value {
		tag = strings.TrimSpace(tag)
		if tag == "" || slices.Contains(chosen, tag) {
			continue
		}
		if !texts.Fits(tag, tags.MaxLength) {
			r.problems.Add("tags", "cada etiqueta deve ter no máximo 60 caracteres")
			return
		}
		chosen = append(chosen, tag)
	}
	if len(chosen) > tags.MaxTags {
		r.problems.Add("tags", "deve ter no máximo 50 etiquetas")
		return
	}
	r.row.Tags = chosen
}
