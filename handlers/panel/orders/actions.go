package orders

import (
	"acolhe/handlers/list"
	"acolhe/models/orders"
	"acolhe/models/tasks"
	listview "acolhe/views/list"
	view "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/moves"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// selected is a query of the selected orders, picked or by a filter.
type selected = listview.Query[orders.ListInput]

// moveSelected changes the status of the selected orders.
func (p Pages) moveSelected(r *web.Request) error { return p.list().Action(r, p.moveOrders) }

func (p Pages) tagSelected(r *web.Request) error {
	return p.list().Action(r, p.changeTags(tasks.AddOrderTag, view.BulkTaggedMessage))
}

func (p Pages) untagSelected(r *web.Request) error {
	return p.list().Action(r, p.changeTags(tasks.RemoveOrderTag, view.BulkUntaggedMessage))
}

func (p Pages) moveOrders(r *web.Request, query selected, posted web.FormData) (list.Outcome, error) {
	step := tasks.Step{Status: orders.Status(posted.Or("status", ""))}
	done, err := tasks.Apply(r.Context(), p.DB, r.By, tasks.Input{Kind: tasks.MoveOrders, Step: step, Orders: query.Input})
	if err != nil {
		return list.Outcome{}, err
	}
	return movedOutcome(step.Status, done), nil
}

// movedOutcome says which orders changed their status, with a link to those that did not.
func movedOutcome(to orders.Status, done tasks.Result) list.Outcome {
	if done.Task != nil {
		return startedOutcome(*done.Task)
	}
	outcome := list.Outcome{Text: moves.ManyMessage(to, done), UndoID: done.UndoID, Path: moves.RefusedHref(done)}
	if outcome.Path != "" {
		outcome.Way = "Ver"
	}
	return outcome
}

func startedOutcome(task tasks.Task) list.Outcome {
	return list.Outcome{Text: tasksview.Started(task), Path: tasksview.Href(task.ID), Way: "Acompanhar"}
}

// tag returns the handler that adds a tag to the order of the address, or removes it.
func (p Pages) tag(kind tasks.Kind, done string) func(*web.Request) error {
	return func(r *web.Request) error {
		order, err := p.find(r)
		if err != nil {
			return err
		}
		posted, err := r.FormData()
		if err != nil {
			return err
		}
		tag := posted.Or("tag", "")
		result, err := tasks.Apply(r.Context(), p.DB, r.By, tasks.Input{Kind: kind, Tag: tag, Orders: orders.ListInput{IDs: []int64{order.ID}}})
		if err != nil {
			return err
		}
		if result.UndoID != 0 {
			r.NotifyUndo("Etiqueta “"+tag+"” "+done+".", undo.Href(result.UndoID))
		}
		return r.Redirect(view.Href(order.ID))
	}
}

type action = func(r *web.Request, query selected, posted web.FormData) (list.Outcome, error)

// changeTags returns an action that adds a tag to the selected orders, or removes it.
func (p Pages) changeTags(kind tasks.Kind, sentence func(tag string, changed int) string) action {
	return func(r *web.Request, query selected, posted web.FormData) (list.Outcome, error) {
		tag := posted.Or("tag", "")
		done, err := tasks.Apply(r.Context(), p.DB, r.By, tasks.Input{Kind: kind, Tag: tag, Orders: query.Input})
		if err != nil {
			return list.Outcome{}, err
		}
		if done.Task != nil {
			return startedOutcome(*done.Task), nil
		}
		return list.Outcome{Text: sentence(tag, done.Changed), UndoID: done.UndoID}, nil
	}
}
