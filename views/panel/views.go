package panel

import (
	"net/url"
	"strconv"

	"acolhe/models/platform/savedviews"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/ui"
)

// ListViewsFragment is the part of the row of views that a filter changes.
const ListViewsFragment = "visao-atual"

// ListExportFragment is the menu that exports a list with the filters of now.
const ListExportFragment = "exportar-lista"

// ListViews is the row of views above a list, own and shared ones after those that the list
// brings along.
type ListViews struct {
	List, Path string // "pedidos" and "/painel/pedidos"
	Saved      []SavedView
	// Current is the view that the address names, whether or not its filters still stand.
	Current *SavedView
	// Query is the filters of now, as a view would keep them.
	Query string
	// Standing tells that the filters of now are those of a tab that the list brings along.
	Standing bool
	// Sort is the order of the list when it is not as usual.
	Sort string
	// Counts is the address that counts the saved views after the page.
	Counts string
}

// SavedView is a view with how many rows it has now; nil when that could not be counted.
type SavedView struct {
	savedviews.View
	Count *page.Counted
	// MayChange tells whether the person may change it.
	MayChange bool
}

func (v SavedView) countID() string { return "contagem-" + strconv.FormatInt(v.ID, 10) }

// differs tells that the filters of now are worth a name of their own.
func (l ListViews) differs() bool {
	if l.Current != nil {
		return l.Query != l.Current.Query
	}
	return !l.Standing
}

// savedTabs leads to the views. The address holds their filters, so that it stays true when
// the view is changed or removed.
func (l ListViews) savedTabs() []ui.Tab {
	var tabs []ui.Tab
	for _, view := range l.Saved {
		tabs = append(tabs, ui.Tab{Label: view.Name, Href: ViewAddress(l.Path, view.View), CountID: view.countID(),
			Current: l.Current != nil && l.Current.ID == view.ID})
	}
	return tabs
}

// countsHref is empty for a list without saved views.
func (l ListViews) countsHref() string {
	if len(l.Saved) == 0 {
		return ""
	}
	return l.Counts
}

// ViewAddress is the list with the filters of a view.
func ViewAddress(path string, view savedviews.View) string {
	address := path + "?"
	if view.Query != "" {
		address += view.Query + "&"
	}
	return address + "visao=" + strconv.FormatInt(view.ID, 10)
}

// inAddress is the parameter `visao` of the list's other links.
func (l ListViews) inAddress() string {
	if l.Current == nil {
		return ""
	}
	return strconv.FormatInt(l.Current.ID, 10)
}

// firstPage stands in the address beside `visao` when the filters of a view were emptied: an
// address with `visao` alone asks for the filters of the view.
func (l ListViews) firstPage() string {
	if l.Current == nil {
		return ""
	}
	return "1"
}

// exports leads to the list as it is shown now, as files.
func (l ListViews) exports() ui.Menu {
	address := func(format string) string {
		query, _ := url.ParseQuery(l.Query) // it was encoded by us
		query.Set("formato", format)
		if l.Sort != "" {
			query.Set("ordem", l.Sort)
		}
		return l.Path + "/exportar?" + query.Encode()
	}
	return ui.Menu{ID: "exportar", Label: "Exportar a lista", Text: "Exportar", Icon: "download", Items: []ui.MenuItem{
		{Label: "Em CSV", Icon: "file-text", Post: address("csv"), Downloads: true},
		{Label: "Em Excel (XLSX)", Icon: "file-text", Post: address("xlsx"), Downloads: true},
	}}
}

func (l ListViews) saveForm() ViewForm {
	return ViewForm{List: l.List, Query: l.Query, Dialog: "salvar-visao"}
}

func (l ListViews) menu() ui.Menu {
	view := l.Current
	items := []ui.MenuItem{{Label: "Renomear ou compartilhar", Icon: "pencil", Href: viewHref(view.ID)}}
	if l.differs() {
		items = append(items, ui.MenuItem{Label: "Guardar os filtros de agora", Icon: "check", Post: viewHref(view.ID) + "/filtros?query=" + url.QueryEscape(l.Query)})
	}
	items = append(items, ui.MenuItem{Rule: true}, ui.MenuItem{Label: "Excluir visão", Icon: "trash-2", Opens: "excluir-visao", Destructive: true})
	return ui.Menu{ID: "visao-acoes", Label: "Ações da visão " + view.Name, Items: items}
}

func viewHref(id int64) string { return "/painel/visoes/" + strconv.FormatInt(id, 10) }

// removal asks before a view goes, and tells when others lose it too.
func removal(view savedviews.View, path string) ui.Confirm {
	text := "Os registros continuam onde estão; só a visão e os filtros guardados nela se perdem."
	if view.IsShared() {
		text = "Ela deixa de existir para todos com quem foi compartilhada. " + text
	}
	return ui.Confirm{ID: "excluir-visao", Title: "Excluir a visão “" + view.Name + "”?", Text: text, Verb: "Excluir visão",
		Action: viewHref(view.ID) + "/excluir", Variant: ui.Danger}
}

// ViewForm is a view as it is named and shared.
type ViewForm struct {
	// ID is 0 for a view that is to be saved.
	ID                int64
	List, Query, Name string
	SharedWith        []string
	// Dialog is the dialog that the form stands in; on a page of its own, Back leads away.
	Dialog, Back string
	Problems     ui.Problems
}

func (f ViewForm) action() string {
	if f.ID == 0 {
		return "/painel/visoes"
	}
	return viewHref(f.ID)
}

// ViewLabel names a field of a view as people call it.
func ViewLabel(path string) string {
	return map[string]string{"name": "Nome da visão", "shared_with": "Compartilhar com"}[path]
}

func roleOptions() []ui.Option {
	var options []ui.Option
	for _, role := range savedviews.Roles() {
		options = append(options, ui.Option{Value: string(role), Label: string(role)})
	}
	return options
}

// RoleNames spells roles as a form sends them.
func RoleNames(roles []auth.Role) []string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}
