package db

import (
	"maps"
	"slices"
)

// What the tests look at from outside, where they may use dbtest.
var Supported = supported

// FormatColumns lists the columns that have one.
func FormatColumns() []string { return slices.Sorted(maps.Keys(formats)) }
