// Package ownorders holds what an associate reads and does with an own order: where it is, the proof of its payment, and
// asking for the same again. Orders themselves are in models/orders.
package ownorders

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the own orders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"reorders"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("reorders", ""),
	}
}
