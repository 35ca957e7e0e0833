package panel

import (
	"acolhe/models/associates"
	"acolhe/models/tasks"
	"acolhe/views/panel"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/web"
)

func (p Panel) tagAssociates(r *web.Request) error { return p.applyToChosen(r, tasks.AddTag) }

func (p Panel) untagAssociates(r *web.Request) error { return p.applyToChosen(r, tasks.RemoveTag) }

func (p Panel) enqueueAssociates(r *web.Request) error { return p.applyToChosen(r, tasks.Enqueue) }

// applyToChosen does one thing to those whom the bar of the list acts on, or has it begun.
func (p Panel) applyToChosen(r *web.Request, kind tasks.Kind) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	chosen, _, err := chosenAssociates(posted)
	if err != nil {
		return err
	}
	about := associates.TagInput{}
	if err := posted.Bind(&about); err != nil {
		return err
	}
	input := tasks.Input{Kind: kind, Tag: about.Tag, Chosen: chosen}
	result, err := tasks.Apply(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	if result.Task != nil {
		r.NotifyOf(tasksview.Started(*result.Task), tasksview.Href(result.Task.ID))
	} else {
		r.Notify(tasksview.Applied(input, result))
	}
	return r.Redirect(web.LocalPath(posted.Or("volta", panel.AssociatesPath), panel.AssociatesPath))
}

// chosenAssociates says whom the bar of the list acts on: the rows that were picked or, after
// its explicit second step, all that the filters leave by now.
func chosenAssociates(posted web.FormData) (associates.Chosen, panel.AssociateQuery, error) {
	var box struct {
		IDs     []int64 `form:"ids"`
		All     bool    `form:"todos"`
		Filters string  `form:"filtros"`
		Sort    string  `form:"ordem"`
	}
	if err := posted.Bind(&box); err != nil {
		return associates.Chosen{}, panel.AssociateQuery{}, err
	}
	filters, err := associateFilters(box.Filters)
	if err != nil {
		return associates.Chosen{}, panel.AssociateQuery{}, err
	}
	query := panel.AssociateQuery{Filters: filters, Sort: associates.Sort(box.Sort)}
	chosen := associates.Chosen{ListInput: associateInput(query.Filters), IDs: box.IDs, All: box.All}
	chosen.Sort = query.Sort
	return chosen, query, nil
}
