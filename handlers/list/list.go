// Package list serves list pages: it reads the address, calls the area's verbs by the list's definition, and shows the
// page, the part of it that a filter replaces, or the list as a file.
package list

import (
	"context"
	"maps"
	"net/url"

	"acolhe/handlers/frame"
	"acolhe/models/lists"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/preferences"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/list/saved"
	"acolhe/web"
)

// List joins the definition of a list with the verbs of its area.
type List[Row, Input any] struct {
	list.Definition[Row, Input]
	// Find returns one page of the rows that the caller may see.
	Find func(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (page.Of[Row], error)
	// Count counts these rows up to a limit.
	Count func(ctx context.Context, tx *db.DB, by auth.Caller, input Input, limit int) (page.Counted, error)
	// CountTabs counts several tabs at once, by their encoded filters, under an input without these; Count counts a tab
	// missing from the result. It may be nil.
	CountTabs func(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (map[string]page.Counted, error)
	// Each passes all rows in their order, for files. A list without it has no export.
	Each func(ctx context.Context, tx *db.DB, by auth.Caller, input Input, take func(Row) error) error
}

// CountFor counts the rows that match filters, as Parse returned them, among those that the caller may see.
func (l List[Row, Input]) CountFor(ctx context.Context, tx *db.DB, by auth.Caller, filters url.Values) (page.Counted, error) {
	query, err := l.Query(list.Address{Filters: filters})
	if err != nil {
		return page.Counted{}, err
	}
	return l.countPage(ctx, tx, by, query.Input)
}

// countPage counts the rows of a list up to the limit of pages.
func (l List[Row, Input]) countPage(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (page.Counted, error) {
	limit := page.CountLimit
	if l.CountLimit != nil {
		limit = l.CountLimit(input)
	}
	return l.Count(ctx, tx, by, input, limit)
}

// Pages serves one list and its files.
type Pages[Row, Input any] struct {
	DB      *db.DB
	Frame   frame.Func
	List    List[Row, Input]
	Exports exports.Semaphore
	// RequestedExport redirects to a background export, or shows why it was refused.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
	// Complete adds content beside the rows; it may be nil.
	Complete func(r *web.Request, state *list.State, found []Row, query list.Query[Input]) error
}

// Show serves the list.
func (p Pages[Row, Input]) Show(r *web.Request) error {
	address, err := p.address(r)
	if err != nil {
		return err
	}
	state := list.State{Address: address, By: r.By, HasFiles: p.List.Each != nil, CanCreate: p.List.New.Label != "" &&
		access.Can(r.By, p.List.Collection, access.Create)}
	if err := p.choices(r, &state); err != nil {
		return err
	}
	if IsViewAlone(r, state.Views) {
		return r.Redirect(saved.Address(p.List.Path, state.Views.Current.View))
	}
	query, err := p.List.Query(address)
	if err != nil {
		return err
	}
	query.Reads = p.List.NeededColumns(state.Columns)
	if address.IsPlain() && len(state.Columns) == 0 {
		p.DB = db.Prepared(p.DB)
	}
	found, err := p.List.Find(r.Context(), p.DB, r.By, p.List.Read(query))
	if err != nil {
		return err
	}
	r.ShowsPeople(len(found.Items))
	if err := p.fill(r, &state, query); err != nil {
		return err
	}
	around, err := p.Frame(r, p.List.Title)
	if err != nil {
		return err
	}
	state.Now = around.Now
	if p.Complete != nil {
		if err := p.Complete(r, &state, found.Items, query); err != nil {
			return err
		}
	}
	shown := p.List.Page(state, found.Items)
	return r.Render(list.Panel(around, shown), p.List.Fragments()...)
}

// address reads the state of the list from the address, without unknown parameters.
func (p Pages[Row, Input]) address(r *web.Request) (list.Address, error) {
	filters, err := p.List.Parse(r.RawQuery())
	return list.Address{Path: p.List.Path, Filters: filters, Sort: r.Query("ordem"), Page: r.QueryPage()}, err
}

// choices reads the saved views, the chosen columns and the tags on offer, if the list has them.
func (p Pages[Row, Input]) choices(r *web.Request, state *list.State) error {
	if !p.List.HasViews && !p.List.HasTags() {
		return nil
	}
	found, err := lists.Read(r.Context(), p.DB, r.By, p.List.Name, p.List.Collection)
	if p.List.HasViews {
		state.Views, state.Columns = ViewsOf(r, found.Views), found.Columns
		state.Address.View = viewInAddress(state.Views)
	}
	state.Tags = found.Tags
	return err
}

// fill counts the rows.
func (p Pages[Row, Input]) fill(r *web.Request, state *list.State, query list.Query[Input]) (err error) {
	if state.TabCounts, err = p.countTabs(r, state.Address.Filters); err != nil {
		return err
	}
	tab, isTab := p.List.CurrentTab(state.Address.Filters)
	counted, isCounted := state.TabCounts[tab.Filters.Encode()]
	if !isTab || !isCounted {
		if counted, err = p.List.countPage(r.Context(), p.DB, r.By, query.Input); err != nil {
			return err
		}
	}
	state.Counted = counted
	return nil
}

// countTabs counts each tab under the filters of the other fields, unless the list leaves tabs without counts.
func (p Pages[Row, Input]) countTabs(r *web.Request, filters url.Values) (map[string]page.Counted, error) {
	if p.List.HasPlainTabs {
		return nil, nil
	}
	counts := map[string]page.Counted{}
	if p.List.CountTabs != nil {
		query, err := p.List.Query(list.Address{Filters: p.List.WithTab(list.Tab{}, filters)})
		if err != nil {
			return nil, err
		}
		together, err := p.List.CountTabs(r.Context(), p.DB, r.By, query.Input)
		if err != nil {
			return nil, err
		}
		maps.Copy(counts, together)
	}
	for _, tab := range p.List.Tabs {
		key := tab.Filters.Encode()
		if _, known := counts[key]; known {
			continue
		}
		counted, err := p.List.CountFor(r.Context(), p.DB, r.By, p.List.WithTab(tab, filters))
		if err != nil {
			return nil, err
		}
		counts[key] = counted
	}
	return counts, nil
}

// Export answers with the list as a file or, for a long list, starts a background export.
func (p Pages[Row, Input]) Export(r *web.Request) error {
	address, err := p.address(r)
	if err != nil {
		return err
	}
	return p.export(r, address, r.Query("formato"))
}

// ExportPicked answers with the selected rows as a file. They are few, unless all rows of the filter are selected.
func (p Pages[Row, Input]) ExportPicked(r *web.Request) error {
	selection, err := ReadSelection(r)
	if err != nil {
		return err
	}
	filters, err := p.List.Parse(selection.Filters)
	if err != nil {
		return err
	}
	address := list.Address{Path: p.List.Path, Filters: filters, Sort: selection.Sort}
	if selection.All {
		return p.export(r, address, selection.Format)
	}
	if len(selection.IDs) == 0 {
		return errs.Invalid("ids", "selecione "+p.List.Rows.One+" na lista")
	}
	columns, err := preferences.Columns(r.Context(), p.DB, r.By, p.List.Name)
	if err != nil {
		return err
	}
	export, err := p.List.ExportPicked(r.Context(), p.source(), r.By, p.List.Request(address, columns, selection.Format), selection.IDs)
	if err != nil {
		return err
	}
	return Stream(r, export)
}

func (p Pages[Row, Input]) export(r *web.Request, address list.Address, format string) error {
	columns, err := preferences.Columns(r.Context(), p.DB, r.By, p.List.Name)
	if err != nil {
		return err
	}
	request := p.List.Request(address, columns, format)
	export, err := p.List.Export(r.Context(), p.source(), r.By, request)
	if err != nil {
		return err
	}
	isLarge, err := export.IsLarge(r.Context())
	if err != nil {
		return err
	}
	if !isLarge {
		return Stream(r, export)
	}
	task, err := tasks.RequestExport(r.Context(), p.DB, r.By, request)
	return p.RequestedExport(r, task, err)
}

func (p Pages[Row, Input]) source() exports.Source {
	return exports.Source{DB: p.DB, Semaphore: p.Exports}
}

// Stream sends an export while its rows are read.
func Stream(r *web.Request, export *exports.Export) error {
	return r.Download(web.File{Name: export.FileName, ContentType: export.ContentType, Limit: exports.Timeout}, export.Write)
}
