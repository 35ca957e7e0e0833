// Package orders serves the pages of orders: the list, the page of one, its moves and its parcel.
package orders

import (
	"context"

	"slices"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/record"
	"acolhe/web"
)

var crumb = layouts.Crumb{Label: "Pedidos", Href: view.Path}

// Pages serves the pages of orders, but for the cart.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Freight names the carriers that sell labels.
	Freight freight.Quoter
	// Parcels buys labels and follows parcels.
	Parcels parcels.Office
	Exports exports.Semaphore
	// Live wakes pages when a table changes.
	Live *live.Hub
	// RequestedExport redirects to a background export, or shows why it was refused.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, changes, removes := web.StaffCan("orders", access.Read), web.StaffCan("orders", access.Update),
		web.StaffCan("orders", access.Delete)
	return append(slices.Concat(p.steps(changes), p.manySteps(changes), p.parcelRoutes(reads, changes), p.labelRoutes(reads, changes)),
		[]web.Route{
			web.Page(view.Path, reads, p.list().Show).FromReplica(),
			web.Page(view.Path+"/soma", reads, p.sum),
			web.Form(view.Path+"/exportar", reads, p.list().Export),
			web.Form(view.Path+"/exportar/selecionados", reads, p.list().ExportPicked),
			web.Form(view.Path+"/imprimir", reads, p.printSelected),
			web.Form(view.Path+"/mudar-situacao", changes, p.moveSelected),
			web.Form(view.Path+"/etiquetar", changes, p.tagSelected),
			web.Form(view.Path+"/desetiquetar", changes, p.untagSelected),
			web.Page(one, reads, p.show),
			web.Page(one+"/folha.pdf", reads, p.print),
			web.Form(one+"/situacao", changes, p.move),
			web.Form(one+"/observacoes", changes, p.annotate),
			web.Form(one+view.TagSlug, changes, p.tag(tasks.AddOrderTag, "adicionada")),
			web.Form(one+view.UntagSlug, changes, p.tag(tasks.RemoveOrderTag, "retirada")),
			web.Page(one+record.RemoveSlug, removes, p.askRemove),
			web.Form(one+record.RemoveSlug, removes, p.remove),
		}...)
}

// List returns the list of orders.
func List() list.List[orders.Order, orders.ListInput] {
	return list.List[orders.Order, orders.ListInput]{Definition: view.List(), Find: orders.List, Count: orders.Count, Each: orders.Each,
		CountTabs: func(ctx context.Context, tx *db.DB, by auth.Caller, input orders.ListInput) (map[string]page.Counted, error) {
			counts, err := orders.CountStatuses(ctx, tx, by, input, page.CountLimit)
			return view.TabCounts(counts), err
		}}
}

func (p Pages) list() list.Pages[orders.Order, orders.ListInput] {
	return list.Pages[orders.Order, orders.ListInput]{DB: p.DB, Frame: p.Frame, List: List(), Exports: p.Exports,
		RequestedExport: p.RequestedExport, Complete: p.addSum}
}

// addSum adds the drawer and the sum of the list. Without scripts the sum is a link to the list with its sum.
func (p Pages) addSum(r *web.Request, state *listview.State, _ []orders.Order, query selected) error {
	state.After = view.Overlays(access.Can(r.By, "orders", access.Update))
	if r.Query("soma") == "" {
		state.Sum = view.SumLater(state.Address, state.Counted)
		return nil
	}
	sums, err := orders.Sum(r.Context(), p.DB, r.By, query.Input)
	state.Sum = view.Sum(sums)
	return err
}

// sum answers with the sums of a list, which pages request after the list.
func (p Pages) sum(r *web.Request) error {
	filters, err := view.List().Parse(r.RawQuery())
	if err != nil {
		return err
	}
	query, err := view.List().Query(listview.Address{Filters: filters})
	if err != nil {
		return err
	}
	sums, err := orders.Sum(r.Context(), p.DB, r.By, query.Input)
	if err != nil {
		return err
	}
	return r.Render(view.Sum(sums))
}
