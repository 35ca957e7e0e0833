package panel

import (
	"acolhe/handlers/frame"
	"acolhe/models/orders"
	"acolhe/models/types/access"
	"acolhe/views/layouts"
	productsview "acolhe/views/panel/products"
	tagsview "acolhe/views/panel/tags"
	"acolhe/web"
)

// frame returns the frame of a page of the panel: the person, their navigation and its counts.
func (p Panel) frame(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	around, err := frame.New(r, p.DB, title, trail...)
	if err != nil || r.IsFragment() {
		return around, err
	}
	around.Nav, err = p.Navigation(r)
	return around, err
}

// Navigation lists the pages that the person may open; a count is the number of waiting items.
func (p Panel) Navigation(r *web.Request) ([]layouts.NavGroup, error) {
	items := []layouts.NavItem{{Label: "Painel", Href: "/painel", Icon: "layout-dashboard", Key: "I"}}
	if access.Can(r.By, "users", access.Read) {
		items = append(items, layouts.NavItem{Label: "Associados", Href: "/painel/associados", Icon: "users", Key: "A"})
	}
	if access.Can(r.By, "orders", access.Read) {
		waiting, err := orders.CountAwaiting(r.Context(), p.DB, r.By)
		if err != nil {
			return nil, err
		}
		items = append(items, layouts.NavItem{Label: "Pedidos", Href: "/painel/pedidos", Icon: "shopping-cart", Key: "P",
			Count: &waiting, CountLabel: "aguardando pagamento"})
	}
	groups := []layouts.NavGroup{{Label: "Atendimento", Items: items}}
	if catalogue := catalogueItems(r); len(catalogue) > 0 {
		groups = append(groups, layouts.NavGroup{Label: "Catálogo", Items: catalogue})
	}
	if access.IsAdministrator(r.By) {
		groups = append(groups, layouts.NavGroup{Label: "Associação", Items: []layouts.NavItem{
			{Label: "Administração", Href: "/admin", Icon: "settings"},
		}})
	}
	return groups, nil
}

// catalogueItems link to the products and tags of the association.
func catalogueItems(r *web.Request) []layouts.NavItem {
	var items []layouts.NavItem
	if access.Can(r.By, "products", access.Read) {
		items = append(items, layouts.NavItem{Label: "Produtos", Href: productsview.Path, Icon: "package"})
	}
	if access.Can(r.By, "tags", access.Read) {
		items = append(items, layouts.NavItem{Label: "Etiquetas", Href: tagsview.Path, Icon: "tag"})
	}
	return items
}
