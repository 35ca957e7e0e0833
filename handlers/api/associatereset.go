package api

import (
	"acolhe/models/associates"
	"acolhe/models/platform/passwordreset"
	"acolhe/web"
)

func (a API) forgotAssociatePassword(r *web.Request, input associates.ResetRequest) (linkRequested, error) {
	return generic(associates.RequestReset(r.Context(), a.DB, r.By, input))
}

func (a API) resetAssociatePassword(r *web.Request, input passwordreset.Input) (renewed, error) {
	err := associates.Passwords(a.Mail).Reset(r.Context(), a.DB, r.By, input)
	return renewed{PasswordChanged: err == nil}, err
}
