package api

import (
	"acolhe/models/tokens"
	"acolhe/web"
)

func (a API) tokenRoutes() []web.Route {
	return []web.Route{
		web.GET("/api/v1/auth/tokens", web.Administrator(), a.listTokens),
		web.POST("/api/v1/auth/tokens", web.Administrator(), a.issueToken).Created(),
		web.DELETE("/api/v1/auth/tokens/:id", web.Administrator(), a.revokeToken),
	}
}

func (a API) listTokens(r *web.Request, input tokens.ListInput) (web.Rows[tokens.Token], error) {
	selected, err := tokens.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[tokens.Token](a, r, selected), err
}

func (a API) issueToken(r *web.Request, input tokens.IssueInput) (tokens.Issued, error) {
	return tokens.Issue(r.Context(), a.DB, r.By, input)
}

func (a API) revokeToken(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	token, err := tokens.Revoke(r.Context(), a.DB, r.By, id)
	return web.Deleted{ID: token.ID}, err
}
