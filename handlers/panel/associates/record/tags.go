package record

import (
	people "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// tagAssociate adds the chosen tag to the associate.
func (p Pages) tagAssociate(r *web.Request) error {
	input, err := p.tagOf(r)
	if err != nil {
		return err
	}
	if _, err := associates.AddTag(r.Context(), p.DB, r.By, associates.TagInput{IDs: []int64{input.ID}, Tag: input.Tag}); err != nil {
		return err
	}
	r.Notify("Etiqueta “" + input.Tag + "” adicionada.")
	return r.Redirect(associatesview.Href(input.ID))
}

// untagAssociate asks for no confirmation, because it can be undone.
func (p Pages) untagAssociate(r *web.Request) error {
	input, err := p.tagOf(r)
	if err != nil {
		return err
	}
	undoID, err := associates.Untag(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	r.NotifyUndo("Etiqueta “"+input.Tag+"” retirada.", undo.Href(undoID))
	return r.Redirect(associatesview.Href(input.ID))
}

// tagOf reads the associate of the address and the tag of the form.
func (p Pages) tagOf(r *web.Request) (associates.RemovedTag, error) {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return associates.RemovedTag{}, err
	}
	posted, err := r.FormData()
	return associates.RemovedTag{ID: associate.ID, Tag: posted.Or("tag", "")}, err
}
