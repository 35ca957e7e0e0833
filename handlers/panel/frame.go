package panel

import (
	"strings"

	"acolhe/models/access"
	"acolhe/models/orders"
	"acolhe/models/samples"
	"acolhe/models/settings"
	"acolhe/views/fmtbr"
	"acolhe/views/layouts"
	"acolhe/web"
)

// frame says what is around a page of the panel: who is signed in, where they may go and
// how much waits there. A fragment shows none of it, so it costs none of the queries and
// leaves the notice to the next whole page.
func (p Panel) frame(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	if r.IsFragment() {
		return layouts.Frame{}, nil
	}
	association, err := settings.Get(r.Context(), p.DB, settings.AssociationName)
	if err != nil {
		return layouts.Frame{}, err
	}
	nav, err := p.navigation(r)
	if err != nil {
		return layouts.Frame{}, err
	}
	sample, err := samples.Present(r.Context(), p.DB)
	if err != nil {
		return layouts.Frame{}, err
	}
	path, _, _ := strings.Cut(r.Path(), "?")
	return layouts.Frame{
		Title: title, Association: association, Home: "/painel", Path: path, Trail: append(trail, layouts.Crumb{Label: title}),
		PersonName: r.By.FullName(), PersonRole: rolesOf(r), PersonInitials: fmtbr.Initials(r.By.FullName()), SignOut: "/sair",
		Theme: r.Cookie("tema"), Density: r.Cookie("densidade"), Menu: r.Cookie("menu"),
		Nav: nav, Dev: p.Development, SampleData: sample, Notice: r.TakeNotice(),
	}, nil
}

// navigation lists the pages that the person may open; a count is what waits for somebody.
func (p Panel) navigation(r *web.Request) ([]layouts.NavGroup, error) {
	items := []layouts.NavItem{{Label: "Painel", Href: "/painel", Icon: "layout-dashboard", Key: "I"}}
	if access.Can(r.By, "orders", access.Read) {
		waiting, err := orders.CountAwaiting(r.Context(), p.DB, r.By)
		if err != nil {
			return nil, err
		}
		items = append(items, layouts.NavItem{Label: "Pedidos", Href: "/painel/pedidos", Icon: "shopping-cart", Key: "P",
			Count: &waiting, CountLabel: "aguardando pagamento"})
	}
	return []layouts.NavGroup{{Label: "Atendimento", Items: items}}, nil
}

func rolesOf(r *web.Request) string {
	names := make([]string, len(r.By.Roles))
	for i, role := range r.By.Roles {
		names[i] = string(role)
	}
	return strings.Join(names, ", ")
}
