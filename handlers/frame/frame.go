// Package frame reads the frame of pages: the association, the person and, after sign-in, their menu.
package frame

import (
	"errors"
	"strings"

	"github.com/a-h/templ"

	frames "acolhe/models/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin"
	"acolhe/views/help"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/views/panel/search"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/portal"
	"acolhe/views/register"
	"acolhe/web"
)

// Func returns the frame of a page from its title and breadcrumb.
type Func func(r *web.Request, title string, trail ...layouts.Crumb) (layouts.Frame, error)

// Panel returns the frame of a page of the panel.
func Panel(r *web.Request, tx *db.DB, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	around, read, err := open(r, tx, title, trail)
	if err != nil || r.IsFragment() {
		return around, err
	}
	around.Nav = panel.Navigation(r.By, read.Waiting)
	if access.IsAdministrator(r.By) {
		around.Elsewhere = admin.Navigation(0)
	}
	return around, nil
}

// Portal returns the frame of a page of professionals.
func Portal(r *web.Request, tx *db.DB, title string) (layouts.Frame, error) {
	around, _, err := open(r, tx, title, nil)
	around.Nav = portal.Navigation()
	return around, err
}

// Admin returns the frame of a page of administrators. Others, who may open a single one, have the menu of the panel.
func Admin(r *web.Request, tx *db.DB, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	if !access.IsAdministrator(r.By) {
		return Panel(r, tx, title, trail...)
	}
	around, read, err := open(r, tx, title, append([]layouts.Crumb{admin.Crumb}, trail...))
	if err != nil || r.IsFragment() {
		return around, err
	}
	around.Elsewhere = panel.Navigation(r.By, read.Waiting)
	around.Back = layouts.NavItem{Label: "Voltar ao painel", Href: panel.Home, Icon: "arrow-left", Key: "I"}
	return around, addAdministration(r, tx, &around)
}

// For returns the frame of a page that belongs to no surface, with the menu of the surface in its address.
func For(r *web.Request, tx *db.DB, title string, trail ...layouts.Crumb) (layouts.Frame, error) {
	if strings.HasPrefix(r.Path(), admin.Path) && access.IsAdministrator(r.By) {
		return Admin(r, tx, title, trail...)
	}
	return Panel(r, tx, title, trail...)
}

// open returns the frame of a page without its navigation. That of a fragment has no more than the association, the
// time and whether signing is closed, and leaves the notice for the next whole page.
func open(r *web.Request, tx *db.DB, title string, trail []layouts.Crumb) (layouts.Frame, frames.Frame, error) {
	read, err := readFrame(r, tx)
	if err != nil {
		return layouts.Frame{}, read, err
	}
	zone, err := read.Settings.Location()
	if err != nil {
		return layouts.Frame{}, read, err
	}
	association, now := settings.Of(read.Settings, settings.AssociationName), r.Now.In(zone)
	isClosed := !settings.Of(read.Settings, settings.DocSignEnabled)
	trail = append(trail, layouts.Crumb{Label: title})
	if r.IsFragment() {
		return layouts.Frame{Title: title, Trail: trail, Association: association, Now: now, IsFragment: true, SigningIsClosed: isClosed}, read,
			nil
	}
	path, _, _ := strings.Cut(r.Path(), "?")
	around := layouts.Frame{
		Title: title, Association: association, Now: now, SigningIsClosed: isClosed, Home: Home(r.By), Path: path, Trail: trail,
		PersonCode: r.By.Code, PersonName: r.By.FullName(), PersonEmail: r.By.Email, PersonRole: rolesOf(r),
		PersonInitials: fmtbr.Initials(r.By.FullName()),
		Account:        []layouts.NavItem{{Label: "Minha conta", Href: "/conta", Icon: "user"}}, SignOut: "/sair", Shared: r.By.IsShared,
		Theme: r.Cookie("tema"), Density: r.Cookie("densidade"), Menu: r.Cookie("menu"),
		Dev: r.InDevelopment(), SampleData: read.HasSamples, Notice: r.TakeNotice(), Actions: actions(r.By), Address: r.FormPage(),
		Help: help.HrefFor(r.By, path),
	}
	if isStaff(r) {
		around.Account = append(around.Account, layouts.NavItem{Label: "Tarefas", Href: tasksview.Path, Icon: "clock"},
			layouts.NavItem{Label: "Ajuda", Href: help.Path, Icon: "circle-help"})
		around.Search, around.Opened = search.Path, search.Path
	}
	if isStaff(r) {
		around.Bell, err = bell(r, tx, read.Notices)
	}
	if err == nil && isStaff(r) && read.HasTasks {
		around.News, err = News(r, tx)
	}
	return around, read, err
}

// Outside returns the frame of a page outside the panel: of associates, and of those who hold a link.
func Outside(r *web.Request, tx *db.DB, title string) (layouts.Frame, error) {
	read, err := settings.Read(r.Context(), tx, settings.AssociationName, settings.TimeZone)
	if err != nil {
		return layouts.Frame{}, err
	}
	zone, err := read.Location()
	if err != nil {
		return layouts.Frame{}, err
	}
	return layouts.Frame{
		Title: title, Association: settings.Of(read, settings.AssociationName), Now: r.Now.In(zone), Home: register.Home,
		Help: register.Home + "/ajuda", Theme: r.Cookie("tema"), Letters: r.Cookie(layouts.LetterCookie), Notice: r.TakeNotice(),
	}, nil
}

// Linked returns the frame of a page whose address is the permission: search engines and other sites do not learn it.
func Linked(r *web.Request, tx *db.DB, title string) (layouts.Frame, error) {
	r.KeepPrivate()
	r.HideAddress()
	return Outside(r, tx, title)
}

// Own returns the frame of a page of the signed-in associate.
func Own(r *web.Request, tx *db.DB, title string) (layouts.Frame, error) {
	around, err := Outside(r, tx, title)
	left, unread := r.QuotaLeft()
	around.Path, around.QuotaLeft, around.PersonCode = r.Path(), left, r.By.Code
	return around, errors.Join(err, unread)
}

// RenderOwn renders a page of associates in its frame, with the reason of a refusal if any.
func RenderOwn(r *web.Request, tx *db.DB, title string, refused error, page func(layouts.Frame) templ.Component) error {
	around, err := Own(r, tx, title)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, page(around))
}

// readFrame reads the frame of a page; that of a fragment has the settings alone.
func readFrame(r *web.Request, tx *db.DB) (frames.Frame, error) {
	if !r.IsFragment() {
		return frames.Read(r.Context(), tx, r.By)
	}
	stored, err := settings.Read(r.Context(), tx, settings.AssociationName, settings.TimeZone, settings.DocSignEnabled)
	return frames.Frame{Settings: stored}, err
}

// isStaff reports whether the caller may use the panel, as web.Staff does.
func isStaff(r *web.Request) bool {
	return r.By.Kind == auth.Operator && !r.By.Is(auth.Profissional)
}

// Home returns the first page of a caller: the panel, or the portal for a Profissional.
func Home(by auth.Caller) string {
	if by.Is(auth.Profissional) {
		return portal.Path
	}
	return panel.Home
}

func rolesOf(r *web.Request) string {
	names := make([]string, len(r.By.Roles))
	for i, role := range r.By.Roles {
		names[i] = role.Label()
	}
	return strings.Join(names, ", ")
}
