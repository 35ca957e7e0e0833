package registration

import "acolhe/models/associates"

// withoutNotes returns a row as its owner sees it: what the staff writes about a person is not for them.
func withoutNotes(row associates.Associate) associates.Associate {
	row.Annotations, row.Tags = []associates.Annotation{}, []string{}
	return row
}
