// Package search shows the entries of the palette: matches, and the ones last opened.
package search

import (
	"strconv"
	"strings"

	"acolhe/models/search"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// Path is the address of the search; a POST records an opened entry.
const Path = "/painel/busca"

// part is a collection of the palette.
type part struct {
	collection, label, icon, path string
	rows                          func(search.Results) []ui.PaletteOption
}

// parts returns the collections whose rows have a page, in the palette's order. A collection gets its line here
// with its page.
func parts() []part {
	return []part{
		{"users", "Associados", "user", "/painel/associados/", associatesFound},
		{"orders", "Pedidos", "shopping-cart", ordersview.Path + "/", ordersFound},
	}
}

// Collections returns the collections that the palette searches.
func Collections() []string {
	var names []string
	for _, part := range parts() {
		names = append(names, part.collection)
	}
	return names
}

// options returns the palette's entries for the rows of a collection.
func (p part) options(found search.Results) []ui.PaletteOption {
	options := p.rows(found)
	for i := range options {
		options[i].Icon, options[i].Kind = p.icon, p.collection
		options[i].Href = p.path + options[i].ID
	}
	return options
}

func associatesFound(found search.Results) []ui.PaletteOption {
	var options []ui.PaletteOption
	for _, row := range found.Users {
		place := ""
		if city := texts.Of(row.City); city != "" {
			place = city + "/" + texts.Of(row.State)
		}
		options = append(options, ui.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.FullName(),
			Detail: joined(fmtbr.CPF(texts.Of(row.AssociateCPF)), fmtbr.Phone(texts.Of(row.Phone)), place)})
	}
	return options
}

func ordersFound(found search.Results) []ui.PaletteOption {
	var options []ui.PaletteOption
	for _, row := range found.Orders {
		options = append(options, ui.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: "Pedido " + ordersview.Number(row.ID) + " · " + row.NameAssociate,
			Detail: joined(string(row.Status), fmtbr.Money(row.Total))})
	}
	return options
}

// recentOptions returns the entries last opened, newest first.
func recentOptions(recent search.History) []ui.PaletteOption {
	known := map[search.Opened]ui.PaletteOption{}
	for _, part := range parts() {
		for _, option := range part.options(recent.Results) {
			id, _ := strconv.ParseInt(option.ID, 10, 64)
			known[search.Opened{Collection: part.collection, ID: id}] = option
		}
	}
	var options []ui.PaletteOption
	for _, opened := range recent.Order {
		if option, there := known[opened]; there {
			options = append(options, option)
		}
	}
	return options
}

// joined joins the texts that are not empty.
func joined(parts ...string) string {
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}
