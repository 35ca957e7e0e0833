package configuration

import (
	"encoding/json"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/models/types/patch"
	view "acolhe/views/admin/configuration"
	"acolhe/views/form"
	"acolhe/views/layouts"
	"acolhe/web"
)

func (p Pages) new(r *web.Request) error {
	return p.renderNew(r, form.State[configuration.CreateInput]{IsNew: true})
}

func (p Pages) create(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := configuration.CreateInput{
		System: posted.Or("system", ""), Key: posted.Or("key", ""), ValueType: settings.ValueType(posted.Or("value_type", "")),
		Description: posted.Or("description", ""), IsSensitive: posted.Or("is_sensitive", "") == "true",
	}
	if value := view.ValueOf(input.ValueType, posted.Or("value", "")); len(value) > 0 {
		input.Value = patch.Of(json.RawMessage(value))
	}
	created, err := p.Settings.Create(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.renderNew(r, form.State[configuration.CreateInput]{IsNew: true, Typed: posted, Refused: err})
	}
	r.Notify("Chave “" + created.Key + "” criada.")
	return r.Redirect(view.Href(created.System))
}

func (p Pages) renderNew(r *web.Request, state form.State[configuration.CreateInput]) error {
	system := r.Param("system")
	state.Row = configuration.CreateInput{System: system, ValueType: settings.Text}
	if state.Typed == nil && p.Settings.IsPublic(system) {
		state.Alert = view.PublicNote()
	}
	around, err := p.Frame(r, "Nova chave", crumb, layouts.Crumb{Label: view.SystemName(system), Href: view.Href(system)})
	if err != nil {
		return err
	}
	around.Refused = state.Refused != nil
	return r.RenderForm(state.Refused, form.Panel(around, view.New(system).Page(state)))
}
