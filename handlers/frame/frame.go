// Package frame reads the frame of the pages after sign-in: the association, the person and their menu. Each
// surface adds its own navigation.
package frame

import (
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/samples"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/fmtbr"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Func returns the frame of a page from its title and breadcrumb.
type Func func(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error)

// New returns the frame of a page without its navigation. A fragment shows only the time of the frame, so it
// costs no other query and leaves the notice for the next whole page.
func New(r *web.Request, tx *db.DB, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	stored, err := settings.Read(r.Context(), tx, settings.AssociationName, settings.TimeZone)
	if err != nil {
		return layouts.Frame{}, err
	}
	zone, err := stored.Location()
	if err != nil {
		return layouts.Frame{}, err
	}
	now := r.Now.In(zone)
	if r.IsFragment() {
		return layouts.Frame{Now: now}, nil
	}
	sample, err := samples.Present(r.Context(), tx)
	if err != nil {
		return layouts.Frame{}, err
	}
	path, _, _ := strings.Cut(r.Path(), "?")
	around := layouts.Frame{
		Title: title, Association: settings.Of(stored, settings.AssociationName), Now: now, Home: Home(r.By), Path: path, Trail: append(trail, layouts.Crumb{Label: title}),
		PersonName: r.By.FullName(), PersonRole: rolesOf(r), PersonInitials: fmtbr.Initials(r.By.FullName()),
		Account: []layouts.NavItem{{Label: "Minha conta", Href: "/conta", Icon: "user"}}, SignOut: "/sair",
		Theme: r.Cookie("tema"), Density: r.Cookie("densidade"), Menu: r.Cookie("menu"),
		Dev: r.InDevelopment(), SampleData: sample, Notice: r.TakeNotice(),
	}
	if isStaff(r) {
		around.Account = append(around.Account, layouts.NavItem{Label: "Tarefas", Href: "/painel/tarefas", Icon: "clock"})
		if around.News, err = News(r, tx); err != nil {
			return layouts.Frame{}, err
		}
		around.Search, around.Opened, around.Actions = "/painel/busca", "/painel/busca/abertos", actions(r)
	}
	return around, nil
}

// isStaff reports whether the caller may use the panel, as web.Staff does.
func isStaff(r *web.Request) bool {
	return r.By.Kind == auth.Operator && !r.By.Is(auth.Profissional)
}

// actions returns the palette's actions that the caller may do.
func actions(r *web.Request) []layouts.NavItem {
	var items []layouts.NavItem
	if access.Can(r.By, "users", access.Create) {
		items = append(items, layouts.NavItem{Label: "Novo associado", Href: "/painel/associados/novo", Icon: "user-plus"})
	}
	if access.Can(r.By, "orders", access.Create) {
		items = append(items, layouts.NavItem{Label: "Novo pedido", Href: "/painel/pedidos/novo", Icon: "plus"})
	}
	return items
}

// Home returns the first page of a caller: the panel, or their own account for a Profissional, whose portal
// does not exist yet.
func Home(by auth.Caller) string {
	if by.Is(auth.Profissional) {
		return "/conta"
	}
	return "/painel"
}

func rolesOf(r *web.Request) string {
	names := make([]string, len(r.By.Roles))
	for i, role := range r.By.Roles {
		names[i] = string(role)
	}
	return strings.Join(names, ", ")
}
