package panel

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/db"
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
