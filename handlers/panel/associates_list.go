package panel

import (
	"net/url"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/platform/preferences"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/panel"
	"acolhe/web"
)

func (p Panel) listAssociates(r *web.Request) error {
	query, err := associateQuery(r)
	if err != nil {
		return err
	}
	row, err := p.viewsOf(r, "associados", query.Filters)
	if err != nil || p.openView(r, row) {
		return err
	}
	row.Sort, row.Standing = string(query.Sort), panel.IsAssociateTab(query.Filters)
	list, err := p.associateList(r, query)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Associados")
	if err != nil {
		return err
	}
	list.Views, list.Now = row, frame.Now
	return r.Render(panel.Associates(frame, list), panel.AssociateListFragment, panel.ListViewsFragment, panel.ListExportFragment)
}

func associateQuery(r *web.Request) (panel.AssociateQuery, error) {
	filters, err := associateFilters(r.RawQuery())
	return panel.AssociateQuery{Filters: filters, Sort: associates.Sort(r.Query("ordem")), Page: r.QueryPage()}, err
}

// associateList reads the part of the list that is asked for, and what is shown around it.
func (p Panel) associateList(r *web.Request, query panel.AssociateQuery) (list panel.AssociateList, err error) {
	list = panel.AssociateList{Query: query, CanRegister: access.Can(r.By, "users", access.Create), CanChange: access.Can(r.By, "users", access.Update),
		CanEnqueue: access.Can(r.By, "reception", access.Create)}
	input := associateInput(query.Filters)
	input.Sort = query.Sort
	input.Window = page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset()}
	if list.Found, err = associates.List(r.Context(), p.DB, input, r.Now); err != nil {
		return list, err
	}
	if list.Tabs, err = p.associateTabs(r); err != nil {
		return list, err
	}
	if list.Counted, err = p.associatesLeft(r, list); err != nil {
		return list, err
	}
	if list.Chosen, err = preferences.Columns(r.Context(), p.DB, r.By, "associados"); err != nil {
		return list, err
	}
	list.Tags, err = tags.Offered(r.Context(), p.DB, "users")
	return list, err
}

// associateFilters keeps of a query what a view of the list may hold.
func associateFilters(query string) (url.Values, error) {
	kept, err := keptOf(query, panel.AssociateFilterNames())
	if err != nil {
		return nil, err
	}
	if days := kept.Get("sem_pedido"); days != "" {
		if number, err := strconv.Atoi(days); err != nil || number < 1 {
			return nil, errs.Invalid("sem_pedido", "deve ser um número de dias")
		}
	}
	return kept, associateInput(kept).Check()
}

// associateInput is the query of the filters, which associateFilters has seen.
func associateInput(filters url.Values) associates.ListInput {
	days, _ := strconv.Atoi(filters.Get("sem_pedido"))
	return associates.ListInput{
		Q: filters.Get("q"), Standing: associates.MembershipStatus(filters.Get("situacao")), Phase: associates.Phase(filters.Get("fase")),
		State: filters.Get("uf"), City: filters.Get("cidade"), Prescriber: filters.Get("prescritor"), Tag: filters.Get("etiqueta"),
		From: filters.Get("de"), To: filters.Get("ate"), Patients: associates.Patients(filters.Get("pacientes")), NoOrderFor: days,
	}
}

// associateTabs are the views that the list brings along, counted. They stand beside the part
// of the page that filters replace.
func (p Panel) associateTabs(r *web.Request) ([]panel.AssociateTab, error) {
	tabs := panel.AssociateTabs()
	if r.IsFragment() {
		return tabs, nil
	}
	standings, err := associates.CountByMembershipStatus(r.Context(), p.DB)
	if err != nil {
		return nil, err
	}
	for i, tab := range tabs {
		counted := standings.Of(associates.MembershipStatus(tab.Filters.Get("situacao")))
		if tab.Filters.Has("sem_pedido") {
			if counted, err = p.countAssociates(r, tab.Filters); err != nil {
				return nil, err
			}
		}
		tabs[i].Counted = &counted
	}
	return tabs, nil
}

// associatesLeft counts those that the filters leave, unless a tab has told already.
func (p Panel) associatesLeft(r *web.Request, list panel.AssociateList) (page.Counted, error) {
	for _, tab := range list.Tabs {
		if tab.Counted != nil && tab.Filters.Encode() == list.Query.Filters.Encode() {
			return *tab.Counted, nil
		}
	}
	return p.countAssociates(r, list.Query.Filters)
}

func (p Panel) countAssociates(r *web.Request, filters url.Values) (page.Counted, error) {
	return associates.Count(r.Context(), p.DB, associateInput(filters), r.Now)
}
