package fields

import "slices"

// Known returns the columns of users that a field, a union or the row itself has.
func Known() []string {
	columns := slices.Concat(ownColumns, unions)
	for _, field := range All() {
		columns = append(columns, field.Columns()...)
	}
	return columns
}
