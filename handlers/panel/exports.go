package panel

import (
	"context"
	"maps"
	"net/url"

	"acolhe/handlers/list"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/preferences"
	"acolhe/models/platform/settings"
	"acolhe/models/tasks"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/panel"
	ordersview "acolhe/views/panel/orders"
	"acolhe/web"
)

// exportAssociates gives the list with its filters as a file.
func (p Panel) exportAssociates(r *web.Request) error {
	query, err := associateQuery(r)
	if err != nil {
		return err
	}
	return p.exportList(r, exports.Request{List: "associados", Query: asAsked(query.Filters, string(query.Sort)),
		Format: r.Query("formato"), Summary: panel.AssociatesAsked(query.Filters)})
}

// exportChosenAssociates gives those whom the bar of the list acts on. Picked rows are few.
func (p Panel) exportChosenAssociates(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	chosen, query, err := chosenAssociates(posted)
	if err != nil {
		return err
	}
	asked := exports.Request{List: "associados", Query: asAsked(query.Filters, string(query.Sort)),
		Format: posted.Or("formato", ""), Summary: panel.AssociatesAsked(query.Filters)}
	if chosen.All {
		return p.exportList(r, asked)
	}
	asked.Summary = []string{fmtbr.Plural(len(chosen.IDs), "selecionado", "selecionados")}
	if asked.Columns, err = preferences.Columns(r.Context(), p.DB, r.By, asked.List); err != nil {
		return err
	}
	export, err := p.prepareAssociates(r.Context(), r.By, asked, chosen)
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}

// exportList gives a list as it is shown now or, when it is long, has it written and leads to
// where that is told of.
func (p Panel) exportList(r *web.Request, asked exports.Request) (err error) {
	asked.Collection = p.listPages()[asked.List].collection
	if asked.Columns, err = preferences.Columns(r.Context(), p.DB, r.By, asked.List); err != nil {
		return err
	}
	export, err := p.PrepareExport(r.Context(), r.By, asked)
	if err != nil {
		return err
	}
	large, err := export.IsLarge(r.Context())
	if err != nil {
		return err
	}
	if !large {
		return list.Stream(r, export)
	}
	task, err := tasks.RequestExport(r.Context(), p.DB, r.By, asked)
	return p.tasks().Requested(r, task, err)
}

// asAsked is the query of filters and an order, as the list's address has them.
func asAsked(filters url.Values, sort string) string {
	query := maps.Clone(filters)
	if sort != "" {
		query.Set("ordem", sort)
	}
	return query.Encode()
}

// PrepareExport gets a list of the panel ready as it was asked for, with the rows that the person
// may see by now. That they may read the list at all is for the caller to make sure.
func (p Panel) PrepareExport(ctx context.Context, by auth.Caller, asked exports.Request) (*exports.Export, error) {
	query, err := url.ParseQuery(asked.Query)
	if err != nil {
		return nil, errs.Invalid("query", "não são filtros de uma lista")
	}
	switch asked.List {
	case "associados":
		filters, err := associateFilters(asked.Query)
		if err != nil {
			return nil, err
		}
		chosen := associates.Chosen{ListInput: associateInput(filters), All: true}
		chosen.Sort = associates.Sort(query.Get("ordem"))
		return p.prepareAssociates(ctx, by, asked, chosen)
	case "pedidos":
		return ordersview.List().Export(ctx, p.desk(), by, asked)
	}
	return nil, errs.NotFound("Esta lista não existe.")
}

func (p Panel) prepareAssociates(ctx context.Context, by auth.Caller, asked exports.Request, chosen associates.Chosen) (*exports.Export, error) {
	zone, err := settings.Location(ctx, p.DB)
	if err != nil {
		return nil, err
	}
	return exports.Prepare(ctx, p.desk(), exports.List[associates.Listed]{
		Request: asked, Columns: panel.AssociateList{Chosen: asked.Columns, Now: by.Now.In(zone)}.SheetColumns(), By: by,
		Count: func(ctx context.Context, tx *db.DB, most int) (page.Counted, error) {
			return associates.CountMeant(ctx, tx, chosen, most, by.Now)
		},
		Each: func(ctx context.Context, tx *db.DB, take func(associates.Listed) error) error {
			return associates.Each(ctx, tx, chosen, by.Now, take)
		},
	})
}

func (p Panel) desk() exports.Source { return exports.Source{DB: p.DB, Semaphore: p.Exports} }
