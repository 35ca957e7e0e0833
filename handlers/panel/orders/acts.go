package orders

import (
	"context"

	"acolhe/handlers/list"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	listview "acolhe/views/list"
	view "acolhe/views/panel/orders"
	"acolhe/web"
)

// selected is a query of the selected orders, picked or by a filter.
type selected = listview.Query[orders.ListInput]

// maxChanged is the number of orders at which a change of a selection is refused.
const maxChanged = 501

// moveSelected changes the status of the selected orders.
func (p Pages) moveSelected(r *web.Request) error { return p.list().Act(r, p.moveOrders) }

func (p Pages) tagSelected(r *web.Request) error { return p.list().Act(r, p.tagOrders) }

func (p Pages) untagSelected(r *web.Request) error { return p.list().Act(r, p.untagOrders) }

func (p Pages) moveOrders(r *web.Request, query selected, posted web.FormData) (list.Outcome, error) {
	ids, err := p.idsOf(r, query)
	if err != nil {
		return list.Outcome{}, err
	}
	to := orders.Status(posted.Or("status", ""))
	done, err := orders.MoveMany(r.Context(), p.DB, r.By, orders.MoveManyInput{IDs: ids, Status: to})
	outcome := list.Outcome{Text: view.MovedTogether(to, done), UndoID: done.UndoID}
	if len(done.Refused) == 1 {
		outcome.Path, outcome.Way = view.Href(done.Refused[0].ID), "Ver"
	}
	return outcome, err
}

func (p Pages) tagOrders(r *web.Request, query selected, posted web.FormData) (list.Outcome, error) {
	return p.changeTags(r, query, posted, orders.AddTag, view.TaggedTogether)
}

func (p Pages) untagOrders(r *web.Request, query selected, posted web.FormData) (list.Outcome, error) {
	return p.changeTags(r, query, posted, orders.RemoveTag, view.UntaggedTogether)
}

type (
	tagVerb     = func(ctx context.Context, tx *db.DB, by auth.Caller, input orders.TagInput) (orders.ManyChanged, error)
	tagSentence = func(tag string, done orders.ManyChanged) string
)

func (p Pages) changeTags(r *web.Request, query selected, posted web.FormData, change tagVerb, sentence tagSentence) (list.Outcome, error) {
	ids, err := p.idsOf(r, query)
	if err != nil {
		return list.Outcome{}, err
	}
	tag := posted.Or("tag", "")
	done, err := change(r.Context(), p.DB, r.By, orders.TagInput{IDs: ids, Tag: tag})
	return list.Outcome{Text: sentence(tag, done), UndoID: done.UndoID}, err
}

// printSelected answers with a PDF of the selected orders, in the order of the list.
func (p Pages) printSelected(r *web.Request) error {
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	query.Window = page.Window{Limit: new(view.MaxPrinted + 1)}
	found, err := p.list().List.Find(r.Context(), p.DB, r.By, query)
	switch {
	case err != nil:
		return err
	case len(found.Items) == 0:
		return errs.NotFound("Pedido não encontrado.")
	case len(found.Items) > view.MaxPrinted:
		return errs.Invalid("ids", "imprima no máximo 50 pedidos de cada vez")
	}
	return p.printAll(r, found.Items)
}

// idsOf returns the ids of the selected orders, at most maxChanged of a filter.
func (p Pages) idsOf(r *web.Request, query selected) ([]int64, error) {
	if query.Input.IDs != nil {
		return query.Input.IDs, nil
	}
	query.Window, query.Reads = page.Window{Limit: new(maxChanged)}, []string{"id"}
	found, err := p.list().List.Find(r.Context(), p.DB, r.By, query)
	ids := make([]int64, len(found.Items))
	for i, order := range found.Items {
		ids[i] = order.ID
	}
	return ids, err
}
