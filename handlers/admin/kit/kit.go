// Package kit serves the page of all parts of the page toolkit, for developers.
package kit

import (
	view "acolhe/views/admin/kit"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Routes returns the routes of the page; only a development server has them.
func Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Anyone(), show),
		web.Page(view.SearchPath, web.Anyone(), find),
	}
}

func show(r *web.Request) error {
	return r.Render(view.Page(layouts.Frame{
		Title: "Peças", Path: view.Path, Home: "/painel", Dev: true,
		Theme: r.Cookie("tema"), Density: r.Cookie("densidade"), Menu: r.Cookie("menu"),
		Nav: []layouts.NavGroup{{Label: "Desenvolvimento", Items: []layouts.NavItem{
			{Label: "Peças", Href: view.Path, Icon: "box"}, {Label: "Painel", Href: "/painel", Icon: "layout-dashboard"},
		}}},
		PersonName: "Camila Torres", PersonRole: "Administrador", PersonInitials: "CT",
	}))
}

// find answers the demonstration search of the page.
func find(r *web.Request) error {
	return r.Render(view.Found(r.Query("lista"), r.Query("q")))
}
