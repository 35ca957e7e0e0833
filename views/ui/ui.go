// Package ui holds the parts of pages: plain values in, accessible HTML out. It knows no domain type, and only it knows
// the classes of the CSS kit, so that other templates never use one. A part without content is written `@ui.Badge{…}`;
// one that wraps content is written `@(ui.Card{…}) { … }`, with parentheses, as Go's grammar requires.
package ui

import "acolhe/models/types/fmtbr"

func thousands(n int) string { return fmtbr.Integer(int64(n)) }
