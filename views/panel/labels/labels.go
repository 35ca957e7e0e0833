// Package labels shows which labels of an order a thermal printer can print.
package labels

import (
	"acolhe/models/orders"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/paper/labels"
	"acolhe/views/ui"
)

// Slug is the end of the address of the page of an order.
const Slug = ordersview.ThermalSlug

// The kinds of labels, and the forms of a file, as they stand in its name.
const (
	Vial   = "frasco"
	Parcel = "endereco"
	PDF    = "pdf"
	ZPL    = "zpl"
)

// href returns the address of a file.
func href(order orders.Order, kind string, size labels.Size, form string) string {
	return ordersview.Href(order.ID) + Slug + "/" + kind + "-" + size.Name + "." + form
}

// line is a size of a kind with its files.
func line(order orders.Order, kind string, size labels.Size) ui.Line {
	button := func(label, form string) ui.Content {
		return ui.Button{Label: label, Small: true, Variant: ui.Outline, Href: href(order, kind, size, form)}
	}
	return ui.Line{Title: size.Label, Actions: []ui.Content{button("PDF", PDF), button("ZPL", ZPL)}}
}
