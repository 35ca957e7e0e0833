package list

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/savedviews"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/ui"
)

// ViewsPath is the address of saved views; ColumnsPath stores the choice of columns.
const (
	ViewsPath   = "/painel/visoes"
	ColumnsPath = "/painel/colunas"
)

// Fragments of a list besides its rows: the tabs and their end, the menu of its files, and the state of the filters.
const (
	TabsFragment  = "abas"
	ViewsFragment = "visao-atual"
	FilesFragment = "exportar-lista"
	OnFragment    = "filtros-ligados"
	ShowFragment  = "filtros-ver"
)

// Fragments returns the names of all parts of a list that new filters replace.
func (a About) Fragments() []any {
	return []any{a.Fragment(), TabsFragment, ViewsFragment, FilesFragment, OnFragment, ShowFragment}
}

// Views are the saved views of a list, own and shared ones, shown after its tabs.
type Views struct {
	Saved []SavedView
	// Current is the view of the address, even if the filters of the page differ from it.
	Current *SavedView

	list, path, query string
	isTab             bool
}

// SavedView is a view with its current number of rows; nil if they could not be counted.
type SavedView struct {
	savedviews.View
	Count *page.Counted
	// CanChange reports whether the person may change it.
	CanChange bool
}

// about sets the list of the views and its current filters.
func (v *Views) about(about About, query string, isTab bool) {
	v.list, v.path, v.query, v.isTab = about.Name, about.Path, query, isTab
}

func (v SavedView) countID() string { return "contagem-" + strconv.FormatInt(v.ID, 10) }

// differs reports whether the filters can be saved as a new view.
func (v Views) differs() bool {
	if v.Current != nil {
		return v.query != v.Current.Query
	}
	return !v.isTab
}

// tabs returns the tabs of the views. Their addresses hold the filters, so that they work after a view is
// changed or removed.
func (v Views) tabs() []ui.Tab {
	var tabs []ui.Tab
	for _, view := range v.Saved {
		tabs = append(tabs, ui.Tab{Label: view.Name, Href: ViewAddress(v.path, view.View), CountID: view.countID(),
			Current: v.Current != nil && v.Current.ID == view.ID})
	}
	return tabs
}

// countsHref returns the address of the counts, empty for a list without saved views.
func (v Views) countsHref() string {
	if len(v.Saved) == 0 {
		return ""
	}
	return ViewsPath + "/contagens?lista=" + v.list
}

// ViewAddress returns the address of the list with the filters of a view.
func ViewAddress(path string, view savedviews.View) string {
	address := path + "?"
	if view.Query != "" {
		address += view.Query + "&"
	}
	return address + "visao=" + strconv.FormatInt(view.ID, 10)
}

// fileMenu returns links to the current list as files.
func fileMenu(at Address) ui.Menu {
	address := func(format string) string {
		query := url.Values{"formato": {format}}
		for name := range at.Filters {
			query.Set(name, at.Filters.Get(name))
		}
		if at.Sort != "" {
			query.Set("ordem", at.Sort)
		}
		return at.Path + "/exportar?" + query.Encode()
	}
	return ui.Menu{ID: "exportar", Label: "Exportar a lista", Text: "Exportar", Icon: "download", Items: []ui.MenuItem{
		{Label: "Em CSV", Icon: "file-text", Post: address("csv"), Downloads: true},
		{Label: "Em Excel (XLSX)", Icon: "file-text", Post: address("xlsx"), Downloads: true},
	}}
}

func (v Views) saveForm() ViewForm {
	return ViewForm{List: v.list, Query: v.query, Dialog: "salvar-visao"}
}

func (v Views) menu() ui.Menu {
	view := v.Current
	items := []ui.MenuItem{{Label: "Renomear ou compartilhar", Icon: "pencil", Href: viewHref(view.ID)}}
	if v.differs() {
		items = append(items, ui.MenuItem{Label: "Salvar os filtros atuais", Icon: "check", Post: viewHref(view.ID) + "/filtros?query=" + url.QueryEscape(v.query)})
	}
	items = append(items, ui.MenuItem{Rule: true}, ui.MenuItem{Label: "Excluir visão", Icon: "trash-2", Opens: "excluir-visao", Destructive: true})
	return ui.Menu{ID: "visao-acoes", Label: "Ações da visão " + view.Name, Items: items}
}

func viewHref(id int64) string { return ViewsPath + "/" + strconv.FormatInt(id, 10) }

// removal returns the confirmation before a view is removed, which mentions other people with the view.
func (v Views) removal() ui.Confirm {
	text := "Só a visão e seus filtros serão apagados. Os registros são mantidos."
	if v.Current.IsShared() {
		text = "Quem recebeu a visão também deixa de vê-la. " + text
	}
	return ui.Confirm{ID: "excluir-visao", Title: "Excluir a visão “" + v.Current.Name + "”?", Text: text, Verb: "Excluir visão",
		Action: viewHref(v.Current.ID) + "/excluir", Variant: ui.Danger}
}

// ViewForm is the form of a new view.
type ViewForm struct {
	List, Query, Name string
	SharedWith        []string
	// Dialog is the id of the dialog around the form; on a page of its own, Back links away.
	Dialog, Back string
	Problems     ui.Problems
}

// ViewLabel returns the label of a field of a view.
func ViewLabel(path string) string {
	return map[string]string{"name": "Nome da visão", "shared_with": "Compartilhar com"}[path]
}

// RoleOptions returns the roles with which a view can be shared.
func RoleOptions() []ui.Option {
	var options []ui.Option
	for _, role := range savedviews.Roles() {
		options = append(options, ui.Option{Value: string(role), Label: string(role)})
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
