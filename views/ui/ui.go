// Package ui holds the parts that pages are made of: plain values in, accessible HTML out.
// It knows no domain type, and it alone knows the classes of the CSS kit, so that a feature's
// template never names one. A part without content is written `@ui.Badge{…}`; one that wraps
// content is written `@(ui.Card{…}) { … }`, with parentheses, as Go's grammar asks.
package ui

import "acolhe/views/fmtbr"

func thousands(n int) string { return fmtbr.Integer(int64(n)) }
