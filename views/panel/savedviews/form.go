// Package savedviews shows the form of a saved view.
package savedviews

import (
	"acolhe/models/platform/savedviews"
	"acolhe/views/form"
	"acolhe/views/list"
	"acolhe/views/list/saved"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Form returns the form of a view of a list.
func Form(about list.About) form.Definition[savedviews.View] {
	return form.Definition[savedviews.View]{
		ID: "visao", This: "esta visão", Path: saved.Path, Verb: "Salvar visão", ConflictField: "name",
		Title: func(view *savedviews.View) string { return "Visão " + view.Name },
		RowID: func(view *savedviews.View) int64 { return view.ID }, Name: func(view *savedviews.View) string { return view.Name },
		Back: func(view *savedviews.View) string { return saved.Address(about.Path, *view) },
		Sections: []form.Section[savedviews.View]{{Fields: []form.Field[savedviews.View]{
			{Name: "name", Label: "Nome da visão", MaxLength: 80, Value: func(view *savedviews.View) string { return view.Name }},
			{Name: "shared_with", Label: "Compartilhar com", Hint: "Se não marcar nenhum, só você verá.", Control: roles,
				Values: func(view *savedviews.View) []string { return saved.RoleNames(view.SharedWith) }},
		}}},
	}
}

func roles(c form.Control) ui.Content {
	return control.Checks{Name: c.Name, Label: c.Label, Hint: c.Hint, Optional: true, Chosen: c.Values, Options: saved.RoleOptions(),
		Error: c.Error}
}
