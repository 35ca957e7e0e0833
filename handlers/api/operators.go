package api

import (
	"acolhe/models/operators"
	"acolhe/models/types/access"
	"acolhe/web"
)

// invited is an operator with the delivery of the invite; meta is null if none was sent.
type invited = web.WithMeta[operators.Record, *operators.Delivery]

func (a API) operatorRoutes() []web.Route {
	return []web.Route{
		web.GET("/api/v1/admin/roles", web.Administrator(), a.listRoles),
		web.GET("/api/v1/system-users", web.Can("system_users", access.Read), a.listOperators),
		web.POST("/api/v1/system-users", web.Administrator(), a.createOperator).Created(),
		web.GET("/api/v1/system-users/:id", web.Can("system_users", access.Read), a.findOperator),
		web.PATCH("/api/v1/system-users/:id", web.Administrator(), a.changeOperator),
		web.DELETE("/api/v1/system-users/:id", web.Administrator(), a.removeOperator),
		web.POST("/api/v1/system-users/:id/resend-invite", web.Administrator(), a.resendInvite),
	}
}

func (a API) listOperators(r *web.Request, input operators.ListInput) (web.Rows[operators.Record], error) {
	selected, err := operators.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[operators.Record](a, r, selected), err
}

func (a API) findOperator(r *web.Request, _ web.None) (operators.Record, error) {
	return byID(r, func(id int64) (operators.Record, error) { return operators.FindFor(r.Context(), a.DB, r.By, id) })
}

func (a API) createOperator(r *web.Request, input operators.AddInput) (invited, error) {
	added, err := a.invites().Add(r.Context(), a.DB, r.By, input)
	return invited{Data: added.Record, Meta: added.Delivery}, err
}

func (a API) resendInvite(r *web.Request, _ web.None) (invited, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return invited{}, err
	}
	sent, err := a.invites().Resend(r.Context(), a.DB, r.By, id)
	return invited{Data: sent.Record, Meta: sent.Delivery}, err
}

func (a API) changeOperator(r *web.Request, input operators.ChangeInput) (operators.Record, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return operators.Record{}, err
	}
	input.ID = id
	return operators.Accounts{Mail: a.Mail}.Change(r.Context(), a.DB, r.By, input)
}

func (a API) removeOperator(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	return web.Deleted{ID: id}, operators.Remove(r.Context(), a.DB, r.By, id)
}

func (a API) listRoles(*web.Request, web.None) ([]access.Role, error) { return access.Roles(), nil }

func (a API) invites() operators.Invites {
	return operators.Invites{Mail: a.Mail, BaseURL: a.BaseURL}
}
