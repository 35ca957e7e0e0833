// Package samples serves the page of administrators on the sample data.
package samples

import (
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/samples"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	view "acolhe/views/admin/samples"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	Frame frame.Func
	Store samples.Store
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.show),
		web.Form(view.RemovePath, web.Administrator(), p.remove),
	}
}

func (p Pages) show(r *web.Request) error { return p.render(r, nil) }

func (p Pages) render(r *web.Request, refused error) error {
	counts, err := p.Store.Count(r.Context(), r.By)
	if err != nil {
		return err
	}
	linked, err := p.Store.Linked(r.Context(), r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, view.Title)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.Page(around, view.PageData{Counts: counts, Linked: linked, Refused: refused}))
}

func (p Pages) remove(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	verb := p.Store.Remove
	if posted.Or("ligados", "") != "" {
		if !strings.EqualFold(strings.TrimSpace(posted.Or("confirmacao", "")), view.Confirmation) {
			return p.render(r, errs.Invalid("confirmacao", "Para remover também os registros ligados, escreva "+view.Confirmation+"."))
		}
		verb = p.Store.RemoveLinked
	}
	removed, err := verb(r.Context(), r.By)
	if errs.As(err) != nil {
		return p.render(r, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Dados de exemplo removidos: " + fmtbr.Plural(removed.Total, "registro", "registros") + ".")
	return r.Redirect(view.Path)
}
