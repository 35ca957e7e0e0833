package associates

import (
	"slices"
	"strings"

	"acolhe/models/patch"
	"acolhe/models/texts"
)

const (
	// maxTags is how many tags one row wears.
	maxTags = 50
	// MaxTagLength is how many characters a tag has, as in the catalogue.
	MaxTagLength = 60
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
		if !texts.Fits(tag, MaxTagLength) {
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
