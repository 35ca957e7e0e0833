package panel

import (
	"context"
	"net/url"
	"time"

	"acolhe/models/associates"
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/person"
	"acolhe/views/fmtbr"
	"acolhe/views/panel"
	"acolhe/web"
)

// tagging is associates.AddTag or RemoveTag.
type tagging func(context.Context, *db.DB, person.Person, associates.TagInput, time.Time) (int, error)

func (p Panel) tagAssociates(r *web.Request) error {
	return p.applyTag(r, associates.AddTag, " com a etiqueta “")
}

func (p Panel) untagAssociates(r *web.Request) error {
	return p.applyTag(r, associates.RemoveTag, " sem a etiqueta “")
}

func (p Panel) applyTag(r *web.Request, apply tagging, words string) error {
	posted, err := r.Posted()
	if err != nil {
		return err
	}
	var input associates.TagInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	count, err := apply(r.Context(), p.DB, r.By, input, r.Now)
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(count, "associado", "associados") + words + input.Tag + "”.")
	return r.Redirect(web.LocalPath(posted.Or("volta", panel.AssociatesPath), panel.AssociatesPath))
}

// chosenAssociates says whom the bar of the list acts on: the rows that were picked or, after
// its explicit second step, all that the filters leave by now.
func chosenAssociates(posted web.Posted) (associates.Chosen, panel.AssociateQuery, error) {
	var box struct {
		IDs     []int64 `form:"ids"`
		All     bool    `form:"todos"`
		Filters string  `form:"filtros"`
		Sort    string  `form:"ordem"`
	}
	query := panel.AssociateQuery{}
	if err := posted.Bind(&box); err != nil {
		return associates.Chosen{}, query, err
	}
	address, err := url.ParseQuery(box.Filters)
	if err != nil || !isText(address) {
		return associates.Chosen{}, query, errs.Invalid("filtros", "não são filtros de uma lista")
	}
	if query.Filters, err = associateFilters(address); err != nil {
		return associates.Chosen{}, query, err
	}
	query.Sort = associates.Sort(box.Sort)
	chosen := associates.Chosen{ListInput: associateInput(query.Filters), IDs: box.IDs, All: box.All}
	chosen.Sort = query.Sort
	return chosen, query, nil
}
