package panel

import (
	"strconv"
	"strings"

	"acolhe/models/search"
	"acolhe/views/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// palettePart is a collection that the palette leads into.
type palettePart struct {
	collection, label, icon, path string
	rows                          func(search.Results) []ui.PaletteOption
}

// paletteParts lists the collections whose rows have a page, in the order in which they are
// offered. A collection gets its line here with its page.
func paletteParts() []palettePart {
	return []palettePart{
		{"users", "Associados", "user", "/painel/associados/", associatesFound},
		{"orders", "Pedidos", "shopping-cart", "/painel/pedidos/", ordersFound},
	}
}

// PaletteCollections lists the collections that the palette looks into.
func PaletteCollections() []string {
	var names []string
	for _, part := range paletteParts() {
		names = append(names, part.collection)
	}
	return names
}

// options gives the rows of a part as the palette shows them.
func (p palettePart) options(found search.Results) []ui.PaletteOption {
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
		if city := text(row.City); city != "" {
			place = city + "/" + text(row.State)
		}
		options = append(options, ui.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.FullName(),
			Detail: told(fmtbr.CPF(text(row.AssociateCPF)), fmtbr.Phone(text(row.Phone)), place)})
	}
	return options
}

func ordersFound(found search.Results) []ui.PaletteOption {
	var options []ui.PaletteOption
	for _, row := range found.Orders {
		options = append(options, ui.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: "Pedido " + ordersview.Number(row.ID) + " · " + row.NameAssociate,
			Detail: told(string(row.Status), fmtbr.Money(row.Total))})
	}
	return options
}

// recentOptions puts what was opened last in its order.
func recentOptions(recent search.History) []ui.PaletteOption {
	known := map[search.Opened]ui.PaletteOption{}
	for _, part := range paletteParts() {
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

// told joins what is known.
func told(parts ...string) string {
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}
