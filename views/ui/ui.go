// Package ui holds the parts of pages: plain values in, accessible HTML out. It and the packages below it know no domain
// type, and only they know the classes of the CSS kit, so that other templates never use one. Here is what all kinds of
// pages have, such as buttons, cards and badges; fields of forms, tables and charts have packages of their own. A part
// without content is written `@ui.Badge{…}`; one that wraps content is written `@(ui.Card{…}) { … }`, with parentheses,
// as Go's grammar requires.
package ui
