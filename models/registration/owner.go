package registration

import "acolhe/models/associates"

// withoutNotes returns a row for its owner, without the notes of the staff.
func withoutNotes(row associates.Associate) associates.Associate {
	row.Annotations, row.Tags = []associates.Annotation{}, []string{}
	return row
}
