package steps

import (
	"strings"
	"unicode"

	"acolhe/models/registration"
	"acolhe/web"
)

// Conflict is an answer that another device saved while the page was open.
type Conflict struct{ Label, Stored, Typed string }

// ConflictsOf returns the fields of a step whose stored answer is not the posted one.
func ConflictsOf(step Step, progress registration.Progress, posted web.FormData) []Conflict {
	stored, page := Page{Step: step, Progress: progress}, Page{Step: step, Progress: progress, Posted: posted}
	var conflicts []Conflict
	for _, field := range step.Fields {
		before, typed := stored.value(field.Name), page.value(field.Name)
		if bare(before) != bare(typed) {
			conflicts = append(conflicts, Conflict{field.Label, field.Named(before), field.Named(typed)})
		}
	}
	return conflicts
}

// bare returns a value without signs and case, which forms add and remove.
func bare(value string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, value)
}

// Named returns the label of an answer.
func (f Field) Named(value string) string {
	for _, option := range f.Options {
		if option.Value == value {
			return option.Label
		}
	}
	for _, option := range treatments() {
		if f.Name == "responsible_type" && string(option.value) == value {
			return option.label
		}
	}
	if value == "" {
		return "sem resposta"
	}
	return value
}
