package admin

import (
	"strconv"

	"acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/admin"
	"acolhe/views/layouts"
	"acolhe/views/ui"
	"acolhe/web"
)

// tokensCrumb leads back to the list.
var tokensCrumb = layouts.Crumb{Label: "Tokens de API", Href: "/admin/tokens"}

func (a Admin) tokenRoutes() []web.Route {
	return []web.Route{
		web.Page("/admin/tokens", web.Administrator(), a.listTokens),
		web.Page("/admin/tokens/novo", web.Administrator(), a.newToken),
		web.Form("/admin/tokens/novo", web.Administrator(), a.issueToken),
		web.Page("/admin/tokens/:id", web.Administrator(), a.showToken),
		web.Form("/admin/tokens/:id/revogar", web.Administrator(), a.revokeToken),
		web.Form("/admin/tokens/:id/restaurar", web.Administrator(), a.restoreToken),
	}
}

func (a Admin) listTokens(r *web.Request) error {
	list := admin.TokenList{Status: tokens.Status(r.Query("situacao")), Page: r.QueryPage()}
	var err error
	if list.Counts, err = tokens.CountByStatus(r.Context(), a.DB, r.By); err != nil {
		return err
	}
	window := page.Window{Limit: new(list.Page.Size), Offset: list.Page.Offset()}
	if list.Found, err = tokens.List(r.Context(), a.DB, r.By, tokens.ListInput{Window: window, Status: list.Status}); err != nil {
		return err
	}
	frame, err := a.frame(r, "Tokens de API")
	if err != nil {
		return err
	}
	list.Now = frame.Now
	if err := a.offerUndo(r, &frame); err != nil {
		return err
	}
	return r.Render(admin.Tokens(frame, list), admin.TokenListFragment)
}

// offerUndo says which token was just revoked, while that can be taken back.
func (a Admin) offerUndo(r *web.Request, frame *layouts.Frame) error {
	id, err := strconv.ParseInt(r.Query("desfazer"), 10, 64)
	if err != nil {
		return nil
	}
	token, err := tokens.Find(r.Context(), a.DB, r.By, id)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	if err != nil || !token.MayRestore(r.Now) {
		return err
	}
	frame.Notice = "Token “" + token.Name + "” revogado."
	frame.Undo = admin.TokenHref(token.ID) + "/restaurar"
	return nil
}

func (a Admin) showToken(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	sheet := admin.TokenSheet{}
	if sheet.Token, err = tokens.Find(r.Context(), a.DB, r.By, id); err != nil {
		return err
	}
	if code := sheet.Token.InternalCode; code != nil {
		if err := a.findPartner(r, *code, &sheet.Partner); err != nil {
			return err
		}
	}
	frame, err := a.frame(r, sheet.Token.Name, tokensCrumb)
	if err != nil {
		return err
	}
	sheet.Now = frame.Now
	return r.Render(admin.Token(frame, sheet))
}

// findPartner brings the professional of a code; an unknown one leaves the place empty.
func (a Admin) findPartner(r *web.Request, code string, into **professionals.Professional) error {
	partner, err := professionals.FindByCode(r.Context(), a.DB, r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	*into = &partner
	return err
}

func (a Admin) revokeToken(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if _, err := tokens.Revoke(r.Context(), a.DB, r.By, id); err != nil {
		return err
	}
	list := ui.Here(admin.TokensHref(tokens.Status(posted.Or("situacao", ""))))
	return r.Redirect(list.With("desfazer", strconv.FormatInt(id, 10)))
}

// restoreToken takes a revocation back, or says on the token's page why it is too late.
func (a Admin) restoreToken(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	token, err := tokens.Restore(r.Context(), a.DB, r.By, id)
	if errs.HasCode(err, errs.CodeConflict) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(admin.TokenHref(id))
	}
	if err != nil {
		return err
	}
	r.Notify("O token “" + token.Name + "” vale de novo.")
	return r.Redirect(admin.TokensHref(""))
}
