package db

import (
	"maps"
	"slices"
)

// FormatColumns returns the columns with a message in formats.
func FormatColumns() []string { return slices.Sorted(maps.Keys(formats)) }
