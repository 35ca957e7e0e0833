package db

import (
	"maps"
	"slices"
)

// Supported exports supported to the external tests, which may import dbtest.
var Supported = supported

// FormatColumns returns the columns with a message in formats.
func FormatColumns() []string { return slices.Sorted(maps.Keys(formats)) }
