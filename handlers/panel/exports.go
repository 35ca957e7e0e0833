package panel

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/db"
	"acolhe/models/exports"
	"acolhe/models/orders"
	"acolhe/models/preferences"
	"acolhe/models/settings"
	"acolhe/views/fmtbr"
	"acolhe/views/panel"
	"acolhe/web"
)

// exportAssociates gives the list with its filters as a file.
func (p Panel) exportAssociates(r *web.Request) error {
	query, err := associateQuery(r)
	if err != nil {
		return err
	}
	chosen := associates.Chosen{ListInput: associateInput(query.Filters), All: true}
	chosen.Sort = query.Sort
	return p.sendAssociates(r, chosen, panel.AssociatesAsked(query.Filters), r.Query("formato"))
}

// exportChosenAssociates gives those whom the bar of the list acts on.
func (p Panel) exportChosenAssociates(r *web.Request) error {
	posted, err := r.Posted()
	if err != nil {
		return err
	}
	chosen, query, err := chosenAssociates(posted)
	if err != nil {
		return err
	}
	asked := panel.AssociatesAsked(query.Filters)
	if !chosen.All {
		asked = []string{fmtbr.Plural(len(chosen.IDs), "selecionado", "selecionados")}
	}
	return p.sendAssociates(r, chosen, asked, posted.Or("formato", ""))
}

func (p Panel) sendAssociates(r *web.Request, chosen associates.Chosen, asked []string, format string) error {
	columns, err := preferences.Columns(r.Context(), p.DB, r.By, "associados")
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	shown := panel.AssociateList{Chosen: columns, Now: r.Now.In(zone)}
	return send(p, r, format, exports.List[associates.Listed]{
		Name: "associados", Columns: shown.SheetColumns(), Asked: asked, By: r.By, Now: r.Now,
		Each: func(ctx context.Context, tx *db.DB, take func(associates.Listed) error) error {
			return associates.Each(ctx, tx, chosen, r.Now, take)
		},
	})
}

// exportOrders gives the order list with its filters as a file.
func (p Panel) exportOrders(r *web.Request) error {
	query, err := orderQuery(r)
	if err != nil {
		return err
	}
	input := orderInput(query.Filters)
	input.Sort = query.Sort
	columns, err := preferences.Columns(r.Context(), p.DB, r.By, "pedidos")
	if err != nil {
		return err
	}
	return send(p, r, r.Query("formato"), exports.List[orders.Order]{
		Name: "pedidos", Columns: panel.OrderList{Chosen: columns}.SheetColumns(), Asked: panel.OrdersAsked(query.Filters), By: r.By, Now: r.Now,
		Each: func(ctx context.Context, tx *db.DB, take func(orders.Order) error) error {
			return orders.Each(ctx, tx, r.By, input, take)
		},
	})
}

func send[Row any](p Panel, r *web.Request, format string, list exports.List[Row]) error {
	export, err := exports.Prepare(r.Context(), exports.Desk{DB: p.DB, Turns: p.Exports}, list, format)
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: export.FileName, ContentType: export.ContentType, Limit: exports.Limit}, export.Write)
}
