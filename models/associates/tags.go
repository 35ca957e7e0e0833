package associates

import (
	"slices"
	"strings"

	"acolhe/models/patch"
)

// Limits of the tags of one row; a tag's name has the length it has in the catalogue.
const (
	maxTags      = 50
	maxTagLength = 60
)

// tags sets the list of tags, each once.
func (r *revision) tags(sent patch.Field[[]string]) {
	if !sent.Sent {
		return
	}
	tags := []string{}
	for _, tag := range sent.Value {
		tag = strings.TrimSpace(tag)
		if tag == "" || slices.Contains(tags, tag) {
			continue
		}
		if len([]rune(tag)) > maxTagLength {
			r.problems.Add("tags", "cada etiqueta deve ter no máximo 60 caracteres")
			return
		}
		tags = append(tags, tag)
	}
	if len(tags) > maxTags {
		r.problems.Add("tags", "deve ter no máximo 50 etiquetas")
		return
	}
	if !slices.Equal(tags, r.row.Tags) {
		r.row.Tags = tags
		r.note("tags")
	}
}
