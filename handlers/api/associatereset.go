package api

import (
	"acolhe/models/associates"
	"acolhe/models/resets"
	"acolhe/web"
)

func (a API) forgotAssociatePassword(r *web.Request, input associates.ResetRequest) (asked, error) {
	return generic(associates.RequestReset(r.Context(), a.DB, r.By, input, r.Now))
}

func (a API) resetAssociatePassword(r *web.Request, input resets.Input) (renewed, error) {
	err := associates.Passwords(a.Mail).Reset(r.Context(), a.DB, r.By, input, r.Now)
	return renewed{PasswordChanged: err == nil}, err
}
