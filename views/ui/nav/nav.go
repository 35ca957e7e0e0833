// Package nav leads to other views of what a page shows: tabs, segments, counted links and the groups of the palette. The
// menus of the surfaces are in views/layouts.
package nav
