package list

import (
	"net/url"

	"acolhe/models/types/errs"
	"acolhe/views/list"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Outcome is the content of the toast after an action: a sentence, the kind of undo, and a link to more, labelled Way.
type Outcome struct {
	Text      string
	UndoID    int64
	Path, Way string
}

// Action performs an action on the selected rows and redirects to the list with a toast.
func (p Pages[Row, Input]) Action(r *web.Request,
	verb func(r *web.Request, selected list.Query[Input], posted web.FormData) (Outcome, error)) error {
	selected, err := p.Selected(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	outcome, err := verb(r, selected, posted)
	if err != nil {
		return err
	}
	return p.Finish(r, outcome, posted.Or("volta", p.List.Path))
}

// Finish leads back to a list with a toast that says the outcome.
func (p Pages[Row, Input]) Finish(r *web.Request, outcome Outcome, back string) error {
	r.NotifyWith(web.Notice{Text: outcome.Text, Undo: undo.Href(outcome.UndoID), Path: outcome.Path, Way: outcome.Way})
	return r.Redirect(web.LocalPath(back, p.List.Path))
}

// Selected returns the query of the selected rows: the picked ones or, after an explicit second step, all that
// match the filters.
func (p Pages[Row, Input]) Selected(r *web.Request) (list.Query[Input], error) {
	var none list.Query[Input]
	selection, err := ReadSelection(r)
	if err != nil {
		return none, err
	}
	filters, err := p.List.Parse(selection.Filters)
	if err != nil {
		return none, err
	}
	if !selection.All && len(selection.IDs) == 0 {
		return none, errs.Invalid("ids", "selecione "+p.List.Rows.One+" na lista")
	}
	query, err := p.List.Query(list.Address{Filters: filters, Sort: selection.Sort})
	if err != nil || selection.All {
		return query, err
	}
	return query, p.List.Pick(&query.Input, selection.IDs)
}

// Selection is the selection sent by a list: picked rows or, after an explicit second step, all that match the filters.
type Selection struct {
	IDs     []string `form:"ids"`
	All     bool     `form:"todos"`
	Filters string   `form:"filtros"`
	Sort    string   `form:"ordem"`
	Format  string   `form:"formato"`
}

// ReadSelection reads the selection sent by a list, which is in the address of a GET.
func ReadSelection(r *web.Request) (Selection, error) {
	var selection Selection
	sent, err := sentBy(r)
	if err == nil {
		err = sent.Bind(&selection)
	}
	return selection, err
}

func sentBy(r *web.Request) (web.FormData, error) {
	if !r.IsGet() {
		return r.FormData()
	}
	values, err := url.ParseQuery(r.RawQuery())
	if err != nil {
		return nil, errs.Invalid("query", "não é uma seleção")
	}
	return web.FormData(values), nil
}
