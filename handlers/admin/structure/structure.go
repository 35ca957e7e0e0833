// Package structure serves the pages of administrators on the collections of the JSON interface.
package structure

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/items"
	"acolhe/views/admin/names"
	view "acolhe/views/admin/structure"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the pages.
type Pages struct {
	Frame frame.Func
	Items *items.Engine
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.Path+"/:collection", web.Administrator(), p.show),
	}
}

func (p Pages) list(r *web.Request) error {
	schema, err := p.Items.Schema(r.Context(), r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, view.Title)
	if err != nil {
		return err
	}
	return r.Render(view.List(around, schema))
}

func (p Pages) show(r *web.Request) error {
	schema, err := p.Items.Schema(r.Context(), r.By)
	if err != nil {
		return err
	}
	collection, err := schema.Of(r.Param("collection"))
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Estrutura de "+names.Collection(collection.Collection), layouts.Crumb{Label: view.Title, Href: view.Path})
	if err != nil {
		return err
	}
	return r.Render(view.Collection(around, view.CollectionData{Schema: schema, Description: collection}))
}
