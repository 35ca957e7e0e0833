// Package saved shows the saved views of a list as tabs after its own, saves its current filters as a view, and changes or
// removes one. Views are stored by models/platform/savedviews; a page of their form is in views/panel/savedviews.
package saved

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/savedviews"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
)

// Path is the address of saved views.
const Path = "/painel/visoes"

// Fragment is the end of the row of tabs, which depends on the filters of the list.
const Fragment = "visao-atual"

// Views are the saved views of a list, own and shared ones, shown after its tabs.
type Views struct {
	Saved []View
	// Current is the view of the address, even if the filters of the page differ from it.
	Current *View
	// List is the list that they are views of.
	List List
}

// List is a list as it is shown: Query is its filters, IsTab whether they are those of one of its tabs.
type List struct {
	Name, Path, Query string
	IsTab             bool
}

// View is a view with its current number of rows; nil if they could not be counted.
type View struct {
	savedviews.View
	Count *page.Counted
	// CanChange reports whether the person may change it.
	CanChange bool
}

func (v View) countID() string { return "contagem-" + strconv.FormatInt(v.ID, 10) }

// differs reports whether the filters can be saved as a new view.
func (v Views) differs() bool {
	if v.Current != nil {
		return v.List.Query != v.Current.Query
	}
	return !v.List.IsTab
}

// tab returns the tab of a view. Its address holds the filters, so that it works after a view is changed or removed.
func (v Views) tab(view View) nav.Tab {
	return nav.Tab{Label: view.Name, Href: Address(v.List.Path, view.View), CountID: view.countID(),
		Current: v.Current != nil && v.Current.ID == view.ID}
}

// CountsHref returns the address of the counts, empty for a list without saved views.
func (v Views) CountsHref() string {
	if len(v.Saved) == 0 {
		return ""
	}
	return Path + "/contagens?lista=" + v.List.Name
}

// Address returns the address of the list with the filters of a view.
func Address(path string, view savedviews.View) string {
	address := path + "?"
	if view.Query != "" {
		address += view.Query + "&"
	}
	return address + "visao=" + strconv.FormatInt(view.ID, 10)
}

func (v Views) saveForm() Form {
	return Form{List: v.List.Name, Query: v.List.Query, Dialog: "salvar-visao"}
}

func (v Views) menu() ui.Menu {
	view := v.Current
	items := []ui.MenuItem{{Label: "Renomear ou compartilhar", Icon: "pencil", Href: viewHref(view.ID)}}
	if v.differs() {
		items = append(items, ui.MenuItem{Label: "Salvar os filtros atuais", Icon: "check",
			Post: viewHref(view.ID) + "/filtros?query=" + url.QueryEscape(v.List.Query)})
	}
	items = append(items, ui.MenuItem{Rule: true},
		ui.MenuItem{Label: "Excluir visão", Icon: "trash-2", Opens: "excluir-visao", Destructive: true})
	return ui.Menu{ID: "visao-acoes", Label: "Ações da visão " + view.Name, Items: items}
}

func viewHref(id int64) string { return Path + "/" + strconv.FormatInt(id, 10) }

// removal returns the confirmation before a view is removed, which mentions other people with the view.
func (v Views) removal() dialog.Confirm {
	text := "Só a visão e seus filtros serão apagados. Os registros são mantidos."
	if v.Current.IsShared() {
		text = "Quem recebeu a visão também deixa de vê-la. " + text
	}
	return dialog.Confirm{ID: "excluir-visao", Title: "Excluir a visão “" + v.Current.Name + "”?", Text: text, Verb: "Excluir visão",
		Action: viewHref(v.Current.ID) + "/excluir", Variant: ui.Danger}
}

// Form is the form of a new view.
type Form struct {
	List, Query, Name string
	SharedWith        []string
	// Dialog is the id of the dialog around the form; on a page of its own, Back links away.
	Dialog, Back string
	Problems     ui.Problems
}

// Label returns the label of a field of a view.
func Label(path string) string {
	return map[string]string{"name": "Nome da visão", "shared_with": "Compartilhar com"}[path]
}

// RoleOptions returns the roles with which a view can be shared.
func RoleOptions() []control.Option {
	var options []control.Option
	for _, role := range savedviews.Roles() {
		options = append(options, control.Option{Value: string(role), Label: string(role)})
	}
	return options
}

// RoleNames returns roles as a form sends them.
func RoleNames(roles []auth.Role) []string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}
