package admin

import (
	"acolhe/handlers/frame"
	"acolhe/views/layouts"
	"acolhe/web"
)

// frame says what is around a page of administrators.
func (a Admin) frame(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	around, err := frame.New(r, a.DB, title, trail...)
	if err != nil || r.IsFragment() {
		return around, err
	}
	around.Nav = navigation()
	return around, nil
}

func navigation() []layouts.NavGroup {
	return []layouts.NavGroup{
		{Label: "Acesso", Items: []layouts.NavItem{
			{Label: "Operadores", Href: "/admin/operadores", Icon: "users"},
			{Label: "Tokens de API", Href: "/admin/tokens", Icon: "key-round"},
			{Label: "Segurança", Href: "/admin/seguranca", Icon: "shield-check"},
		}},
		{Label: "Sistema", Items: []layouts.NavItem{
			{Label: "Correio", Href: "/admin/correio", Icon: "mail"},
		}},
		{Label: "Associação", Items: []layouts.NavItem{
			{Label: "Painel", Href: "/painel", Icon: "layout-dashboard", Key: "I"},
		}},
	}
}
