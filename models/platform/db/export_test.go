package db

import (
	"maps"
	"slices"
)

// What the tests look at from outside, where they may use dbtest.
var Supported = supported

// ConstraintNames lists the constraints that have a sentence of their own.
func ConstraintNames() []string { return slices.Sorted(maps.Keys(constraints)) }

// FormatColumns lists the columns that have one.
func FormatColumns() []string { return slices.Sorted(maps.Keys(formats)) }
