// Package search shows the entries of the palette: matches and recently opened ones.
package search

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"acolhe/models/areas"
	settings "acolhe/models/configuration"
	"acolhe/models/search"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/admin/configuration"
	"acolhe/views/admin/operators"
	"acolhe/views/help"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/files"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/products"
	"acolhe/views/panel/professionals"
	"acolhe/views/panel/reception"
	"acolhe/views/panel/tags"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// Path is the address of the search; a POST records an opened entry.
const Path = "/painel/busca"

// part is a collection of the palette.
type part struct {
	collection, label, icon, path string
	rows                          func(search.Results) []nav.PaletteOption
	// opens is the action that the page of a row needs; administrator marks pages for administrators.
	opens         access.Action
	administrator bool
}

// parts returns the collections whose rows have a page, in the palette's order: people first. Add a line for a collection with a new
// page.
func parts() []part {
	return []part{
		{collection: "users", label: "Associados", icon: "user", path: associates.Path, rows: associatesFound, opens: access.Read},
		{collection: "professionals", label: "Profissionais", icon: "stethoscope", path: professionals.Path, rows: professionalsFound,
			opens: access.Read},
		{collection: "orders", label: "Pedidos", icon: "shopping-cart", path: ordersview.Path, rows: ordersFound, opens: access.Read},
		{collection: "services", label: "Agendamentos", icon: "calendar-days", path: agenda.Path, rows: servicesFound, opens: access.Read},
		{collection: "reception", label: "Recepção", icon: "concierge-bell", path: reception.Path, rows: visitsFound, opens: access.Read},
		{collection: "files", label: "Arquivos", icon: "file-text", path: files.Path, rows: filesFound, opens: access.Read},
		{collection: "products", label: "Produtos", icon: "package", path: products.Path, rows: productsFound, opens: access.Read},
		{collection: "tags", label: "Etiquetas", icon: "tag", path: tags.Path, rows: tagsFound, opens: access.Update},
		{collection: "system_users", label: "Operadores", icon: "users", path: operators.Path, rows: operatorsFound, opens: access.Update,
			administrator: true},
	}
}

// offered returns the parts with rows that the caller may see.
func offered(by auth.Caller) []part {
	return slices.DeleteFunc(parts(), func(p part) bool { return p.administrator && !access.IsAdministrator(by) })
}

// Collections returns the collections that the palette searches for a caller.
func Collections(by auth.Caller) []string {
	var names []string
	for _, part := range offered(by) {
		names = append(names, part.collection)
	}
	return names
}

// options returns the palette's entries for the rows of a collection. A row whose page the caller may not open is
// shown in its list.
func (p part) options(by auth.Caller, found search.Results) []nav.PaletteOption {
	options := p.rows(found)
	for i, option := range options {
		options[i].Icon, options[i].Kind = p.icon, p.collection
		options[i].Href = p.path + "/" + option.ID
		if !access.CanOpen(by, p.collection, p.opens) {
			options[i].Href = p.path + "?" + url.Values{"q": {option.Title}}.Encode()
		}
	}
	return options
}

func associatesFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Users {
		place := ""
		if city := texts.Of(row.City); city != "" {
			place = city + "/" + texts.Of(row.State)
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.FullName(),
			Detail: joined(fmtbr.CPF(texts.Of(row.AssociateCPF)), fmtbr.Phone(texts.Of(row.Phone)), place)})
	}
	return options
}

func ordersFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Orders {
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10),
			Title:  "Pedido " + ordersview.Number(row.ID) + " · " + row.NameAssociate,
			Detail: joined(string(row.Status), fmtbr.Money(row.Total))})
	}
	return options
}

func servicesFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Services {
		day := "sem data"
		if row.ConsultationDate != nil {
			day = fmtbr.Date(*row.ConsultationDate, row.ConsultationDate.Location())
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: agenda.Person(row.AssociateName, row.PatientName),
			Detail: joined(day, row.ProfessionalName, string(row.Status))})
	}
	return options
}

func visitsFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Reception {
		state := "na fila"
		if row.CompletedAt != nil {
			state = "atendimento concluído"
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.DisplayName(),
			Detail: joined(state, fmtbr.Phone(texts.Of(row.Phone)), texts.Of(row.Email))})
	}
	return options
}

func filesFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Files {
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.FileName, Detail: fmtbr.FileSize(row.Size)})
	}
	return options
}

func productsFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Products {
		suspended := ""
		if !row.Active {
			suspended = "venda suspensa"
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.Name,
			Detail: joined(row.Code, fmtbr.Money(row.Price), suspended)})
	}
	return options
}

func professionalsFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Professionals {
		inactive := ""
		if !row.Active {
			inactive = "inativo"
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.Name,
			Detail: joined(professionals.TypeName(row.Type), texts.Of(row.Email), inactive)})
	}
	return options
}

func tagsFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.Tags {
		option := nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: row.Name}
		if color := texts.Of(row.Color); color != "" {
			option.Mark = ui.Swatch{Color: color}
		}
		options = append(options, option)
	}
	return options
}

func operatorsFound(found search.Results) []nav.PaletteOption {
	var options []nav.PaletteOption
	for _, row := range found.SystemUsers {
		var roles []string
		for _, role := range row.Permissions {
			roles = append(roles, string(role))
		}
		options = append(options, nav.PaletteOption{ID: strconv.FormatInt(row.ID, 10), Title: strings.TrimSpace(row.Name + " " + row.LastName),
			Detail: joined(strings.Join(roles, ", "), row.Email)})
	}
	return options
}

// mostPages is the number of pages of the configuration and of the help that the palette offers.
const mostPages = 5

// ordered returns the parts that the caller may see; orders come first if the text is the number of one.
func ordered(by auth.Caller, typed string, found search.Results) []part {
	parts := offered(by)
	isNumber := slices.ContainsFunc(found.Orders, func(order search.Order) bool { return search.IsNumber(typed, order.ID) })
	at := slices.IndexFunc(parts, func(p part) bool { return p.collection == "orders" })
	if !isNumber || at < 0 {
		return parts
	}
	return slices.Insert(slices.Delete(slices.Clone(parts), at, at+1), 0, parts[at])
}

// settingsFound returns the keys of the configuration that an administrator finds by their name.
func settingsFound(by auth.Caller, typed string) []nav.PaletteOption {
	if !access.IsAdministrator(by) || utf8.RuneCountInString(strings.TrimSpace(typed)) < minWords {
		return nil
	}
	var options []nav.PaletteOption
	for _, key := range areas.Keys() {
		setting := settings.Setting{System: key.System, Key: key.Name, Description: key.Description}
		for _, one := range configuration.Find([]settings.Setting{setting}, typed) {
			options = append(options, nav.PaletteOption{ID: "configuracao-" + key.System + "-" + key.Name, Title: one.Label,
				Detail: configuration.SystemName(key.System),
				Icon:   "sliders-horizontal", Href: configuration.Href(key.System)})
		}
	}
	return options[:min(mostPages, len(options))]
}

// minWords is the shortest text that finds pages.
const minWords = 3

// helpFound returns the pages of the help that the words lead to.
func helpFound(by auth.Caller, typed string) []nav.PaletteOption {
	if utf8.RuneCountInString(strings.TrimSpace(typed)) < minWords {
		return nil
	}
	var options []nav.PaletteOption
	for _, page := range help.Matching(by, typed, mostPages) {
		options = append(options, nav.PaletteOption{ID: "ajuda-" + page.Slug, Title: "Ajuda: " + page.Title, Detail: page.Text,
			Icon: "circle-help", Href: page.Href()})
	}
	return options
}

// registration offers to register the searched person if nobody matches, and the words are not those of a page.
func registration(by auth.Caller, typed string, found search.Results) []nav.PaletteOption {
	typed = strings.TrimSpace(typed)
	href := associates.NewHref(typed)
	if href == "" || len(found.Users) > 0 || len(settingsFound(by, typed))+len(helpFound(by, typed)) > 0 ||
		!access.CanOpen(by, "users", access.Create) {
		return nil
	}
	return []nav.PaletteOption{{ID: "novo", Title: "Cadastrar “" + typed + "”", Icon: "user-plus", Href: href}}
}

// recentOptions returns the recently opened entries, newest first.
func recentOptions(by auth.Caller, recent search.History) []nav.PaletteOption {
	known := map[search.Opened]nav.PaletteOption{}
	for _, part := range offered(by) {
		for _, option := range part.options(by, recent.Results) {
			id, _ := strconv.ParseInt(option.ID, 10, 64)
			known[search.Opened{Collection: part.collection, ID: id}] = option
		}
	}
	var options []nav.PaletteOption
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
