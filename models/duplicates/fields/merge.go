package fields

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Merge returns the columns of the record that stays that change, as they are and as they become.
func Merge(kept, gone Record, take []string, by auth.Caller) (before, after Record) {
	after = Record{}
	var left []string
	for _, field := range All() {
		if field.IsSame(kept, gone) && !slices.Contains(take, field.Name) {
			continue
		}
		loser := gone
		if slices.Contains(take, field.Name) {
			loser = kept
			for _, column := range field.Columns() {
				after[column] = gone[column]
			}
		}
		if !field.IsEmpty(loser) && !field.IsSame(kept, gone) {
			left = append(left, field.Label+" "+field.shown(loser))
		}
	}
	for _, column := range []string{"adhesion_term", "privacy_consent_at"} {
		if _, isTaken := after[column]; !isTaken && kept.IsEmpty(column) && !gone.IsEmpty(column) {
			after[column] = gone[column]
		}
	}
	after["tags"] = union(kept["tags"], gone["tags"])
	after["annotations"] = annotations(kept, gone, left, by)
	after["date_updated"], _ = json.Marshal(by.Now) // a time always encodes
	before = Record{}
	for column := range after {
		before[column] = kept[column]
	}
	return before, after
}

func union(kept, gone json.RawMessage) json.RawMessage {
	var all, more []string
	// Both columns are lists of texts.
	_, _ = json.Unmarshal(kept, &all), json.Unmarshal(gone, &more)
	for _, tag := range more {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if all == nil {
		all = []string{}
	}
	encoded, _ := json.Marshal(all)
	return encoded
}

// maxLeft is the number of characters that the annotation about the joining has at most.
const maxLeft = 3_500

// annotations returns those of both records, and one more about the values that did not stay.
func annotations(kept, gone Record, left []string, by auth.Caller) json.RawMessage {
	var all, more []associates.Annotation
	// Both columns are lists of annotations.
	_, _ = json.Unmarshal(kept["annotations"], &all), json.Unmarshal(gone["annotations"], &more)
	all = append(all, more...)
	slices.SortStableFunc(all, func(a, b associates.Annotation) int { return a.DateCreated.Compare(b.DateCreated) })
	text := "Juntado com o cadastro nº " + gone.Text("id") + "."
	if len(left) > 0 {
		text += " Não ficou: " + strings.Join(left, "; ") + "."
	}
	note := associates.Annotation{ID: uuid.New(), Text: texts.Shorten(text, maxLeft), UserName: by.FullName(), UserCode: by.Code,
		DateCreated: by.Now}
	encoded, _ := json.Marshal(append(all, note))
	return encoded
}
