// Package tokens serves the pages of API tokens.
package tokens

import (
	"context"

	"net/url"

	"acolhe/handlers/admin/professionals"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	view "acolhe/views/admin/tokens"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/web"
)

// Pages serves the pages of tokens.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// BaseURL is the public address of the application.
	BaseURL *url.URL
}

var crumb = layouts.Crumb{Label: "Tokens de API", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.NewPath, web.Administrator(), p.new),
		web.Form(view.NewPath, web.Administrator(), p.issue),
		web.Page(one, web.Administrator(), p.show),
		web.Form(one+"/revogar", web.Administrator(), p.revoke),
		web.Form(one+"/restaurar", web.Administrator(), p.restore),
		web.Form(one+"/limitar", web.Administrator(), p.limit),
	}
}

func (p Pages) list(r *web.Request) error {
	issued := list.List[tokens.Token, tokens.ListInput]{Definition: view.List(tokens.Status(r.Query("situacao"))), Find: tokens.List,
		Count: tokens.Count, CountTabs: countTabs}
	return list.Pages[tokens.Token, tokens.ListInput]{DB: p.DB, Frame: p.Frame, List: issued}.Show(r)
}

func countTabs(ctx context.Context, tx *db.DB, by auth.Caller, _ tokens.ListInput) (map[string]page.Counted, error) {
	counts, err := tokens.CountByStatus(ctx, tx, by)
	return view.TabCounts(counts), err
}

func (p Pages) show(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	token, err := tokens.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	data := view.PageData{Token: token}
	if token.InternalCode != nil {
		if data.Partner, data.HasPartner, err = professionals.Find(r.Context(), p.DB, r.By, *token.InternalCode); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, token.Name, crumb)
	if err != nil {
		return err
	}
	data.Now = around.Now
	return r.Render(view.Page(around, data))
}

func (p Pages) revoke(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	token, err := tokens.Revoke(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Token “"+token.Name+"” revogado.", ui.RowHref(view.Path, id)+"/restaurar")
	return r.Redirect(ui.Here(view.Path).With("situacao", posted.Or("situacao", "")))
}

// restore undoes a revocation; if it is too late, the token's page shows the error.
func (p Pages) restore(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	token, err := tokens.Restore(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, errs.CodeConflict) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(ui.RowHref(view.Path, id))
	}
	if err != nil {
		return err
	}
	r.Notify("Token “" + token.Name + "” restaurado.")
	return r.Redirect(view.Path)
}

// limit limits the columns of a token, or ends the limit.
func (p Pages) limit(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input tokens.LimitInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	token, err := tokens.Limit(r.Context(), p.DB, r.By, id, input)
	if err != nil {
		return err
	}
	r.Notify(map[bool]string{true: "Token “" + token.Name + "” sem dados de saúde.", false: "Token “" + token.Name + "” com todas as colunas."}[token.WithoutHealth])
	return r.Redirect(ui.RowHref(view.Path, id))
}
