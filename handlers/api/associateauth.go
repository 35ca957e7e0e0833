package api

import (
	"acolhe/models/associates"
	"acolhe/models/newdevices"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/registration"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// associateSignedIn is the data of an associate's login.
type associateSignedIn struct {
	User associates.Account `json:"user"`
}

func (a API) associateAuthRoutes() []web.Route {
	return []web.Route{
		web.POST("/api/v1/auth/associate/login", web.Public(), a.loginAssociate).Quota(sessions.LoginQuota()),
		web.POST("/api/v1/auth/associate/logout", web.Associate(), a.logoutAssociate).StoresNothing(),
		web.GET("/api/v1/auth/associate/me", web.Associate(), a.showAssociate),
		web.POST("/api/v1/auth/associate/forgot-password", web.Public(), a.forgotAssociatePassword).
			RateLimit(passwordreset.RequestLimit(auth.Associate)),
		web.POST("/api/v1/auth/associate/reset-password", web.Public(), a.resetAssociatePassword).
			RateLimit(passwordreset.UseLimit(auth.Associate)),
	}
}

func (a API) loginAssociate(r *web.Request, input associates.LoginInput) (associateSignedIn, error) {
	by, err := associates.Authenticate(r.Context(), a.Access, r.By, input)
	if err != nil {
		return associateSignedIn{}, err
	}
	account, err := associates.AccountOf(r.Context(), a.Access, by)
	if err != nil {
		return associateSignedIn{}, err
	}
	if err := newdevices.Notify(r.Context(), a.Access, by.At(r.Now), a.Mail); err != nil {
		return associateSignedIn{}, err
	}
	return associateSignedIn{User: account}, r.SignIn(by)
}

func (a API) logoutAssociate(r *web.Request, _ web.None) (signedOut, error) {
	if err := r.SignOut(); err != nil {
		return signedOut{}, err
	}
	return signedOut{SignedOut: true}, associates.RecordLogout(r.Context(), a.Access, r.By)
}

func (a API) showAssociate(r *web.Request, _ web.None) (registration.Me, error) {
	return registration.FindMe(r.Context(), a.Access, r.By)
}
