package frame

import (
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/admin/operators"
	"acolhe/views/admin/tokens"
	"acolhe/views/layouts"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/products"
	"acolhe/views/panel/signatures"
	"acolhe/views/panel/tags"
)

// actions returns the palette's actions that the caller may do. The palette hides those whose element is not on the
// page.
func actions(by auth.Caller) []layouts.NavItem {
	var items []layouts.NavItem
	for _, offer := range []struct {
		collection string
		item       layouts.NavItem
	}{
		{"users", layouts.NavItem{Label: "Novo associado", Href: associates.Path + "/novo", Icon: "user-plus"}},
		{"orders", layouts.NavItem{Label: "Novo pedido", Href: orders.NewPath, Icon: "plus"}},
		{access.DocSign, layouts.NavItem{Label: "Enviar termo", Href: signatures.NewPath, Icon: "send"}},
		{"products", layouts.NavItem{Label: "Novo produto", Href: products.Path + "/novo", Icon: "package"}},
		{"tags", layouts.NavItem{Label: "Nova etiqueta", Href: tags.Path + "/nova", Icon: "tag"}},
	} {
		if access.CanOpen(by, offer.collection, access.Create) {
			items = append(items, offer.item)
		}
	}
	if access.IsAdministrator(by) {
		items = append(items,
			layouts.NavItem{Label: "Convidar operador", Href: operators.Path + "/novo", Icon: "user-plus"},
			layouts.NavItem{Label: "Novo token de API", Href: tokens.Path + "/novo", Icon: "key-round"})
	}
	return append(items,
		layouts.NavItem{Label: "Exportar esta lista", Press: `[popovertarget="exportar"]`, Icon: "download"},
		layouts.NavItem{Label: "Trocar tema", Press: "x-tema button", Icon: "sun-moon"},
		layouts.NavItem{Label: "Recolher ou abrir o menu", Press: ".nav-fold", Icon: "panel-left"},
		layouts.NavItem{Label: "Listas compactas", Press: "#conta-densidade", Icon: "sliders-horizontal"},
		layouts.NavItem{Label: "Teclas de atalho", Press: "#conta-teclas", Icon: "keyboard"},
		layouts.NavItem{Label: "Sair", Press: "#conta-sair", Icon: "log-out"})
}
