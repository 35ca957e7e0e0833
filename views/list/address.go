package list

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"acolhe/models/types/page"
	"acolhe/views/list/saved"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// Address is the state of a list, entirely in the page's address.
type Address struct {
	Path string
	// Filters holds the active filters, by their names in the address.
	Filters url.Values
	// Sort is `ordem`, Page `pagina` and `por`, View `visao`.
	Sort string
	Page web.PageQuery
	View string
}

// IsPlain reports whether the address asks for nothing: the first page in the default order, without filters.
func (a Address) IsPlain() bool {
	return len(a.Filters) == 0 && a.Sort == "" && a.Page.Number <= 1 && a.size() == ""
}

// Here returns the address without the number of the page.
func (a Address) Here() ui.Here {
	query := maps.Clone(a.Filters)
	if query == nil {
		query = url.Values{}
	}
	for _, kept := range a.besideFilters() {
		query.Set(kept.Value, kept.Label)
	}
	if len(query) == 0 {
		return ui.Here(a.Path)
	}
	return ui.Here(a.Path + "?" + query.Encode())
}

// besideFilters returns the parameters other than filters that differ from their defaults.
func (a Address) besideFilters() []control.Option {
	return slices.DeleteFunc([]control.Option{
		{Value: "ordem", Label: a.Sort}, {Value: "por", Label: a.size()}, {Value: "visao", Label: a.View},
	}, func(kept control.Option) bool { return kept.Label == "" })
}

// size returns the number of rows of a page, empty for the default.
func (a Address) size() string {
	if a.Page.Size == page.DefaultPageSize || a.Page.Size == 0 {
		return ""
	}
	return strconv.Itoa(a.Page.Size)
}

// firstPage returns `pagina` for a view whose filters were removed, because an address with `visao` alone
// requests the filters of the view.
func (a Address) firstPage() string {
	if a.View == "" {
		return ""
	}
	return "1"
}

// Fragment returns the id of the part of the page that a filter replaces.
func (a About) Fragment() string { return "lista-" + a.Name }

func (a About) columnsID() string { return "colunas-" + a.Name }

// Fragments of a list besides its rows: the tabs, the menu of its files, and the state of the filters.
const (
	TabsFragment  = "abas"
	FilesFragment = "exportar-lista"
	OnFragment    = "filtros-ligados"
	ShowFragment  = "filtros-ver"
)

// Fragments returns the names of all parts of a list that new filters replace.
func (a About) Fragments() []any {
	return []any{a.Fragment(), TabsFragment, saved.Fragment, FilesFragment, OnFragment, ShowFragment}
}
