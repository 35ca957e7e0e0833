package admin

import (
	"acolhe/views/admin"
	"acolhe/views/layouts"
	"acolhe/web"
)

// developerRoutes exist in development alone: all parts of the page toolkit on one page.
func (a Admin) developerRoutes() []web.Route {
	if !a.Development {
		return nil
	}
	return []web.Route{
		web.Page("/admin/pecas", web.Anyone(), a.parts),
		web.Page("/admin/pecas/busca", web.Anyone(), a.findParts),
	}
}

// parts shows every part of the page toolkit in every state: how a developer learns them.
func (a Admin) parts(r *web.Request) error {
	return r.Render(admin.Pecas(layouts.Frame{
		Title: "Peças", Path: "/admin/pecas", Home: "/painel", Dev: true,
		Theme: r.Cookie("tema"), Density: r.Cookie("densidade"), Menu: r.Cookie("menu"),
		Nav: []layouts.NavGroup{{Label: "Desenvolvimento", Items: []layouts.NavItem{
			{Label: "Peças", Href: "/admin/pecas", Icon: "box"}, {Label: "Painel", Href: "/painel", Icon: "layout-dashboard"},
		}}},
		PersonName: "Camila Torres", PersonRole: "Administrador", PersonInitials: "CT",
	}))
}

// findParts answers the search on that page.
func (a Admin) findParts(r *web.Request) error {
	return r.Render(admin.PecasFound(r.Query("lista"), r.Query("q")))
}
