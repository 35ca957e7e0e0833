package associates

import (
	"acolhe/models/associates"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/associates"
	"acolhe/views/ui"
	"acolhe/web"
)

// editField gives a list the form of one value, when somebody wants to change it there.
func (p Pages) editField(r *web.Request) error {
	field, err := p.fieldOf(r)
	if err != nil {
		return err
	}
	if !r.IsFragment() {
		return r.Redirect(field.Edit().Page)
	}
	field.Done = ui.Edited
	return r.Render(field.Edit())
}

// changeField changes one value where it stands. Nothing else in the row is touched, so that
// two people may change two values at a time.
func (p Pages) changeField(r *web.Request) error {
	field, err := p.fieldOf(r)
	if err != nil {
		return err
	}
	field.Done = ui.Saved
	if field.Form.Typed, err = r.FormData(); err != nil {
		return err
	}
	changed, refused := p.changeOne(r, field.Form.Row.ID, field)
	if refused != nil {
		field.Form.Refused, field.Done = refused, ui.Refused
		return r.RenderProblems(refused, field.Edit())
	}
	if !r.IsFragment() {
		r.Notify("Alteração salva.")
		return r.Redirect(view.PersonHref(field.Form.Row.ID))
	}
	field.Form.Row, field.Form.Typed = changed, nil
	return r.Render(field.Edit())
}

// fieldOf is the value that the address names, as it is.
func (p Pages) fieldOf(r *web.Request) (view.InlineField, error) {
	name := r.Param("campo")
	if !view.IsInlineField(name) {
		return view.InlineField{}, errs.NotFound("Campo não encontrado.")
	}
	associate, err := p.personOf(r)
	if err != nil {
		return view.InlineField{}, err
	}
	offered, err := tags.Offered(r.Context(), p.DB, "users")
	return view.InlineField{Name: name, Form: view.Form{Row: associate, Tags: offered}}, err
}

// changeOne reads from the form only what its address names.
func (p Pages) changeOne(r *web.Request, id int64, field view.InlineField) (associates.Associate, error) {
	var typed struct {
		Phone       patch.Field[string]   `form:"phone"`
		HealthNotes patch.Field[string]   `form:"health_notes"`
		Tags        patch.Field[[]string] `form:"tags"`
	}
	only := web.FormData{field.Name: field.Form.Typed[field.Name]}
	if err := only.Bind(&typed); err != nil {
		return associates.Associate{}, err
	}
	input := associates.ChangeInput{ID: id,
		Profile: associates.Profile{Phone: typed.Phone, HealthNotes: typed.HealthNotes, Tags: typed.Tags}}
	return associates.Change(r.Context(), p.DB, r.By, input)
}
