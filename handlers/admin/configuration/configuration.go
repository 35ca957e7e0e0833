// Package configuration serves the pages of the configuration: one for each system.
package configuration

import (
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/reception/queue"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	view "acolhe/views/admin/configuration"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the pages of the configuration.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Settings holds all configuration keys.
	Settings configuration.Catalogue
}

var crumb = layouts.Crumb{Label: "Configurações", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const system, key = view.Path + "/:system", view.Path + "/:system/:id"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.index),
		web.Page(system, web.Administrator(), p.show),
		web.Form(system, web.Administrator(), p.save),
		web.Page(system+view.NewSlug, web.Administrator(), p.new),
		web.Form(system+view.NewSlug, web.Administrator(), p.create),
		web.Page(key+view.HistorySlug, web.Administrator(), p.history),
		web.Form(key+view.RestoreSlug, web.Administrator(), p.restore),
		web.Form(key+view.RemoveSlug, web.Administrator(), p.remove),
	}
}

// index lists the systems, or the keys that match the search.
func (p Pages) index(r *web.Request) error {
	systems, err := configuration.Systems(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	search := strings.TrimSpace(r.Query("q"))
	var found []view.Found
	if search != "" {
		most := -1
		keys, err := p.Settings.List(r.Context(), p.DB, r.By, configuration.ListInput{Window: page.Window{Limit: &most}})
		if err != nil {
			return err
		}
		found = view.Find(keys.Items, search)
	}
	around, err := p.Frame(r, "Configurações")
	if err != nil {
		return err
	}
	return r.Render(view.Index(around, systems, search, found))
}

func (p Pages) show(r *web.Request) error {
	entries, err := p.Settings.Entries(r.Context(), p.DB, r.By, r.Param("system"))
	if err != nil {
		return err
	}
	rows := make([]view.Row, len(entries))
	for i, entry := range entries {
		rows[i] = view.StoredRow(entry)
	}
	return p.render(r, rows, nil)
}

// save handles the form of a system. The save button stores the typed values, all or none; the buttons of an editor
// change its rows and show the form again.
func (p Pages) save(r *web.Request) error {
	system := r.Param("system")
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	entries, err := p.Settings.Entries(r.Context(), p.DB, r.By, system)
	if err != nil {
		return err
	}
	rows := make([]view.Row, len(entries))
	input := configuration.SaveInput{System: system}
	for i, entry := range entries {
		rows[i] = view.TypedRow(entry, posted)
		if rows[i].Changed {
			input.Values = append(input.Values, configuration.NewValue{ID: entry.ID, Version: rows[i].Version, Value: rows[i].Value()})
			input.Moves = append(input.Moves, rows[i].Moves()...)
		}
	}
	if action := posted.Or("acao", view.Save); action != view.Save {
		return p.edit(r, rows, action)
	}
	if err := p.Settings.Save(r.Context(), p.DB, r.By, input); err != nil {
		return p.refuse(r, rows, err)
	}
	r.Notify(saved(len(input.Values)))
	return r.Redirect(view.Href(system))
}

// edit shows the form after the button of an editor.
func (p Pages) edit(r *web.Request, rows []view.Row, action string) error {
	if err := p.countUse(r, rows); err != nil {
		return err
	}
	for i := range rows {
		rows[i] = rows[i].Edited(action)
	}
	return p.render(r, rows, nil)
}

// countUse adds to the statuses of the queue how many items have each.
func (p Pages) countUse(r *web.Request, rows []view.Row) error {
	waiting, err := queue.CountByStatus(r.Context(), p.DB, r.By)
	for i := range rows {
		if rows[i].System == "triage" && rows[i].Key == "statuses" {
			rows[i] = rows[i].WithUse(waiting)
		}
	}
	return err
}

func saved(keys int) string {
	if keys == 0 {
		return "Nada mudou."
	}
	return "Configurações salvas."
}

// refuse shows the form with its errors. After a conflict it has the stored values and versions beside the typed ones.
func (p Pages) refuse(r *web.Request, rows []view.Row, refused error) error {
	entries, err := p.Settings.Entries(r.Context(), p.DB, r.By, r.Param("system"))
	if err != nil {
		return err
	}
	for i := range rows {
		for _, entry := range entries {
			if errs.IsStale(refused) && entry.ID == rows[i].ID {
				rows[i] = rows[i].Reopened(entry)
			}
		}
		for _, field := range errs.FieldsOf(refused) {
			if field.Path == rows[i].Key {
				rows[i] = rows[i].Refused(field.Message)
			}
		}
	}
	return p.render(r, rows, refused)
}

func (p Pages) render(r *web.Request, rows []view.Row, refused error) error {
	system := r.Param("system")
	systems, err := configuration.Systems(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if err := p.countUse(r, rows); err != nil {
		return err
	}
	around, err := p.Frame(r, "Configurações: "+view.SystemName(system), crumb)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	page := view.Page{System: system, Systems: systems, Rows: rows, IsStale: errs.IsStale(refused), Now: around.Now}
	return r.RenderForm(refused, view.SystemPage(around, page), view.Fragment)
}

// history lists who changed a key, the newest change first.
func (p Pages) history(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	key, err := p.Settings.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	events, err := security.List(r.Context(), p.DB, r.By, security.ListInput{Group: security.Configs, Subject: key.System + "." + key.Key})
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Histórico de "+view.LabelOf(key), crumb,
		layouts.Crumb{Label: view.SystemName(key.System), Href: view.Href(key.System)})
	if err != nil {
		return err
	}
	return r.Render(view.History(around, key, events.Items))
}

func (p Pages) restore(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	setting, err := p.Settings.Clear(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.Notify("Valor padrão restaurado.")
	return r.Redirect(view.Href(setting.System))
}

func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := p.Settings.Remove(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Chave removida.")
	return r.Redirect(view.Path)
}
