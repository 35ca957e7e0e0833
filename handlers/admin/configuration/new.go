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
	kind := settings.ValueType(posted.Or("value_type", ""))
	input := configuration.CreateInput{
		System: posted.Or("system", ""), Key: posted.Or("key", ""), ValueType: kind,
		Description: posted.Or("description", ""), IsSensitive: posted.Or("is_sensitive", "") == "true",
		IsRequired:     posted.Or("is_required", "") == "true",
		AllowHardcoded: patch.Of(posted.Or("allow_hardcoded", "") == "true"),
		Value:          typedValue(kind, posted.Or("value", "")), HardcodedDefault: typedValue(kind, posted.Or("hardcoded_default", "")),
	}
	created, err := p.Settings.Create(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.renderNew(r, form.State[configuration.CreateInput]{IsNew: true, Typed: posted, Refused: err})
	}
	r.Notify("Chave “" + created.Key + "” criada.")
	return r.Redirect(view.Href(created.System))
}

// typedValue returns a typed value of a type; an empty one is not sent.
func typedValue(kind settings.ValueType, typed string) patch.Field[json.RawMessage] {
	value := view.ValueOf(kind, typed)
	return patch.Field[json.RawMessage]{Sent: len(value) > 0, Value: value}
}

func (p Pages) renderNew(r *web.Request, state form.State[configuration.CreateInput]) error {
	system := r.Param("system")
	state.Row = configuration.CreateInput{System: system, ValueType: settings.Text, AllowHardcoded: patch.Of(true)}
	if state.Typed == nil {
		state.Alert = view.PublicNote()
	}
	around, err := p.Frame(r, "Nova chave", crumb, layouts.Crumb{Label: view.SystemName(system), Href: view.Href(system)})
	if err != nil {
		return err
	}
	around.Refused = state.Refused != nil
	return r.RenderForm(state.Refused, form.Panel(around, view.New(system).Page(state)))
}
