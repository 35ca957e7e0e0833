package admin

import (
	"acolhe/models/operators"
	"acolhe/models/types/page"
	"acolhe/views/admin"
	"acolhe/views/layouts"
	"acolhe/web"
)

// operatorsCrumb leads back to the list.
var operatorsCrumb = layouts.Crumb{Label: "Operadores", Href: "/admin/operadores"}

func (a Admin) operatorRoutes() []web.Route {
	return []web.Route{
		web.Page("/admin/operadores", web.Administrator(), a.listOperators),
		web.Page("/admin/operadores/novo", web.Administrator(), a.newOperator),
		web.Form("/admin/operadores/novo", web.Administrator(), a.inviteOperator),
		web.Page("/admin/operadores/papeis", web.Administrator(), a.showRoles),
		web.Page("/admin/operadores/:id", web.Administrator(), a.showOperator),
		web.Form("/admin/operadores/:id", web.Administrator(), a.changeOperator),
		web.Form("/admin/operadores/:id/convite", web.Administrator(), a.resendInvite),
		web.Form("/admin/operadores/:id/situacao", web.Administrator(), a.switchOperator),
		web.Form("/admin/operadores/:id/excluir", web.Administrator(), a.removeOperator),
	}
}

func (a Admin) listOperators(r *web.Request) error {
	frame, err := a.frame(r, "Operadores")
	if err != nil {
		return err
	}
	query := admin.OperatorQuery{Words: r.Query("q"), Status: operators.Status(r.Query("situacao")), Page: r.QueryPage()}
	window := page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset(), Count: page.FilterCount}
	found, err := operators.List(r.Context(), a.DB, r.By, operators.ListInput{Window: window, Status: query.Status, Q: query.Words})
	if err != nil {
		return err
	}
	counts, err := operators.CountByStatus(r.Context(), a.DB)
	if err != nil {
		return err
	}
	list := admin.OperatorList{Query: query, Found: found, Counts: counts, Now: frame.Now, Me: r.By}
	return r.Render(admin.Operators(frame, list), admin.OperatorListFragment)
}

func (a Admin) showRoles(r *web.Request) error {
	frame, err := a.frame(r, "Papéis", operatorsCrumb)
	if err != nil {
		return err
	}
	return r.Render(admin.OperatorRoles(frame))
}
