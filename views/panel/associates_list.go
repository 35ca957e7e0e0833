package panel

import (
	"net/url"
	"slices"
	"time"

	"acolhe/models/associates"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/web"
)

// AssociateListFragment is the part of the list of associates that a filter replaces.
const AssociateListFragment = "lista-associados"

// AssociatesPath is the address of the list.
const AssociatesPath = "/painel/associados"

// associateColumnsID is the chooser of the columns.
const associateColumnsID = "colunas-associados"

// AssociateQuery is the state of the list, all of it in the address.
type AssociateQuery struct {
	// Filters holds the filters that are on, by their names in the address.
	Filters url.Values
	Sort    associates.Sort
	Page    web.PageQuery
}

// AssociateList is the list of associates.
type AssociateList struct {
	Query AssociateQuery
	Found []associates.Listed
	// Counted is how many the filters leave.
	Counted page.Counted
	Tabs    []AssociateTab
	Views   ListViews
	// Tags are the names that a tag can be chosen from.
	Tags []string
	// Chosen names the columns that the person wants; none means those that the list comes with.
	Chosen []string
	// Now carries the association's time zone.
	Now         time.Time
	CanRegister bool
	CanChange   bool
	CanEnqueue  bool
}

func (l AssociateList) address() listAddress {
	return listAddress{AssociatesPath, l.Query.Filters, string(l.Query.Sort), l.Query.Page, l.Views}
}

// here is the address of the list as it is shown.
func (l AssociateList) here() ui.Here { return l.address().here() }

func (l AssociateList) filterForm() ui.Filters {
	hidden := l.address().besideFilters()
	if first := l.Views.firstPage(); first != "" {
		hidden = append(hidden, ui.Option{Value: "pagina", Label: first})
	}
	return ui.Filters{Action: AssociatesPath, Target: AssociateListFragment, Label: "Filtrar associados",
		Q: l.Query.Filters.Get("q"), Placeholder: "Nome, CPF, e-mail ou telefone", Hidden: hidden}
}

func (l AssociateList) isFiltered() bool { return len(l.Query.Filters) > 0 }

// editWay leads from the address of a row to its form.
func (l AssociateList) editWay() string {
	if !l.CanChange {
		return ""
	}
	return "/editar"
}

// canTag tells whether there is a tag that the person may put on somebody.
func (l AssociateList) canTag() bool { return l.CanChange && len(l.Tags) > 0 }

// beyond counts those whom the filters find when the page does not show them all, else 0.
func (l AssociateList) beyond() int {
	if l.Counted.More || l.Counted.Rows > len(l.Found) {
		return l.Counted.Rows
	}
	return 0
}

func (l AssociateList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size,
		Total: l.Counted.Rows, More: l.Counted.More, Shown: len(l.Found)}
}

// AssociateTab is a view that the list brings along.
type AssociateTab struct {
	Label   string
	Filters url.Values
	Counted *page.Counted
}

// AssociateTabs lists the views that the list brings along.
func AssociateTabs() []AssociateTab {
	tabs := []AssociateTab{{Label: "Todos", Filters: url.Values{}}}
	for _, standing := range []associates.MembershipStatus{associates.Joining, associates.AwaitingSignature, associates.InvalidDocuments} {
		tabs = append(tabs, AssociateTab{Label: standingWords(standing), Filters: url.Values{"situacao": {string(standing)}}})
	}
	return append(tabs, AssociateTab{Label: "Sem pedido há 90 dias", Filters: url.Values{"sem_pedido": {"90"}}})
}

// IsAssociateTab tells filters that are those of a view that the list brings along.
func IsAssociateTab(filters url.Values) bool {
	return slices.ContainsFunc(AssociateTabs(), func(tab AssociateTab) bool { return tab.Filters.Encode() == filters.Encode() })
}

func (l AssociateList) tabs() []ui.Tab {
	var tabs []ui.Tab
	for _, tab := range l.Tabs {
		pairs := []string{"por", sizeInAddress(l.Query.Page)}
		for name := range tab.Filters {
			pairs = append(pairs, name, tab.Filters.Get(name))
		}
		shown := ui.Tab{Label: tab.Label, Href: ui.Here(AssociatesPath).With(pairs...),
			Current: l.Views.Current == nil && tab.Filters.Encode() == l.Query.Filters.Encode()}
		if tab.Counted != nil {
			shown.Count, shown.More = &tab.Counted.Rows, tab.Counted.More
		}
		tabs = append(tabs, shown)
	}
	return tabs
}

// AssociateColumns names the columns of the list that can be chosen.
func AssociateColumns() []string { return associateColumns().names() }

// columns are those that the list shows, in their order.
func (l AssociateList) columns() columns[associates.Listed] {
	return associateColumns().shown(l.Chosen)
}

func (l AssociateList) columnChooser() ui.ColumnChooser {
	chooser := associateColumns().chooser(l.Chosen)
	chooser.ID, chooser.List, chooser.Back = associateColumnsID, "associados", string(l.here())
	return chooser
}
